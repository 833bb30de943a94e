import { setUp } from '../accounts.ts';
import type { App } from '../app.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { problemOfEmail, problemOfName, problemOfPassword } from '../words.ts';
import { Door } from './door.tsx';
import { LinkProblem } from './link-problem.tsx';
import { NewPassword } from './new-password.tsx';

/** Makes the owner of a Milepost that nobody owns yet. */
export function SetUpView({ app }: { readonly app: App }) {
  const token = app.linkToken.value;
  if (token === null) {
    return (
      <LinkProblem
        app={app}
        title="Set up Milepost"
        text="This address needs the token of the set-up link that Milepost printed when it first started. Each link works once."
      />
    );
  }
  return (
    <Door title="Set up Milepost">
      <p class="muted">You will own this organization, and can invite others to it.</p>
      <Form
        submit="Create the account"
        busy="Creating…"
        check={(entry) => ({
          name: problemOfName(entry('name')),
          email: problemOfEmail(entry('email')),
          password: problemOfPassword(entry('password')),
        })}
        send={async (entry) => {
          const organization = entry('organization');
          const answer = await setUp({
            ...{ token, name: entry('name'), email: entry('email'), password: entry('password') },
            ...(organization === '' ? {} : { organization }),
          });
          return answer.ok ? app.enter() : answer;
        }}
        onDone={() => app.navigation.goTo('/welcome', 'replace')}
      >
        {(problem) => (
          <>
            <Field
              {...{ label: 'Organization', name: 'organization', autocomplete: 'organization' }}
              placeholder="Default organization"
              problem={problem('organization')}
            />
            <Field
              {...{ label: 'Your name', name: 'name', autocomplete: 'name' }}
              problem={problem('name')}
            />
            <Field
              {...{ label: 'E-mail', name: 'email', type: 'email', autocomplete: 'username' }}
              problem={problem('email')}
            />
            <NewPassword label="Password" problem={problem('password')} />
          </>
        )}
      </Form>
    </Door>
  );
}
