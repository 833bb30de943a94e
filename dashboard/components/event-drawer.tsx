import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { StoredEvent } from '../../backend/model/event.ts';
import { eventCommand } from '../curl.ts';
import { EventMore } from '../details/event-more.tsx';
import { isNarrow } from '../media.ts';
import type { Navigation } from '../navigation.ts';
import type { Session } from '../session.ts';
import { descriptionOf } from '../text.ts';
import { type ListField, permalink, referenceTo } from '../url-state.ts';
import { CopyButton } from './copy-button.tsx';
import { EventFields } from './event-fields.tsx';
import { EventText } from './event-text.tsx';
import { Icon } from './icon.tsx';
import { SeverityMark } from './severity-mark.tsx';
import { useDialog } from './use-dialog.ts';

/** An event that is there, on its way, or not to be had. */
export type OpenEvent =
  | { readonly kind: 'found'; readonly event: StoredEvent }
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing'; readonly reason: string };

export interface EventDrawerProps {
  readonly open: OpenEvent;
  readonly now: ReadonlySignal<number>;
  readonly session: Session;
  readonly navigation: Navigation;
  readonly onClose: () => void;
  /** Absent where there is no list to step through. */
  readonly onStep?: (step: 1 | -1) => void;
  readonly onFilter?: (field: ListField, value: string, isExcluded?: boolean) => void;
}

/** Everything about one event, beside the list; on a phone, in front of it. */
export function EventDrawer(props: EventDrawerProps) {
  const { open, onClose, onStep } = props;
  const dialog = useDialog(isNarrow.value);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = open.kind === 'found' ? `${open.event.source}\n${open.event.id}` : '';
  useEffect(() => {
    // What had the focus was a part of the event before this one.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [shown]);
  useEffect(() => heading.current?.focus(), []);
  const title = open.kind === 'found' ? open.event.type : 'Event';
  return (
    <dialog
      ref={dialog}
      class="drawer"
      aria-label="Event details"
      onCancel={(cancel) => {
        cancel.preventDefault();
        onClose();
      }}
    >
      <div class="drawer-head">
        <h2 ref={heading} tabIndex={-1}>
          <EventText text={title} />
        </h2>
        {onStep !== undefined && (
          <>
            <Step name="Newer event" icon="up" onStep={() => onStep(-1)} />
            <Step name="Older event" icon="down" onStep={() => onStep(1)} />
          </>
        )}
        <button
          type="button"
          class="button"
          data-bare
          aria-label="Close the details"
          title="Close (Esc)"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      {open.kind === 'found' && <Details {...props} event={open.event} />}
      {open.kind === 'loading' && <p class="drawer-note">Loading the event…</p>}
      {open.kind === 'missing' && (
        <p class="drawer-note" role="alert">
          {open.reason}
        </p>
      )}
    </dialog>
  );
}

interface StepProps {
  readonly name: string;
  readonly icon: 'up' | 'down';
  readonly onStep: () => void;
}

function Step({ name, icon, onStep }: StepProps) {
  return (
    <button type="button" class="button" data-bare aria-label={name} title={name} onClick={onStep}>
      <Icon name={icon} />
    </button>
  );
}

interface DetailsProps extends EventDrawerProps {
  readonly event: StoredEvent;
}

function Details({ event, now, session, navigation, onFilter }: DetailsProps) {
  const description = descriptionOf(event.data);
  return (
    <>
      <div class="drawer-body" key={`${event.source}\n${event.id}`}>
        <p class="drawer-severity">
          <SeverityMark severity={event.severity} />
        </p>
        {description !== '' && (
          <p class="drawer-description">
            <EventText text={description} />
          </p>
        )}
        <EventFields event={event} now={now} onFilter={onFilter} />
        <EventMore event={event} session={session} navigation={navigation} />
      </div>
      <div class="drawer-foot">
        <CopyButton
          label="Copy link"
          icon="link"
          text={() => permalink(location.origin, referenceTo(event))}
        />
        <CopyButton label="Copy JSON" icon="braces" text={() => JSON.stringify(event, null, 2)} />
        <CopyButton
          label="Copy as curl"
          icon="terminal"
          text={() => eventCommand(location.origin, event)}
        />
      </div>
    </>
  );
}
