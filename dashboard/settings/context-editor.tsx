import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { explain } from '../words.ts';
import type { ConsoleApi, ContextText } from './console-api.ts';
import { CONTEXT_TEMPLATE, contextRoom } from './context-template.ts';
import { MarkdownView } from './markdown-view.tsx';
import { Moment } from './moment.tsx';
import { writer } from './revision-line.tsx';

export interface ContextEditorProps {
  readonly api: ConsoleApi;
  /** What it is based on. */
  readonly found: ContextText;
  readonly onSaved: () => Promise<void>;
  readonly onCancel: () => void;
}

const COUNT = new Intl.NumberFormat('en');

/** Markdown beside what it looks like; says so when somebody else was faster. */
export function ContextEditor({ api, found, onSaved, onCancel }: ContextEditorProps) {
  const text = useSignal(found.text);
  const base = useSignal(found);
  const other = useSignal<ContextText | null>(null);
  const problem = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  const room = contextRoom(text.value);

  const save = async () => {
    isBusy.value = true;
    problem.value = null;
    const answer = await api.saveContext(text.peek(), base.peek().version);
    if (answer.ok) await onSaved();
    else if (answer.error.kind === 'conflict') {
      const latest = await api.context();
      if (latest.ok) other.value = latest.value;
      else problem.value = explain(latest.error, location.host);
    } else problem.value = explain(answer.error, location.host);
    isBusy.value = false;
  };
  const settle = (kept: string) => {
    if (other.value === null) return;
    base.value = other.value;
    text.value = kept;
    other.value = null;
  };

  return (
    <section class="section" aria-label="Editor">
      <div class="editor">
        <div class="entry">
          <label for="context-text">Markdown</label>
          <textarea
            ref={area}
            id="context-text"
            rows={18}
            spellcheck
            value={text.value}
            aria-describedby="context-room"
            aria-invalid={room < 0}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
          <div id="context-room" class="entry-note">
            {room < 0 ? (
              <span class="entry-problem">{COUNT.format(-room)} characters too many</span>
            ) : (
              `${COUNT.format(room)} characters left`
            )}
          </div>
        </div>
        <div class="entry">
          <span class="label">Preview</span>
          <div class="paper">
            <MarkdownView text={text.value} level={1} />
          </div>
        </div>
      </div>
      {other.value !== null && (
        <Conflict
          other={other.value}
          onMine={() => settle(text.peek())}
          onTheirs={(latest) => settle(latest)}
        />
      )}
      <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
      <p class="actions">
        <button
          type="button"
          class="button"
          data-primary
          disabled={isBusy.value || room < 0 || other.value !== null}
          onClick={() => void save()}
        >
          {isBusy.value ? 'Saving…' : 'Save'}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
        {text.value.trim() === '' && (
          <button
            type="button"
            class="button"
            onClick={() => {
              text.value = CONTEXT_TEMPLATE;
              area.current?.focus();
            }}
          >
            Start from a template
          </button>
        )}
      </p>
    </section>
  );
}

interface ConflictProps {
  readonly other: ContextText;
  readonly onMine: () => void;
  readonly onTheirs: (text: string) => void;
}

/** Nothing is lost: both texts are there, and a person decides. */
function Conflict({ other, onMine, onTheirs }: ConflictProps) {
  return (
    <div class="conflict" role="alert">
      <h2>Somebody else saved meanwhile</h2>
      <p>
        {writer(other)} saved version {other.version}, <Moment iso={other.updatedAt} />. Yours is
        still here and not saved.
      </p>
      <details>
        <summary>What they saved</summary>
        <pre>{other.text}</pre>
      </details>
      <p class="actions">
        <button type="button" class="button" onClick={onMine}>
          Keep my text, then save it over theirs
        </button>
        <button type="button" class="button" onClick={() => onTheirs(other.text)}>
          Take theirs and drop mine
        </button>
      </p>
    </div>
  );
}
