import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { acceptInvitation, findInvitation, type Invitation } from '../accounts.ts';
import type { App } from '../app.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import type { ApiError, ApiResult } from '../requests.ts';
import { explain, problemOfName, problemOfPassword } from '../words.ts';
import { Door } from './door.tsx';
import { LinkProblem } from './link-problem.tsx';
import { NewPassword } from './new-password.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { useWays } from './use-ways.ts';

const TITLE = 'Join Milepost';
const NO_TOKEN =
  'This address needs the token of an invitation. Ask whoever invited you for the whole link.';

/** Joins an organization by the link of an invitation. */
export function InviteView({ app }: { readonly app: App }) {
  const token = app.linkToken.value;
  const found = useSignal<ApiResult<Invitation> | null>(null);
  useEffect(() => {
    if (token === null) return;
    void findInvitation(token).then((answer) => {
      found.value = answer;
    });
  }, [token]);
  if (token === null) return <LinkProblem app={app} title={TITLE} text={NO_TOKEN} />;
  if (found.value === null) {
    return (
      <Door title={TITLE}>
        <p role="status">Looking at your invitation…</p>
      </Door>
    );
  }
  if (!found.value.ok) {
    return <LinkProblem app={app} title={TITLE} text={explainLink(found.value.error)} />;
  }
  return <Join app={app} token={token} invitation={found.value.value} />;
}

/** A link that is not good any more; what to do is up to whoever made it. */
export function explainLink(error: ApiError): string {
  if (error.kind === 'unreachable') return explain(error, location.host);
  return `${explain(error, location.host)} Ask for a new link: each works once, and for some days.`;
}

interface JoinProps {
  readonly app: App;
  readonly token: string;
  readonly invitation: Invitation;
}

function Join({ app, token, invitation }: JoinProps) {
  const { organization, email, role } = invitation;
  const ways = useWays().value;
  return (
    <Door title={`Join ${organization}`}>
      <p class="muted">
        You are invited as <strong>{role}</strong>.
      </p>
      {ways?.singleSignOn && (
        <>
          <SingleSignOn name={ways.singleSignOn.name} to="/" isPrimary={!ways.password} />
          <p class="muted">
            With the address {email}.{ways.password && ' Or choose a password:'}
          </p>
        </>
      )}
      {ways?.password !== false && (
        <Form
          submit="Join"
          busy="Joining…"
          check={(entry) => ({
            name: problemOfName(entry('name')),
            password: problemOfPassword(entry('password')),
          })}
          send={async (entry) => {
            const answer = await acceptInvitation(token, entry('name'), entry('password'));
            return answer.ok ? app.enter() : answer;
          }}
          onDone={() => app.navigation.goTo('/', 'replace')}
        >
          {(problem) => (
            <>
              <Field
                {...{ label: 'E-mail', name: 'email', type: 'email', autocomplete: 'username' }}
                value={email}
                isReadOnly
              />
              <Field
                {...{ label: 'Your name', name: 'name', autocomplete: 'name' }}
                problem={problem('name')}
              />
              <NewPassword label="Password" problem={problem('password')} />
            </>
          )}
        </Form>
      )}
    </Door>
  );
}
