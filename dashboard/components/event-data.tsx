import type { JsonValue, StoredEvent } from '../../backend/model/event.ts';
import { revealText, toJsonSegments } from '../text.ts';
import { LinkedText, OutsideLink } from './event-text.tsx';

/** More members than this are shown as JSON, however simple they are. */
const MANY = 60;

/** What the sender put in: simple members as a list, everything nested as JSON. */
export function EventData({ event }: { readonly event: StoredEvent }) {
  const members = Object.entries(event.data ?? {}).filter(
    // Shown above, as text.
    ([name, value]) => !(name === 'description' && typeof value === 'string'),
  );
  if (members.length === 0) return null;
  return (
    <section class="data">
      <h3>Data</h3>
      {members.length > MANY ? (
        <JsonText value={event.data} />
      ) : (
        <dl class="fields">
          {members.map(([name, value]) => (
            <div key={name} class="field-row">
              <dt>
                <bdi>{revealText(name)}</bdi>
              </dt>
              <dd>{isSimple(value) ? <Scalar value={value} /> : <JsonText value={value} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function isSimple(value: JsonValue): value is string | number | boolean | null {
  return value === null || typeof value !== 'object' || Object.keys(value).length === 0;
}

function Scalar({ value }: { readonly value: JsonValue }) {
  if (typeof value === 'string') return <LinkedText text={value} />;
  return <code>{JSON.stringify(value)}</code>;
}

function JsonText({ value }: { readonly value: JsonValue }) {
  return (
    <pre class="json" dir="ltr">
      {toJsonSegments(value).map(({ text, href }) =>
        href === undefined ? text : <OutsideLink href={href} text={text} />,
      )}
    </pre>
  );
}
