import type { Tried, TriedSeries } from './metric-requests.ts';
import { Moment } from './moment.tsx';
import { shortNumber } from './provider-words.ts';

/** What came back when a provider was tried. */
export function ProviderTried({ tried }: { readonly tried: readonly Tried[] }) {
  return (
    <section class="tried" aria-label="What came back" role="status">
      {tried.map((one, place) => (
        <TriedQuery key={place} one={one} />
      ))}
    </section>
  );
}

function TriedQuery({ one }: { readonly one: Tried }) {
  const { metric, error, series, seriesCount } = one;
  if (error !== null) {
    return (
      <p class="problem">
        <strong>{metric}</strong>: {error}
      </p>
    );
  }
  if (seriesCount === 0) {
    return (
      <p>
        <strong>{metric}</strong>: the query works, and nothing came back for the last hours.
      </p>
    );
  }
  return (
    <div>
      <p>
        <strong>{metric}</strong>: {seriesCount} series
        {seriesCount > series.length && `, of which these are the first ${series.length}`}
      </p>
      <ul class="tried-series">
        {series.map((found, place) => (
          <li key={place}>
            <Placed found={found} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Placed({ found }: { readonly found: TriedSeries }) {
  const { subject, source, samples, newest, labels } = found;
  const names = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return (
    <>
      {subject === null ? (
        <span class="problem">
          left out: nothing says its environment ({names.join(', ') || 'it has no labels'})
        </span>
      ) : (
        <span>
          {source === null ? 'whole environment' : source} in {subject}
        </span>
      )}{' '}
      <span class="muted">
        {newest === null ? (
          'no samples'
        ) : (
          <>
            {shortNumber(newest.value)} at <Moment iso={newest.time} />, {samples}{' '}
            {samples === 1 ? 'sample' : 'samples'}
          </>
        )}
      </span>
    </>
  );
}
