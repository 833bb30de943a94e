import { useEffect, useMemo } from 'preact/hooks';
import { FilterSelect } from '../components/filter-select.tsx';
import { createInsightApi, type DeliveryAnswer } from '../details/insight-api.ts';
import { useNames } from '../details/use-names.ts';
import type { Navigation } from '../navigation.ts';
import { Loaded } from '../settings/loaded.tsx';
import { shortName } from '../text.ts';
import { readersTime } from '../time-format.ts';
import { useAnswer } from '../use-answer.ts';
import { OpenEventDrawer } from '../views/open-event-drawer.tsx';
import { useEventKeys } from '../views/use-event-keys.ts';
import type { ViewProps } from '../views/view-props.ts';
import { CellsTable } from './cells-table.tsx';
import { FigureCard } from './figure-card.tsx';
import { FIGURES } from './figures.ts';
import { type InsightsState, RANGES, readInsights, writeInsights } from './insights-state.ts';

/** How delivery does: what every figure means, what it is counted from, and how it goes. */
export function InsightsView({ app, session, preferences }: ViewProps) {
  useEventKeys(app, preferences);
  const { navigation } = app;
  const api = useMemo(() => createInsightApi(session.key), [session]);
  const names = useNames(api);
  const query = navigation.query.value;
  const state = readInsights(query);
  const { from, subject, source } = state;
  const delivery = useAnswer({
    key: JSON.stringify(state),
    ask: (signal) => api.delivery({ from, subject, source }, signal),
    keeps: true,
  });
  const change = (chosen: Partial<InsightsState>) =>
    navigation.ask(writeInsights({ ...state, ...chosen }, query));
  useEffect(() => {
    document.title = 'Insights – Milepost';
  }, []);
  return (
    <>
      <main class="main page" tabIndex={-1}>
        <div class="page-head">
          <h1>How delivery does</h1>
        </div>
        <form class="controls" onSubmit={(submit) => submit.preventDefault()}>
          <fieldset class="ranges">
            <legend class="visually-hidden">Time range</legend>
            {RANGES.map(({ from: start, label, name }) => (
              <label key={start} class="range" title={name}>
                <input
                  type="radio"
                  name="range"
                  aria-label={name}
                  checked={start === from}
                  onChange={() => change({ from: start })}
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
          <FilterSelect
            label="Environment"
            all="All"
            value={subject}
            options={names.subjects}
            onChange={(chosen) => change({ subject: chosen })}
          />
          <FilterSelect
            label="System"
            show={shortName}
            all="All"
            value={source}
            options={names.sources}
            onChange={(chosen) => change({ source: chosen })}
          />
        </form>
        <Loaded resource={delivery}>
          {(answer) => <Figures answer={answer} state={state} navigation={navigation} />}
        </Loaded>
      </main>
      <OpenEventDrawer app={app} session={session} />
    </>
  );
}

interface FiguresProps {
  readonly answer: DeliveryAnswer;
  readonly state: InsightsState;
  readonly navigation: Navigation;
}

function Figures({ answer, state, navigation }: FiguresProps) {
  const { from, to, figures, cells } = answer;
  if (figures.deployments === 0) return <Nothing state={state} />;
  return (
    <>
      <p class="lead" role="status">
        {figures.deployments === 1 ? '1 deployment' : `${figures.deployments} deployments`},{' '}
        {readersTime.range(Date.parse(from), Date.parse(to))}
      </p>
      <div class="delivery-cards">
        {FIGURES.map((kind) => (
          <FigureCard key={kind.name} {...{ kind, answer, state, navigation }} />
        ))}
        <HowToRead />
      </div>
      {cells.length > 1 && <CellsTable cells={cells} state={state} />}
    </>
  );
}

function HowToRead() {
  return (
    <section class="figure" aria-label="How to read this">
      <h2>How to read this</h2>
      <p>
        Each figure says from how many events it is counted, and lists them. Where they are too few
        it says so: five deployments, or three recoveries, are the least.
      </p>
      <p>A deployment of the last day may still fail.</p>
      <p>
        An incident counts against the deployment before it when both name the same system and
        environment. Compare a system with its own past, and not people with each other.
      </p>
    </section>
  );
}

function Nothing({ state }: { readonly state: InsightsState }) {
  const isFiltered = state.subject !== '' || state.source !== '';
  return (
    <div class="notice" role="status">
      <h2>No deployment to count</h2>
      <p>
        {isFiltered
          ? 'There is none in this place and range. Choose another one, or all of them.'
          : 'There is none in this range. The figures are read from events of type deployment, rollback, incident and incident-resolved; nothing else has to be set up.'}
      </p>
      {!isFiltered && (
        <p>
          <a class="link" href="/welcome">
            Connect a pipeline
          </a>
        </p>
      )}
    </div>
  );
}
