import type { ReadonlySignal } from '@preact/signals';
import type { StoredEvent } from '../../backend/model/event.ts';
import { EventText } from '../components/event-text.tsx';
import { SeverityShape, severityName } from '../components/severity-mark.tsx';
import { formatRelative, readersTime } from '../time-format.ts';
import { actorIn } from './actor.ts';
import type { Drift } from './drift.ts';

export interface CellContentProps {
  readonly event: StoredEvent;
  readonly drift: Drift;
  /** ms. */
  readonly now: ReadonlySignal<number>;
}

/** The version that runs, how it came there, since when, and by whom. */
export function CellContent({ event, drift, now }: CellContentProps) {
  const { severity, version, type, data } = event;
  const since = Date.parse(event.time);
  const actor = actorIn(data);
  return (
    <>
      <span class="cell-line">
        <span class="severity" data-severity={severity ?? 'NONE'}>
          <SeverityShape severity={severity} />
          <span class="visually-hidden">{severityName(severity)} </span>
        </span>
        <span class="cell-number">
          {version === null ? <i>no version</i> : <EventText text={version} />}
        </span>
        {type === 'deployment' ? (
          <span class="visually-hidden">{type}</span>
        ) : (
          <span class="cell-kind" data-kind={type}>
            {type === 'rollback' ? '↩ rollback' : type}
          </span>
        )}
      </span>
      <span class="cell-line cell-meta">
        <time dateTime={event.time} title={readersTime.absolute(since)}>
          <span class="since-ago">{formatRelative(since, now.value)}</span>
          <span class="since-clock">{readersTime.moment(since)}</span>
        </time>
        {actor !== '' && (
          <span class="cell-actor">
            by <EventText text={actor} />
          </span>
        )}
        <DriftMark drift={drift} now={now} />
      </span>
    </>
  );
}

function DriftMark({ drift, now }: Pick<CellContentProps, 'drift' | 'now'>) {
  if (drift.kind === 'none') return null;
  const isBehind = drift.kind === 'behind';
  return (
    <span
      class="drift"
      data-drift={drift.kind}
      title={
        isBehind
          ? `Something newer has been running elsewhere since ${readersTime.moment(drift.since)}`
          : 'No environment in front of it runs this version'
      }
    >
      {isBehind ? `behind ${lag(now.value - drift.since)}` : 'ahead'}
    </span>
  );
}

/** As short as an age can be said. */
export function lag(ms: number): string {
  return formatRelative(0, Math.max(60_000, ms)).replace(' ago', '');
}
