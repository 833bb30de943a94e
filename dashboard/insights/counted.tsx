import type { CountedEvent, EventName, FailedDeployment } from '../../backend/model/insight.ts';
import { formatSeconds } from '../charts/numbers.ts';
import { EventText } from '../components/event-text.tsx';
import { EventLink, nameOf } from '../details/event-link.tsx';
import type { DeliveryAnswer } from '../details/insight-api.ts';
import type { Navigation } from '../navigation.ts';
import { shortSource } from '../text.ts';
import { readersTime } from '../time-format.ts';
import { EMPTY_VIEW, timelineAddress } from '../url-state.ts';
import type { FigureName } from './figures.ts';
import type { InsightsState } from './insights-state.ts';

export interface CountedProps {
  readonly name: FigureName;
  readonly answer: DeliveryAnswer;
  readonly state: InsightsState;
  readonly navigation: Navigation;
}

/** The very events that a figure is counted from. */
export function Counted({ name, answer, state, navigation }: CountedProps) {
  const { counted, failed, figures } = answer;
  const list = { navigation, n: figures[name].n };
  if (name === 'frequency') return <TimelineLink answer={answer} state={state} />;
  if (name === 'leadTime') return <Events {...list} events={counted.leadTime} />;
  if (name === 'reworkRate') {
    return <Events {...list} n={counted.reworkRate.length} events={counted.reworkRate} />;
  }
  const shown =
    name === 'recoveryTime' ? failed.filter(({ recovery }) => recovery !== null) : failed;
  return <Failures {...list} failed={shown} />;
}

/** A filter that says exactly which: by time, for the range ends when it was counted. */
export function deploymentsPath({ from, to }: DeliveryAnswer, state: InsightsState): string {
  const list = (value: string) => (value === '' ? [] : [value]);
  return timelineAddress({
    ...EMPTY_VIEW,
    ...{ type: ['deployment'], from, to },
    ...{ subject: list(state.subject), source: list(state.source) },
  });
}

function TimelineLink({ answer, state }: Pick<CountedProps, 'answer' | 'state'>) {
  const { deployments } = answer.figures;
  if (deployments === 0) return null;
  return (
    <p>
      <a class="link" href={deploymentsPath(answer, state)}>
        {deployments === 1 ? 'The deployment' : `The ${deployments} deployments`} on the timeline
      </a>
    </p>
  );
}

interface EventsProps {
  readonly events: readonly CountedEvent[];
  readonly n: number;
  readonly navigation: Navigation;
}

function Events({ events, n, navigation }: EventsProps) {
  if (events.length === 0) return null;
  return (
    <details class="explained">
      <summary>{events.length < n ? `The newest ${events.length} of ${n}` : `All ${n}`}</summary>
      <ul class="near">
        {events.map((one) => (
          <li key={`${one.source}\n${one.id}`}>
            <span>
              <EventLink event={one} navigation={navigation} text={nameOf(one)} />{' '}
              <span class="muted">
                <EventText text={shortSource(one.source)} />, <When event={one} />
                {one.seconds !== null && `: ${formatSeconds(one.seconds)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FailuresProps {
  readonly failed: readonly FailedDeployment[];
  readonly navigation: Navigation;
}

/** A deployment, what says that it failed, and what ended that. */
function Failures({ failed, navigation }: FailuresProps) {
  if (failed.length === 0) return null;
  const link = (event: EventName) => (
    <EventLink event={event} navigation={navigation} text={event.type} />
  );
  return (
    <details class="explained">
      <summary>
        {failed.length === 1 ? 'The failed deployment' : `The ${failed.length} failed deployments`}
      </summary>
      <ul class="near">
        {failed.map(({ deployment, failure, recovery, recoverySeconds }) => (
          <li key={`${deployment.source}\n${deployment.id}`}>
            <span>
              {link(deployment)}{' '}
              <span class="muted">
                <EventText text={shortSource(deployment.source)} />, <When event={deployment} />
              </span>{' '}
              → {link(failure)} {recovery === null && <span class="muted">not recovered yet</span>}
              {recovery !== null && recovery.id !== failure.id && <>→ {link(recovery)} </>}
              {recoverySeconds !== null && (
                <span class="muted">recovered after {formatSeconds(recoverySeconds)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function When({ event: { time } }: { readonly event: EventName }) {
  const ms = Date.parse(time);
  return (
    <time dateTime={time} title={readersTime.absolute(ms)}>
      {readersTime.moment(ms)}
    </time>
  );
}
