import { useEffect, useMemo } from 'preact/hooks';
import { CopyButton } from '../components/copy-button.tsx';
import { type CausesAnswer, createInsightApi } from '../details/insight-api.ts';
import { useNames } from '../details/use-names.ts';
import { saveFile } from '../save-file.ts';
import { Loaded } from '../settings/loaded.tsx';
import { readersTime } from '../time-format.ts';
import { useAnswer } from '../use-answer.ts';
import { OpenEventDrawer } from '../views/open-event-drawer.tsx';
import { useEventKeys } from '../views/use-event-keys.ts';
import type { ViewProps } from '../views/view-props.ts';
import { CauseItem } from './cause-item.tsx';
import { IncidentForm } from './incident-form.tsx';
import { toMarkdown } from './incident-markdown.ts';
import { type IncidentState, readIncident, writeIncident } from './incident-state.ts';
import { Scoring } from './scoring.tsx';
import { TimeAxis } from './time-axis.tsx';

/** So often `now` moves on, ms. */
const MINUTE_MS = 60_000;

/** What changed before a moment, the most suspicious first. */
export function IncidentView({ app, session, preferences }: ViewProps) {
  useEventKeys(app, preferences);
  const { navigation, now } = app;
  const api = useMemo(() => createInsightApi(session.key), [session]);
  const names = useNames(api);
  const query = navigation.query.value;
  const state = readIncident(query);
  const { at, subject, source, window } = state;
  const minute = at === 'now' ? Math.floor(now.value / MINUTE_MS) : 0;
  const causes = useAnswer({
    key: JSON.stringify([at, subject, source, window, minute]),
    ask: (signal) => api.causes({ at, subject, source, window }, signal),
    keeps: true,
  });
  const answer = causes.state.value.kind === 'ready' ? causes.state.value.value : null;
  useEffect(() => {
    document.title = 'What changed before? – Milepost';
  }, []);
  return (
    <>
      <main class="main page" tabIndex={-1}>
        <div class="page-head">
          <h1>What changed before?</h1>
          {answer !== null && <Exports answer={answer} state={state} />}
        </div>
        <IncidentForm
          state={state}
          names={names}
          at={answer?.at ?? null}
          onChange={(change) => navigation.ask(writeIncident({ ...state, ...change }, query))}
        />
        <Loaded resource={causes}>
          {(found) => <Findings answer={found} state={state} navigation={navigation} />}
        </Loaded>
      </main>
      <OpenEventDrawer app={app} session={session} />
    </>
  );
}

interface ExportsProps {
  readonly answer: CausesAnswer;
  readonly state: IncidentState;
}

function Exports({ answer, state }: ExportsProps) {
  const markdown = () => {
    // Who reads the postmortem wants this moment, not theirs.
    const query = writeIncident({ ...state, at: answer.at }, new URLSearchParams());
    const address = `${location.origin}/incident?${query}`;
    return toMarkdown(answer, state, { origin: location.origin, address });
  };
  return (
    <div class="actions">
      <CopyButton label="Copy as Markdown" text={markdown} />
      <button
        type="button"
        class="button"
        onClick={() => saveFile(`changes-before-${answer.at.slice(0, 16)}.md`, markdown())}
      >
        Download Markdown
      </button>
    </div>
  );
}

interface FindingsProps extends ExportsProps {
  readonly navigation: ViewProps['app']['navigation'];
}

function Findings({ answer: { at, causes, considered }, state, navigation }: FindingsProps) {
  const moment = readersTime.absolute(Date.parse(at));
  if (causes.length === 0) return <Nothing state={state} moment={moment} />;
  const more = considered - causes.length;
  return (
    <>
      <p class="lead" role="status">
        {considered === 1 ? '1 change' : `${considered} changes`} in the {state.window} before{' '}
        <strong>{moment}</strong>, most suspicious first
        {more > 0 && `; the first ${causes.length} of them`}.
      </p>
      <TimeAxis at={at} window={state.window} causes={causes} navigation={navigation} />
      <ol class="causes">
        {causes.map((cause, index) => (
          <CauseItem
            key={`${cause.event.source}\n${cause.event.id}`}
            {...{ cause, rank: index + 1, at, navigation }}
          />
        ))}
      </ol>
      <Scoring />
    </>
  );
}

function Nothing({ state, moment }: { readonly state: IncidentState; readonly moment: string }) {
  const isFiltered = state.subject !== '' || state.source !== '';
  return (
    <div class="notice" role="status">
      <h2>No change before that</h2>
      <p>
        Nothing was recorded in the {state.window} before {moment}
        {isFiltered ? ' in this place' : ''}. What is not recorded here may have changed all the
        same.
      </p>
      <p>
        {state.window === '24h' ? 'Choose another moment' : 'Look back further'}
        {isFiltered ? ', or any environment and system.' : '.'} Incidents and alerts are
        consequences and do not count as changes.
      </p>
    </div>
  );
}
