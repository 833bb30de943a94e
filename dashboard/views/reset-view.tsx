import { useSignal } from '@preact/signals';
import { resetPassword } from '../accounts.ts';
import type { App } from '../app.ts';
import { Form } from '../components/form.tsx';
import { problemOfPassword } from '../words.ts';
import { Door } from './door.tsx';
import { explainLink } from './invite-view.tsx';
import { LinkProblem } from './link-problem.tsx';
import { NewPassword } from './new-password.tsx';

const TITLE = 'Set a new password';
const NO_TOKEN = 'This address needs the token of a reset link. Ask an owner or admin for one.';

/** Sets a password by the link that an owner made, or a shell. */
export function ResetView({ app }: { readonly app: App }) {
  const isDone = useSignal(false);
  const token = app.linkToken.value;
  if (token === null) return <LinkProblem app={app} title={TITLE} text={NO_TOKEN} />;
  return (
    <Door title={TITLE}>
      {isDone.value ? (
        <>
          <p role="status">Your new password is set. You are signed out everywhere else.</p>
          <p class="actions">
            <a href="/" class="button" data-primary>
              {app.session.value === null ? 'Sign in' : 'Open Milepost'}
            </a>
          </p>
        </>
      ) : (
        <Form
          submit="Set the password"
          busy="Setting…"
          check={(entry) => ({ password: problemOfPassword(entry('password')) })}
          send={async (entry) => {
            const answer = await resetPassword(token, entry('password'));
            if (answer.ok) app.ticket.value = answer.value.secondFactor?.ticket ?? null;
            // Where passwords are off, the link has signed in.
            return answer.ok && answer.value.person ? app.enter() : answer;
          }}
          explainError={explainLink}
          onDone={() => {
            isDone.value = true;
          }}
        >
          {(problem) => <NewPassword label="New password" problem={problem('password')} />}
        </Form>
      )}
    </Door>
  );
}
