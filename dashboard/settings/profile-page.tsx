import { Form } from '../components/form.tsx';
import { SecretField } from '../components/secret-field.tsx';
import { NewPassword } from '../views/new-password.tsx';
import { problemOfPassword } from '../words.ts';
import type { SignedIn } from './console-api.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';
import { NameForm } from './name-form.tsx';
import type { PageProps } from './page.ts';
import { ROLE_HINTS } from './role-select.tsx';
import { Saved, useSaved } from './saved.tsx';
import { SecondFactor } from './second-factor.tsx';
import { useAction } from './use-action.ts';
import { type Resource, useResource } from './use-resource.ts';
import { describeBrowser } from './user-agent.ts';

/** Oneself: the name, the ways in, and where one is signed in. */
export function ProfilePage({ api, account, onAccount }: PageProps) {
  const { person } = account;
  const ways = useResource(api.waysIn);
  const sessions = useResource(api.sessions);
  if (person === null) return null;
  return (
    <>
      <NameForm
        {...{ name: person.name, submit: 'Save the name', autocomplete: 'name' }}
        isQuiet
        send={api.rename}
        onSaved={onAccount}
      />
      <dl class="facts">
        <div>
          <dt>E-mail</dt>
          <dd>{person.email}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>
            {person.role} <span class="muted">{ROLE_HINTS[person.role]}</span>
          </dd>
        </div>
      </dl>
      <Loaded resource={ways}>
        {(found) => (
          <>
            {found.issuer !== null && (
              <p class="muted">
                You may sign in by {new URL(found.issuer).host}, which vouches for you.
              </p>
            )}
            {found.hasPassword && (
              <>
                <section class="section">
                  <h2>Password</h2>
                  <PasswordForm
                    api={api}
                    email={person.email}
                    onChanged={() => void sessions.reload()}
                  />
                </section>
                <section class="section">
                  <h2>Second factor</h2>
                  <SecondFactor
                    api={api}
                    ways={found}
                    onChanged={() => {
                      void ways.reload();
                      void sessions.reload();
                    }}
                  />
                </section>
              </>
            )}
          </>
        )}
      </Loaded>
      <section class="section">
        <h2>Signed in</h2>
        <Loaded resource={sessions}>
          {(found) => (
            <ul class="items" aria-label="Sessions">
              {found.map((one) => (
                <SessionRow key={one.id} one={one} api={api} sessions={sessions} />
              ))}
            </ul>
          )}
        </Loaded>
      </section>
    </>
  );
}

interface PasswordFormProps extends Pick<PageProps, 'api'> {
  readonly email: string;
  readonly onChanged: () => void;
}

function PasswordForm({ api, email, onChanged }: PasswordFormProps) {
  const saved = useSaved();
  return (
    <Form
      submit="Change the password"
      busy="Changing…"
      isQuiet
      check={(entry) => ({
        current: entry('current') === '' ? 'Write your current password.' : null,
        password: problemOfPassword(entry('password')),
      })}
      send={(entry) => api.changePassword(entry('current'), entry('password'))}
      onDone={(form) => {
        form.reset();
        saved.show('Changed, and signed out elsewhere');
        onChanged();
      }}
      actions={<Saved saved={saved} />}
    >
      {(problem) => (
        <>
          {/* Tells password managers whose password it is. */}
          <input hidden name="username" autocomplete="username" value={email} readOnly />
          <SecretField
            {...{ label: 'Current password', name: 'current', autocomplete: 'current-password' }}
            problem={problem('current')}
          />
          <NewPassword label="New password" problem={problem('password')} />
        </>
      )}
    </Form>
  );
}

interface SessionRowProps extends Pick<PageProps, 'api'> {
  readonly one: SignedIn;
  readonly sessions: Resource<readonly SignedIn[]>;
}

function SessionRow({ one, api, sessions }: SessionRowProps) {
  const { isBusy, problem, run } = useAction();
  const end = async () => {
    if (await run(() => api.endSession(one.id))) await sessions.reload();
  };
  const browser = describeBrowser(one.userAgent);
  return (
    <li class="item">
      <div class="item-main">
        <strong>
          {browser}
          {one.isCurrent && <span class="muted"> (this one)</span>}
        </strong>
        <span class="muted">
          since <Moment iso={one.createdAt} />, from {one.address}
        </span>
      </div>
      {!one.isCurrent && (
        <button
          type="button"
          class="button"
          aria-label={`Sign out ${browser}`}
          disabled={isBusy.value}
          onClick={() => void end()}
        >
          Sign out
        </button>
      )}
      {problem.value !== null && (
        <p class="problem item-problem" role="alert">
          {problem.value}
        </p>
      )}
    </li>
  );
}
