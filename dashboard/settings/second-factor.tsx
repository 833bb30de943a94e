import { useSignal } from '@preact/signals';
import { Field } from '../components/field.tsx';
import { type Entries, Form } from '../components/form.tsx';
import { SecretField } from '../components/secret-field.tsx';
import type { ApiResult } from '../requests.ts';
import type { NewFactor, WaysIn } from './console-api.ts';
import { NewSecondFactor } from './new-second-factor.tsx';
import type { PageProps } from './page.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export interface SecondFactorProps extends Pick<PageProps, 'api'> {
  readonly ways: WaysIn;
  readonly onChanged: () => void;
}

type Step =
  | { readonly kind: 'rest' | 'password' | 'off' }
  | { readonly kind: 'app'; readonly made: NewFactor }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** A code from a phone behind the password: on, off, and the way between. */
export function SecondFactor({ api, ways, onChanged }: SecondFactorProps) {
  const step = useSignal<Step>({ kind: 'rest' });
  const go = (next: Step) => {
    step.value = next;
  };
  const rest = () => {
    go({ kind: 'rest' });
    onChanged();
  };
  switch (step.value.kind) {
    case 'password':
      return (
        <PasswordForm
          submit="Continue"
          begin={(entry) => api.beginFactor(entry('password'))}
          onDone={(made) => go({ kind: 'app', made })}
          onCancel={rest}
        />
      );
    case 'app':
      return (
        <NewSecondFactor
          made={step.value.made}
          confirm={api.confirmFactor}
          onDone={(codes) => go({ kind: 'codes', codes })}
          onCancel={rest}
        />
      );
    case 'codes':
      return <RecoveryCodes codes={step.value.codes} onDone={rest} />;
    case 'off':
      return (
        <PasswordForm
          submit="Turn it off"
          hasCode
          begin={(entry) => api.turnOffFactor(entry('password'), entry('code'))}
          onDone={rest}
          onCancel={rest}
        />
      );
    default:
      return <Resting ways={ways} go={go} />;
  }
}

function Resting({
  ways,
  go,
}: Pick<SecondFactorProps, 'ways'> & { readonly go: (to: Step) => void }) {
  const { isOn, recoveryCodesLeft: left } = ways.secondFactor;
  return (
    <div class="item-line">
      <p>
        {isOn ? (
          <>
            <span class="tag" data-state="active">
              On
            </span>{' '}
            <span class="muted">
              A code is asked for behind the password. {left}{' '}
              {left === 1 ? 'recovery code is' : 'recovery codes are'} left.
            </span>
          </>
        ) : (
          <span class="muted">
            Off. With one, nobody gets in with your password alone: a code from your phone is asked
            for, too.
          </span>
        )}
      </p>
      <button type="button" class="button" onClick={() => go({ kind: isOn ? 'off' : 'password' })}>
        {isOn ? 'Turn it off…' : 'Set it up…'}
      </button>
    </div>
  );
}

interface PasswordFormProps<Value> {
  readonly submit: string;
  readonly hasCode?: boolean;
  readonly begin: (entry: Entries) => Promise<ApiResult<Value>>;
  readonly onDone: (value: Value) => void;
  readonly onCancel: () => void;
}

/** Who finds an open browser must not change what guards it. */
function PasswordForm<Value>(props: PasswordFormProps<Value>) {
  const { submit, hasCode = false, begin, onDone, onCancel } = props;
  return (
    <Form
      submit={submit}
      busy="Checking…"
      check={(entry) => ({
        password: entry('password') === '' ? 'Write your current password.' : null,
        ...(hasCode && { code: entry('code') === '' ? 'Write a code of your app.' : null }),
      })}
      send={async (entry) => {
        const answer = await begin(entry);
        if (answer.ok) onDone(answer.value);
        return answer;
      }}
      actions={
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
      }
    >
      {(problem) => (
        <>
          <SecretField
            {...{ label: 'Current password', name: 'password', autocomplete: 'current-password' }}
            problem={problem('password')}
          />
          {hasCode && (
            <Field
              {...{ label: 'Code', name: 'code', autocomplete: 'one-time-code' }}
              hint="From your app; or a recovery code."
              problem={problem('code')}
            />
          )}
        </>
      )}
    </Form>
  );
}
