import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OpenEvent } from '../components/event-drawer.tsx';
import { isSameEvent } from '../rows.ts';
import type { Session } from '../session.ts';
import type { EventReference } from '../url-state.ts';

interface Fetched {
  readonly reference: EventReference;
  readonly open: OpenEvent;
}

/** The event that the address names: from the list, or from the server. */
export function useOpenEvent(session: Session, reference: EventReference | null): OpenEvent | null {
  const fetched = useSignal<Fetched | null>(null);
  const { rows, pending } = session.store.timeline.value;
  const listed =
    reference === null
      ? undefined
      : [rows, pending].flatMap((list) => list.find((row) => isSameEvent(row, reference)) ?? [])[0];
  const isListed = listed !== undefined;
  const id = reference?.id;
  const source = reference?.source ?? null;

  useEffect(() => {
    if (id === undefined) return;
    const wanted = { id, source };
    // Kept, so that it stays open when the list moves on without it.
    if (listed !== undefined) {
      fetched.value = { reference: wanted, open: { kind: 'found', event: listed } };
      return;
    }
    if (isSame(fetched.peek()?.reference, wanted)) return;
    let isWanted = true;
    void session.findEvent(wanted).then((answer) => {
      if (!isWanted) return;
      fetched.value = { reference: wanted, open: toOpenEvent(answer, id) };
    });
    return () => {
      isWanted = false;
    };
  }, [id, source, isListed]);

  if (reference === null) return null;
  if (listed !== undefined) return { kind: 'found', event: listed };
  const kept = fetched.value;
  return kept !== null && isSame(kept.reference, reference) ? kept.open : { kind: 'loading' };
}

function toOpenEvent(answer: Awaited<ReturnType<Session['findEvent']>>, id: string): OpenEvent {
  if (!answer.ok)
    return { kind: 'missing', reason: `It could not be loaded: ${answer.error.message}.` };
  if (answer.value === null)
    return { kind: 'missing', reason: `There is no event with the id ${id}.` };
  return { kind: 'found', event: answer.value };
}

function isSame(one: EventReference | undefined, other: EventReference): boolean {
  return one?.id === other.id && one.source === other.source;
}
