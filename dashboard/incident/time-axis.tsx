import { type Window, windowMs } from '../../backend/model/impact.ts';
import type { Cause } from '../../backend/model/insight.ts';
import { EventLink } from '../details/event-link.tsx';
import { isNarrow } from '../media.ts';
import type { Navigation } from '../navigation.ts';
import { readersTime } from '../time-format.ts';
import { laneOf } from './lanes.ts';

export interface TimeAxisProps {
  readonly at: string;
  readonly window: Window;
  readonly causes: readonly Cause[];
  readonly navigation: Navigation;
}

/** A mark is that much of the axis wide. */
const APART = { wide: 0.035, narrow: 0.09 } as const;
const TICKS = [0, 0.25, 0.5, 0.75];

/** Where the changes lie before the moment, by their ranks. The list below says the same in words. */
export function TimeAxis({ at, window, causes, navigation }: TimeAxisProps) {
  const end = Date.parse(at);
  const length = windowMs(window);
  const shares = causes.map(({ event }) => 1 - (end - Date.parse(event.time)) / length);
  const lanes = laneOf(shares, isNarrow.value ? APART.narrow : APART.wide);
  return (
    <div
      class="axis"
      aria-hidden="true"
      style={{ '--lanes': Math.max(1, ...lanes.map((lane) => lane + 1)) }}
    >
      {TICKS.map((share) => (
        <span key={share} class="axis-tick" style={{ '--at': share }}>
          {readersTime.axis(end - (1 - share) * length, length)}
        </span>
      ))}
      <span class="axis-moment">{readersTime.axis(end, length)}</span>
      {causes.map(({ event, score }, index) => (
        <span
          key={`${event.source}\n${event.id}`}
          class="axis-mark"
          data-severity={event.severity ?? 'NONE'}
          style={{
            '--at': shares[index] ?? 0,
            '--lane': lanes[index] ?? 0,
            '--score': score / 100,
          }}
        >
          <EventLink event={event} navigation={navigation} text={String(index + 1)} isBare />
        </span>
      ))}
    </div>
  );
}
