import type { StoredEvent } from '../../backend/model/event.ts';
import { DEFAULT_WINDOW, WINDOWS, type Window, windowMs } from '../../backend/model/impact.ts';
import { CommandBlock } from '../components/command-block.tsx';
import { EventText } from '../components/event-text.tsx';
import type { Navigation } from '../navigation.ts';
import { Loaded } from '../settings/loaded.tsx';
import { shortSource } from '../text.ts';
import { formatDuration, readersTime } from '../time-format.ts';
import { useAnswer } from '../use-answer.ts';
import { distanceOf } from './cell.ts';
import { EventLink, nameOf } from './event-link.tsx';
import { byAttention, sampleCommand, summarize } from './impact-words.ts';
import type { ImpactAnswer, InsightApi } from './insight-api.ts';
import { MetricImpact } from './metric-impact.tsx';
import { Section } from './section.tsx';
import { WindowChoice } from './window-choice.tsx';

export interface ImpactPanelProps {
  readonly api: InsightApi;
  readonly event: StoredEvent;
  readonly navigation: Navigation;
}

/** The member of the address that holds the window. */
const PARAMETER = 'impact';
const DELAY_MS = 150;
/** Metrics that are open from the start, when they have something to say. */
const OPEN = 4;
const OTHERS = 10;

/** What the metrics did before and after the event. */
export function ImpactPanel({ api, event, navigation }: ImpactPanelProps) {
  const query = navigation.query.value;
  const window = readWindow(query.get(PARAMETER));
  const impact = useAnswer({
    key: `${window}\n${event.source}\n${event.id}`,
    ask: (signal) => api.impact(event, window, signal),
    delayMs: DELAY_MS,
    keeps: true,
  });
  const choose = (chosen: Window) => {
    const next = new URLSearchParams(query);
    if (chosen === DEFAULT_WINDOW) next.delete(PARAMETER);
    else next.set(PARAMETER, chosen);
    navigation.ask(next, 'replace');
  };
  return (
    <Section
      name="Impact"
      aside={
        event.subject !== null && (
          <WindowChoice
            name="impact"
            label="Time before and after"
            window={window}
            onChange={choose}
          />
        )
      }
    >
      {event.subject === null ? (
        <p class="muted">
          This event names no environment (subject), so there is no metric that could be its own.
        </p>
      ) : (
        <Loaded resource={impact}>
          {(answer) => <Verdicts impact={answer} event={event} navigation={navigation} />}
        </Loaded>
      )}
    </Section>
  );
}

function readWindow(text: string | null): Window {
  return WINDOWS.find((one) => one === text) ?? DEFAULT_WINDOW;
}

interface VerdictsProps {
  readonly impact: ImpactAnswer;
  readonly event: StoredEvent;
  readonly navigation: Navigation;
}

function Verdicts({ impact, event, navigation }: VerdictsProps) {
  const { metrics, after, window, omitted } = impact;
  if (metrics.length === 0) return <NoMetrics event={event} />;
  const isFew = metrics.length <= 2;
  const isCut = Date.parse(after.to) - Date.parse(after.from) < windowMs(window);
  return (
    <>
      <p role="status">
        {metrics.length === 1 ? '1 metric' : `${metrics.length} metrics`}: {summarize(metrics)}.
      </p>
      {isCut && (
        <p class="muted">
          It was rolled back: the time after ends there, {readersTime.moment(Date.parse(after.to))}.
        </p>
      )}
      {!after.complete && (
        <p class="muted">
          The {window} after it have not passed yet: more samples may come until{' '}
          {readersTime.moment(Date.parse(after.to))}.
        </p>
      )}
      <div class="metrics">
        {byAttention(metrics).map((metric, index) => (
          <MetricImpact
            key={`${metric.metric}\n${metric.source}`}
            metric={metric}
            impact={impact}
            isOpen={isFew || (index < OPEN && isTelling(metric.verdict))}
          />
        ))}
      </div>
      {omitted > 0 && <p class="muted">{omitted} more series were not looked at.</p>}
      {metrics.some(({ verdict }) => verdict === 'inconclusive') && <Inconclusive />}
      <Others impact={impact} event={event} navigation={navigation} />
    </>
  );
}

function isTelling(verdict: string): boolean {
  return verdict === 'degraded' || verdict === 'changed' || verdict === 'improved';
}

function Inconclusive() {
  return (
    <details class="explained">
      <summary>What “inconclusive” means</summary>
      <p>
        The samples carry no verdict: there are too few of them, or the difference is no larger than
        what chance does to numbers like these. That is not the same as “no difference”. A longer
        window, or more samples a minute, may tell.
      </p>
    </details>
  );
}

function Others({ impact: { others }, event, navigation }: VerdictsProps) {
  if (others.length === 0) return null;
  return (
    <details class="explained">
      <summary>
        {others.length === 1 ? '1 other change' : `${others.length} other changes`} in this time
      </summary>
      <p class="muted">What each of them did to the numbers cannot be told apart.</p>
      <ul class="near">
        {others.slice(0, OTHERS).map(({ event: one, sameSource }) => (
          <li key={`${one.source}\n${one.id}`}>
            <span>
              <EventLink event={one} navigation={navigation} text={nameOf(one)} />{' '}
              <span class="muted">
                {sameSource ? 'same system' : <EventText text={shortSource(one.source)} />},{' '}
                {distanceOf(one, event, formatDuration)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {others.length > OTHERS && <p class="muted">and {others.length - OTHERS} more</p>}
    </details>
  );
}

function NoMetrics({ event: { subject, source } }: { readonly event: StoredEvent }) {
  return (
    <div class="explained">
      <p>
        No metric of <EventText text={subject ?? ''} /> has samples. Send a few numbers that matter,
        such as an error rate, and this says what the change did to them:
      </p>
      <CommandBlock
        command={sampleCommand(location.origin, subject ?? '', source)}
        label="Copy the command"
      />
      <p>
        <a class="link" href="/docs">
          The API reference
        </a>{' '}
        has the rest, under “Metrics”.
      </p>
    </div>
  );
}
