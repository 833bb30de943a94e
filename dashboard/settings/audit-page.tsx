import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { EventText } from '../components/event-text.tsx';
import { fromLocalInput } from '../time-format.ts';
import { AUDIT_ACTIONS, actionWords, describeDetails } from './audit-words.ts';
import type { AuditEntry, ConsoleApi, AuditPage as Entries } from './console-api.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';
import type { PageProps } from './page.ts';
import { useAction } from './use-action.ts';
import { useResource } from './use-resource.ts';

const LIMIT = '50';

interface Filter {
  readonly action: string;
  readonly from: string;
  readonly to: string;
}

const NO_FILTER: Filter = { action: '', from: '', to: '' };

/** Everything that was done to people, keys and settings. */
export function AuditPage({ api }: PageProps) {
  const filter = useSignal(NO_FILTER);
  return (
    <>
      <div class="entries audit-filter">
        <label class="entry">
          Action
          <select
            onChange={({ currentTarget }) => {
              filter.value = { ...filter.value, action: currentTarget.value };
            }}
          >
            <option value="">everything</option>
            {Object.entries(AUDIT_ACTIONS).map(([action, words]) => (
              <option key={action} value={action}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {(['from', 'to'] as const).map((edge) => (
          <label key={edge} class="entry">
            {edge === 'from' ? 'From' : 'To'}
            <input
              type="datetime-local"
              onChange={({ currentTarget }) => {
                filter.value = { ...filter.value, [edge]: fromLocalInput(currentTarget.value) };
              }}
            />
          </label>
        ))}
      </div>
      <AuditList key={JSON.stringify(filter.value)} api={api} filter={filter.value} />
    </>
  );
}

interface AuditListProps {
  readonly api: ConsoleApi;
  readonly filter: Filter;
}

function AuditList({ api, filter }: AuditListProps) {
  const parametersFrom = (cursor: string | null) => {
    const given = Object.entries({ ...filter, limit: LIMIT, cursor: cursor ?? '' });
    return new URLSearchParams(given.filter(([, value]) => value !== ''));
  };
  const first = useResource(() => api.audit(parametersFrom(null)));
  return (
    <Loaded resource={first}>
      {(page) => <Pages first={page} read={(cursor) => api.audit(parametersFrom(cursor))} />}
    </Loaded>
  );
}

interface PagesProps {
  readonly first: Entries;
  readonly read: (cursor: string) => ReturnType<ConsoleApi['audit']>;
}

function Pages({ first, read }: PagesProps) {
  const pages = useSignal<readonly Entries[]>([first]);
  const { isBusy, problem, run } = useAction();
  useEffect(() => {
    pages.value = [first];
  }, [first]);
  const entries = useMemo(() => pages.value.flatMap((page) => page.entries), [pages.value]);
  const next = pages.value.at(-1)?.next ?? null;
  const more = (cursor: string) =>
    run(async () => {
      const answer = await read(cursor);
      if (answer.ok) pages.value = [...pages.value, answer.value];
      return answer;
    });
  if (entries.length === 0) return <p class="muted">Nothing of that kind was done.</p>;
  return (
    <>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
      <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
      {next !== null && (
        <p class="actions">
          <button
            type="button"
            class="button"
            disabled={isBusy.value}
            onClick={() => void more(next)}
          >
            {isBusy.value ? 'Loading…' : 'Show older'}
          </button>
        </p>
      )}
    </>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { actor, action, target, details } = entry;
  const facts = describeDetails(details);
  return (
    <tr>
      <td data-name="When">
        <Moment iso={entry.time} />
      </td>
      <td data-name="Who">
        <EventText text={actor.name} />
        {actor.kind !== 'person' && <span class="muted"> ({actor.kind})</span>}
      </td>
      <td data-name="What">
        {actionWords(action)}{' '}
        {target !== null && (
          <strong>
            <EventText text={target.name} />
          </strong>
        )}
        {facts !== '' && (
          <span class="muted">
            {' '}
            <EventText text={facts} />
          </span>
        )}
      </td>
    </tr>
  );
}
