import type { ReadonlySignal } from '@preact/signals';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { Burst } from '../bursts.ts';
import { shortSource } from '../text.ts';
import { moveInRow } from './event-row.tsx';
import { EventText } from './event-text.tsx';
import { EventTime } from './event-time.tsx';
import { Icon } from './icon.tsx';
import { CELL, rowRole } from './roles.ts';
import { SeverityMark } from './severity-mark.tsx';

export interface BurstRowProps {
  readonly burst: Burst;
  readonly isExpanded: boolean;
  readonly index: number;
  readonly isActive: boolean;
  readonly now: ReadonlySignal<number>;
  readonly onToggle: (key: string) => void;
  readonly onActivate: () => void;
}

/** Many alike events of one minute: how many, and a way to each of them. */
export function BurstRow({ burst, isExpanded, index, isActive, now, ...actions }: BurstRowProps) {
  const { key, events, severity, subject, version, isOpenEnded } = burst;
  const [newest] = events;
  if (newest === undefined) return null;
  const toggle = () => actions.onToggle(key);
  const interactions = {
    onFocusIn: actions.onActivate,
    onClick: (press: MouseEvent) => {
      if (getSelection()?.isCollapsed === false) return;
      press.preventDefault();
      toggle();
    },
    onKeyDown: (press: KeyboardEvent) => moveInRow(press, toggle),
  };
  return (
    <div
      {...rowRole(index + 1)}
      {...interactions}
      class="row"
      style={{ '--index': index }}
      data-active={isActive}
      data-burst="true"
      data-severity={severity ?? 'NONE'}
      tabIndex={isActive ? 0 : -1}
    >
      <span {...CELL} class="cell cell-time">
        <EventTime iso={newest.time} now={now} />
      </span>
      <span {...CELL} class="cell cell-severity">
        <SeverityMark severity={severity} />
      </span>
      <span {...CELL} class="cell cell-type">
        <EventText text={newest.type} />
      </span>
      <span {...CELL} class="cell cell-source">
        <EventText text={shortSource(newest.source)} />
      </span>
      <span {...CELL} class="cell cell-subject">
        {subject === null ? (
          <Several events={events} field="subject" />
        ) : (
          <EventText text={subject} />
        )}
      </span>
      <span {...CELL} class="cell cell-version">
        {version === null ? (
          <Several events={events} field="version" />
        ) : (
          <EventText text={version} />
        )}
      </span>
      <span {...CELL} class="cell cell-description">
        <button
          type="button"
          class="burst-toggle"
          tabIndex={-1}
          aria-expanded={isExpanded}
          onClick={(press) => {
            press.stopPropagation();
            toggle();
          }}
        >
          <Icon name={isExpanded ? 'up' : 'down'} />
          <strong>
            {events.length}
            {isOpenEnded ? '+' : ''}
          </strong>{' '}
          like this in one minute
        </button>
      </span>
    </div>
  );
}

interface SeveralProps {
  readonly events: readonly StoredEvent[];
  readonly field: 'subject' | 'version';
}

/** How many different values there are; nothing where none is named. */
function Several({ events, field }: SeveralProps) {
  const values = new Set(events.flatMap((event) => event[field] ?? []));
  return values.size === 0 ? null : (
    <span class="muted">
      {values.size} {field}s
    </span>
  );
}
