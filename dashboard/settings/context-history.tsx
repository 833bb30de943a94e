import { useSignal } from '@preact/signals';
import { Sheet } from '../components/sheet.tsx';
import { explain } from '../words.ts';
import type { ConsoleApi, ContextRevision, ContextText } from './console-api.ts';
import { MarkdownView } from './markdown-view.tsx';
import { Moment } from './moment.tsx';
import { RevisionLine, writer } from './revision-line.tsx';

export interface ContextHistoryProps {
  readonly revisions: readonly ContextRevision[];
  readonly read: ConsoleApi['contextAt'];
}

const COUNT = new Intl.NumberFormat('en');

/** Who wrote what, newest first; each can be looked at. */
export function ContextHistory({ revisions, read }: ContextHistoryProps) {
  const shown = useSignal<ContextText | null>(null);
  const problem = useSignal<string | null>(null);
  const show = async (version: number) => {
    problem.value = null;
    const answer = await read(version);
    if (answer.ok) shown.value = answer.value;
    else problem.value = explain(answer.error, location.host);
  };
  if (revisions.length === 0) return <p class="muted">No version was saved yet.</p>;
  return (
    <>
      <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
      <ol class="items" aria-label="Versions">
        {revisions.map((revision) => (
          <li key={revision.version} class="item">
            <div class="item-main">
              <strong>Version {revision.version}</strong>
              <span class="muted">
                <Moment iso={revision.updatedAt} /> by {writer(revision)},{' '}
                {COUNT.format(revision.length)} characters
              </span>
            </div>
            <button
              type="button"
              class="button"
              aria-label={`Show version ${revision.version}`}
              onClick={() => void show(revision.version)}
            >
              Show
            </button>
          </li>
        ))}
      </ol>
      {shown.value !== null && (
        <Sheet
          title={`Version ${shown.value.version}`}
          onClose={() => {
            shown.value = null;
          }}
        >
          <div class="stack">
            <RevisionLine revision={shown.value} />
            <MarkdownView text={shown.value.text} level={2} />
          </div>
        </Sheet>
      )}
    </>
  );
}
