import type { Cause } from '../../backend/model/insight.ts';
import { EventText, OutsideLink } from '../components/event-text.tsx';
import { SeverityMark } from '../components/severity-mark.tsx';
import { EventLink, nameOf } from '../details/event-link.tsx';
import { eventLinks } from '../details/forge.ts';
import type { Navigation } from '../navigation.ts';
import { descriptionOf, shortSource } from '../text.ts';
import { formatDuration, readersTime } from '../time-format.ts';

export interface CauseItemProps {
  readonly cause: Cause;
  readonly rank: number;
  readonly at: string;
  readonly navigation: Navigation;
}

/** A change, and what speaks for it. */
export function CauseItem({
  cause: { event, score, reasons },
  rank,
  at,
  navigation,
}: CauseItemProps) {
  const time = Date.parse(event.time);
  const description = descriptionOf(event.data);
  return (
    <li class="cause">
      <span class="cause-rank" aria-hidden="true">
        {rank}
      </span>
      <div class="cause-main">
        <p class="cause-name">
          <EventLink event={event} navigation={navigation} text={nameOf(event)} />
          <span class="cause-place">
            <EventText text={shortSource(event.source)} />
            {event.subject !== null && (
              <>
                {' '}
                in <EventText text={event.subject} />
              </>
            )}
          </span>
          <SeverityMark severity={event.severity} />
        </p>
        {description !== '' && (
          <p class="cause-text">
            <EventText text={description} />
          </p>
        )}
        <p class="muted">
          <time dateTime={event.time} title={readersTime.absolute(time)}>
            {readersTime.moment(time)}
          </time>
          , {formatDuration(Date.parse(at) - time)} before
          {eventLinks(event).map(({ name, href }) => (
            <span key={name}>
              {' · '}
              <OutsideLink href={href} text={name} />
            </span>
          ))}
        </p>
      </div>
      <div class="cause-why">
        <p class="cause-score">
          <strong>{score}</strong> <span class="muted">of 100</span>
          <span class="score-bar" aria-hidden="true" style={{ '--score': score / 100 }} />
        </p>
        <ul class="reasons">
          {reasons.map(({ text, points }) => (
            <li key={text}>
              <span class="reason-points">+{points}</span> <EventText text={text} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
