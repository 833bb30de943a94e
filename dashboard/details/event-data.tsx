import { useSignal } from '@preact/signals';
import type { JsonObject, JsonValue, StoredEvent } from '../../backend/model/event.ts';
import { OutsideLink } from '../components/event-text.tsx';
import { toJsonSegments } from '../text.ts';
import { JsonTree } from './json-tree.tsx';
import { Section } from './section.tsx';

/** What the sender put in, as a tree; and the whole event as JSON. */
export function EventData({ event }: { readonly event: StoredEvent }) {
  const isRaw = useSignal(false);
  // The description stands above, as text.
  const { description: _, ...members } = event.data ?? {};
  const shown: JsonObject =
    typeof event.data?.['description'] === 'string' ? members : (event.data ?? {});
  const isEmpty = Object.keys(shown).length === 0;
  return (
    <Section
      name="Data"
      aside={
        <button
          type="button"
          class="button button-small"
          aria-pressed={isRaw.value}
          onClick={() => {
            isRaw.value = !isRaw.value;
          }}
        >
          Raw JSON
        </button>
      }
    >
      {isRaw.value && <JsonText value={event} />}
      {!isRaw.value && !isEmpty && <JsonTree data={shown} />}
      {!isRaw.value && isEmpty && <p class="muted">The sender put nothing else in.</p>}
    </Section>
  );
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
