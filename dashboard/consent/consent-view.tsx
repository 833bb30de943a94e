import { useMemo } from 'preact/hooks';
import type { Account } from '../api.ts';
import { Loaded } from '../settings/loaded.tsx';
import { useResource } from '../settings/use-resource.ts';
import { Door } from '../views/door.tsx';
import type { ViewProps } from '../views/view-props.ts';
import { askConsent, type Question } from './consent-api.ts';
import { ConsentForm } from './consent-form.tsx';

/** An assistant has sent somebody here: they let it in, or they do not. */
export function ConsentView({ app, session }: Pick<ViewProps, 'app' | 'session'>) {
  const account = session.account.value;
  if (account === null) {
    return (
      <Door title="Connect an assistant">
        <p role="status">Loading</p>
      </Door>
    );
  }
  if (account.person !== null) return <Asked account={account} />;
  return (
    <Door title="Connect an assistant">
      <p>This browser is open with an API key. Only a person can let an assistant in.</p>
      <p class="actions">
        <button type="button" class="button" data-primary onClick={() => void app.signOut()}>
          Sign in with a password
        </button>
      </p>
    </Door>
  );
}

function Asked({ account }: { readonly account: Account }) {
  const query = useMemo(() => location.search.slice(1), []);
  const question = useResource(() => askConsent(query));
  return (
    <Door title="Connect an assistant">
      <Loaded resource={question}>
        {({ client, refusal }) =>
          client === null ? (
            <Refused refusal={refusal} />
          ) : (
            <ConsentForm query={query} client={client} account={account} />
          )
        }
      </Loaded>
    </Door>
  );
}

/** Nobody is sent anywhere unasked: whoever made this request may have made its address too. */
function Refused({ refusal }: Pick<Question, 'refusal'>) {
  const { message = 'it is not there', back = null, place = null } = refusal ?? {};
  return (
    <>
      <div class="refusal" role="alert">
        <h2>This request cannot be granted</h2>
        <p>
          It is wrong: <code>{message}</code>.
        </p>
      </div>
      <p>
        Nothing was allowed. If you have just tried to connect an assistant, remove it there and add
        it again.{back !== null && ` Telling it leads to ${place}.`}
      </p>
      <p class="actions">
        {back !== null && (
          <a class="button" href={back} rel="noreferrer">
            Tell the assistant
          </a>
        )}
        <a class="button" href="/">
          Go to the dashboard
        </a>
      </p>
    </>
  );
}
