import { useSignal } from '@preact/signals';
import {
  PROVIDER_FACTS,
  PROVIDER_KINDS,
  PROVIDER_LIMITS,
  type ProviderKind,
} from '../../backend/model/provider.ts';
import { AreaField } from '../components/area-field.tsx';
import { Field } from '../components/field.tsx';
import { Form, readEntries } from '../components/form.tsx';
import { SelectField } from '../components/select-field.tsx';
import { Sheet } from '../components/sheet.tsx';
import { problemOfName } from '../words.ts';
import type { ConsoleApi } from './console-api.ts';
import type { Provider, Tried } from './metric-requests.ts';
import { CredentialFields } from './provider-credentials.tsx';
import {
  HISTORIES,
  INTERVALS,
  kindOf,
  NEW_PROVIDER,
  readProvider,
  withOwn,
} from './provider-form.ts';
import { ProviderQueryFields } from './provider-query-fields.tsx';
import { ProviderTried } from './provider-tried.tsx';
import { useAction } from './use-action.ts';

export interface ProviderSheetProps {
  readonly api: ConsoleApi;
  /** Null: a new one. */
  readonly provider: Provider | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const KINDS = PROVIDER_KINDS.map((kind) => [kind, PROVIDER_FACTS[kind].name] as const);

/** Sets up where metrics are fetched from; "Test now" shows what would come. */
export function ProviderSheet({ api, provider, onDone, onClose }: ProviderSheetProps) {
  const kind = useSignal<ProviderKind>(provider?.kind ?? 'prometheus');
  const queries = useSignal(provider?.queries.map((_, id) => id) ?? [0]);
  const tried = useSignal<readonly Tried[] | null>(null);
  const testing = useAction();
  const hasKept = (provider?.credentialNames.length ?? 0) > 0;
  const read = (form: HTMLFormElement) =>
    readProvider(readEntries(form), kind.peek(), queries.peek().length, hasKept);
  const test = (form: HTMLFormElement) =>
    testing.run(async () => {
      tried.value = null;
      const answer = await api.tryProvider(provider?.id ?? null, read(form));
      if (answer.ok) tried.value = answer.value;
      return answer;
    });
  const facts = PROVIDER_FACTS[kind.value];
  return (
    <Sheet title={provider === null ? 'Add a provider' : provider.name} onClose={onClose} isWide>
      <Form
        submit={provider === null ? 'Add the provider' : 'Save'}
        busy="Saving…"
        check={(entry) => ({ name: problemOfName(entry('name')) })}
        send={(_, form) =>
          provider === null
            ? api.addProvider(read(form))
            : api.changeProvider(provider.id, read(form))
        }
        onDone={onDone}
        actions={
          <button
            type="button"
            class="button"
            disabled={testing.isBusy.value}
            onClick={({ currentTarget }) => {
              if (currentTarget.form !== null) void test(currentTarget.form);
            }}
          >
            {testing.isBusy.value ? 'Asking…' : 'Test now'}
          </button>
        }
      >
        {(problem) => (
          <>
            <div class="entries">
              <SelectField
                {...{ label: 'Kind', name: 'kind', options: KINDS, value: kind.value }}
                onChange={(text) => {
                  kind.value = kindOf(text);
                }}
              />
              <Field
                {...{ label: 'Name', name: 'name', maxLength: PROVIDER_LIMITS.name }}
                value={provider?.name ?? ''}
                placeholder={`Such as: ${facts.name}, eu-west`}
                problem={problem('name')}
              />
            </div>
            <Field
              {...{ label: 'Address', name: 'url', maxLength: PROVIDER_LIMITS.url }}
              value={provider?.url ?? ''}
              placeholder={facts.url ?? 'http://prometheus.internal:9090'}
              hint={
                facts.url === null ? facts.urlHint : `${facts.urlHint}; ${facts.url} when empty`
              }
              problem={problem('url')}
            />
            <CredentialFields
              key={kind.value}
              kind={kind.value}
              kept={provider?.kind === kind.value ? provider.credentialNames : []}
              problem={problem}
            />
            <div class="entries">
              <SelectField
                {...{ label: 'Fetch', name: 'intervalSeconds' }}
                options={withOwn(
                  INTERVALS,
                  provider?.intervalSeconds ?? NEW_PROVIDER.intervalSeconds,
                  'seconds',
                )}
                value={String(provider?.intervalSeconds ?? NEW_PROVIDER.intervalSeconds)}
              />
              <SelectField
                {...{ label: 'Of the past, fetch at first', name: 'historyDays' }}
                options={withOwn(
                  HISTORIES,
                  provider?.historyDays ?? NEW_PROVIDER.historyDays,
                  'days',
                )}
                value={String(provider?.historyDays ?? NEW_PROVIDER.historyDays)}
                hint="With four weeks, verdicts know what is usual at each hour."
              />
            </div>
            {queries.value.map((id, place) => (
              <ProviderQueryFields
                key={id}
                {...{ kind: kind.value, place, problem }}
                initial={provider?.queries[id]}
                onRemove={
                  queries.value.length === 1
                    ? null
                    : () => {
                        queries.value = queries.value.filter((one) => one !== id);
                      }
                }
              />
            ))}
            {problem('queries') !== undefined && <p class="problem">{problem('queries')}</p>}
            <p>
              <button
                type="button"
                class="button"
                onClick={() => {
                  queries.value = [...queries.value, Math.max(...queries.value) + 1];
                }}
              >
                Add a metric
              </button>
            </p>
            <details class="more">
              <summary>Certificate, pause</summary>
              <div class="stack">
                <AreaField
                  {...{ label: 'Certificate of its authority (PEM)', name: 'certificate', rows: 3 }}
                  value={provider?.certificate ?? ''}
                  hint="Where it has been signed by an authority of your own."
                  problem={problem('certificate')}
                />
                <label class="check">
                  <input type="checkbox" name="isPaused" defaultChecked={provider?.isPaused} />
                  Pause: keep the settings, fetch nothing
                </label>
              </div>
            </details>
            {testing.problem.value !== null && (
              <p class="problem" role="alert">
                {testing.problem.value}
              </p>
            )}
            {tried.value !== null && <ProviderTried tried={tried.value} />}
          </>
        )}
      </Form>
    </Sheet>
  );
}
