import { useSignal } from '@preact/signals';
import { ConfirmSheet } from './confirm-sheet.tsx';
import type { ConsoleApi, RetentionRule } from './console-api.ts';
import { Loaded } from './loaded.tsx';
import type { PageProps } from './page.ts';
import { describeRule, type RuleDraft, readRules, toDraft } from './retention-rules.ts';
import { SampleRetention } from './sample-retention.tsx';
import { Saved, useSaved } from './saved.tsx';
import { useResource } from './use-resource.ts';

/** How long events are kept. */
export function RetentionPage({ api }: PageProps) {
  const retention = useResource(api.retention);
  return (
    <>
      <p class="muted">
        Events are kept for ever, unless a rule says otherwise; the most specific rule decides. What
        a rule deletes is gone.
      </p>
      <Loaded resource={retention}>{({ rules }) => <Rules api={api} initial={rules} />}</Loaded>
      <SampleRetention api={api} />
    </>
  );
}

interface RulesProps {
  readonly api: ConsoleApi;
  readonly initial: readonly RetentionRule[];
}

function Rules({ api, initial }: RulesProps) {
  const drafts = useSignal<readonly RuleDraft[]>(initial.map(toDraft));
  const problem = useSignal<string | null>(null);
  const asking = useSignal<readonly RetentionRule[] | null>(null);
  const saved = useSaved();
  const ask = () => {
    const read = readRules(drafts.peek());
    problem.value = 'problem' in read ? read.problem : null;
    if ('rules' in read) asking.value = read.rules;
  };
  const change = (id: number, over: Partial<RuleDraft>) => {
    drafts.value = drafts.value.map((one) => (one.id === id ? { ...one, ...over } : one));
  };
  const add = () => {
    const id = Math.max(-1, ...drafts.value.map((one) => one.id)) + 1;
    drafts.value = [...drafts.value, { id, type: '', subject: '', days: '365' }];
  };
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault();
        ask();
      }}
    >
      {drafts.value.length === 0 && <p>Nothing is deleted.</p>}
      {drafts.value.map((draft, index) => (
        <Rule
          key={draft.id}
          draft={draft}
          number={index + 1}
          onChange={(over) => change(draft.id, over)}
          onRemove={() => {
            drafts.value = drafts.value.filter((one) => one.id !== draft.id);
          }}
        />
      ))}
      <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
      <p class="actions">
        <button type="submit" class="button" data-primary>
          Save
        </button>
        <button type="button" class="button" onClick={add}>
          Add a rule
        </button>
        <Saved saved={saved} />
      </p>
      {asking.value !== null && (
        <SaveSheet
          api={api}
          rules={asking.value}
          onDone={() => {
            asking.value = null;
            saved.show('Saved');
          }}
          onClose={() => {
            asking.value = null;
          }}
        />
      )}
    </form>
  );
}

interface SaveSheetProps {
  readonly api: ConsoleApi;
  readonly rules: readonly RetentionRule[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function SaveSheet({ api, rules, onDone, onClose }: SaveSheetProps) {
  return (
    <ConfirmSheet
      title="Save the rules?"
      label="Save"
      act={() => api.saveRetention(rules)}
      onDone={onDone}
      onClose={onClose}
    >
      {rules.length === 0 ? (
        <p>Events are kept for ever.</p>
      ) : (
        <ul>
          {rules.map((rule, index) => (
            <li key={index}>{describeRule(rule)}</li>
          ))}
        </ul>
      )}
    </ConfirmSheet>
  );
}

interface RuleProps {
  readonly draft: RuleDraft;
  readonly number: number;
  readonly onChange: (over: Partial<RuleDraft>) => void;
  readonly onRemove: () => void;
}

function Rule({ draft, number, onChange, onRemove }: RuleProps) {
  const input = (name: 'type' | 'subject' | 'days', label: string, placeholder: string) => (
    <label class="entry">
      {label}
      <input
        value={draft[name]}
        placeholder={placeholder}
        inputMode={name === 'days' ? 'numeric' : 'text'}
        onInput={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <fieldset class="rule">
      <legend>Rule {number}</legend>
      {input('type', 'Type', 'every type')}
      {input('subject', 'Environment', 'every environment')}
      {input('days', 'Days', '365')}
      <button type="button" class="button" aria-label={`Remove rule ${number}`} onClick={onRemove}>
        Remove
      </button>
    </fieldset>
  );
}
