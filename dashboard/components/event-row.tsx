import type { ReadonlySignal } from '@preact/signals';
import type { StoredEvent } from '../../backend/model/event.ts';
import { isNarrow } from '../media.ts';
import { descriptionOf, revealText, shortSource } from '../text.ts';
import { EMPTY_VIEW, type ListField, referenceTo, timelineAddress } from '../url-state.ts';
import { EventText } from './event-text.tsx';
import { EventTime } from './event-time.tsx';
import { CELL, rowRole } from './roles.ts';
import { SeverityMark } from './severity-mark.tsx';

export interface EventRowProps {
  readonly event: StoredEvent;
  readonly index: number;
  /** The row that the keyboard is at: the one that Tab comes to. */
  readonly isActive: boolean;
  /** Its details are open. */
  readonly isOpen: boolean;
  readonly now: ReadonlySignal<number>;
  readonly onOpen: (event: StoredEvent) => void;
  readonly onActivate: () => void;
  readonly onFilter: (field: ListField, value: string, isExcluded?: boolean) => void;
  /** It stands below the burst that it is part of. */
  readonly isMember?: boolean;
}

/** One event. A click opens it; a click on a value filters by it. */
export function EventRow(props: EventRowProps) {
  const { event, index, isActive, isOpen, isMember = false, now } = props;
  const { onOpen, onActivate, onFilter } = props;
  const description = descriptionOf(event.data);
  const value = (field: ListField, text: string | null, shown = text) =>
    text === null || shown === null ? null : (
      <Value field={field} value={text} shown={shown} onFilter={onFilter} />
    );
  const interactions = {
    onFocusIn: onActivate,
    onClick: (press: MouseEvent) => {
      if (isElsewhere(press)) return;
      press.preventDefault();
      onOpen(event);
    },
    onKeyDown: (press: KeyboardEvent) => moveInRow(press, () => onOpen(event)),
  };
  return (
    <div
      {...rowRole(index + 1, isOpen)}
      {...interactions}
      class="row"
      style={{ '--index': index }}
      data-active={isActive}
      data-member={isMember}
      data-severity={event.severity ?? 'NONE'}
      tabIndex={isActive ? 0 : -1}
    >
      <span {...CELL} class="cell cell-time">
        <a href={timelineAddress({ ...EMPTY_VIEW, event: referenceTo(event) })} tabIndex={-1}>
          <EventTime iso={event.time} now={now} />
        </a>
      </span>
      <span {...CELL} class="cell cell-severity">
        <SeverityValue event={event} onFilter={onFilter} />
      </span>
      <span {...CELL} class="cell cell-type">
        {value('type', event.type)}
      </span>
      <span {...CELL} class="cell cell-source">
        {value('source', event.source, shortSource(event.source))}
      </span>
      <span {...CELL} class="cell cell-subject">
        {value('subject', event.subject)}
      </span>
      <span {...CELL} class="cell cell-version">
        {value('version', event.version)}
      </span>
      <span {...CELL} class="cell cell-description" title={revealText(description)}>
        <EventText text={description} />
      </span>
    </div>
  );
}

interface ValueProps {
  readonly field: ListField;
  readonly value: string;
  readonly shown: string;
  readonly onFilter: EventRowProps['onFilter'];
}

/** A click asks for the value, with Alt it leaves it out; Enter and Alt with Enter do the same. */
function filterGestures({ field, value, onFilter }: Omit<ValueProps, 'shown'>) {
  return {
    onClick: ({ altKey }: MouseEvent) => onFilter(field, value, altKey),
    onKeyDown: (press: KeyboardEvent) => {
      if (press.key !== 'Enter' || !press.altKey) return;
      press.preventDefault();
      onFilter(field, value, true);
    },
  };
}

/** Too small for a finger: where rows are narrow, the details hold the same buttons. */
function Value({ field, value, shown, onFilter }: ValueProps) {
  if (isNarrow.value) return <EventText text={shown} />;
  return (
    <button
      type="button"
      class="value"
      tabIndex={-1}
      title={`${revealText(value)} – filter by this ${field}, with Alt leave it out`}
      {...filterGestures({ field, value, onFilter })}
    >
      <EventText text={shown} />
    </button>
  );
}

function SeverityValue({ event, onFilter }: Pick<EventRowProps, 'event' | 'onFilter'>) {
  const { severity } = event;
  if (severity === null || isNarrow.value) return <SeverityMark severity={severity} />;
  return (
    <button
      type="button"
      class="value"
      tabIndex={-1}
      title="Filter by this severity, with Alt leave it out"
      {...filterGestures({ field: 'severity', value: severity, onFilter })}
    >
      <SeverityMark severity={severity} />
    </button>
  );
}

/** Buttons do their own; a modified click on the link is the browser's; marked text stays marked. */
export function isElsewhere({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  if (!(target instanceof Element) || target.closest('button') !== null) return true;
  if (target.closest('a') !== null && (ctrlKey || metaKey || shiftKey)) return true;
  return getSelection()?.isCollapsed === false;
}

/** Left and right go through what can be used in a row, Enter uses it or opens the event. */
export function moveInRow(press: KeyboardEvent, open: () => void): void {
  const row = press.currentTarget;
  if (!(row instanceof HTMLElement)) return;
  if (press.key === 'Enter' && press.target === row) {
    press.preventDefault();
    open();
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[press.key];
  if (step === undefined) return;
  press.preventDefault();
  const stops = [row, ...row.querySelectorAll<HTMLElement>('a, button')];
  const next = stops.indexOf(document.activeElement as HTMLElement) + step;
  stops[Math.max(0, Math.min(stops.length - 1, next))]?.focus();
}
