import { useSignal } from '@preact/signals';
import type { Account } from '../api.ts';
import { useAction } from '../settings/use-action.ts';
import { type Allowed, type Asking, decideConsent } from './consent-api.ts';

export interface ConsentFormProps {
  readonly query: string;
  readonly client: Asking;
  readonly account: Account;
}

/** Who asks for what, of whom; reading alone unless somebody chooses more. */
export function ConsentForm({ query, client, account }: ConsentFormProps) {
  const { isBusy, problem, run } = useAction();
  const allowed = useSignal<Allowed>('read');
  const isSent = useSignal(false);
  const decide = (allow: Allowed) =>
    run(async () => {
      const answer = await decideConsent(query, allow);
      if (answer.ok) {
        isSent.value = true;
        location.assign(answer.value.redirect);
      }
      return answer;
    });
  if (isSent.value) return <Sent place={client.place} />;
  return (
    <form
      class="stack"
      onSubmit={(submit) => {
        submit.preventDefault();
        void decide(allowed.value);
      }}
    >
      <Facts client={client} account={account} />
      <Choices mayWrite={client.mayWrite} onChoose={(chosen) => (allowed.value = chosen)} />
      {!client.isVerified && (
        <p class="conflict">
          Nobody vouches for the name. Allow it only if you have just connected this assistant
          yourself.
        </p>
      )}
      <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
      <p class="actions">
        <button type="submit" class="button" data-primary disabled={isBusy.value}>
          Allow
        </button>
        <button
          type="button"
          class="button"
          disabled={isBusy.value}
          onClick={() => void decide(null)}
        >
          Do not allow
        </button>
      </p>
      <p class="muted">
        It stays connected until you end it under Settings, Connections, or leave it unused for 90
        days.
      </p>
    </form>
  );
}

function Facts({ client, account }: Pick<ConsentFormProps, 'client' | 'account'>) {
  return (
    <dl class="facts">
      <div>
        <dt>Assistant</dt>
        <dd>
          {/* Its own claim: it must not turn what stands around it. */}
          <bdi>
            <strong>{client.name}</strong>
          </bdi>{' '}
          <span class="tag" data-state={client.isVerified ? 'active' : undefined}>
            {client.isVerified ? 'verified' : 'not verified'}
          </span>
        </dd>
      </div>
      <div>
        <dt>Answer goes to</dt>
        <dd>{client.place}</dd>
      </div>
      <div>
        <dt>Organization</dt>
        <dd>{account.organization.name}</dd>
      </div>
      <div>
        <dt>You</dt>
        <dd>{account.person?.email}</dd>
      </div>
    </dl>
  );
}

interface ChoicesProps {
  readonly mayWrite: boolean;
  readonly onChoose: (chosen: Allowed) => void;
}

function Choices({ mayWrite, onChoose }: ChoicesProps) {
  const reads = 'read the timeline, what runs where, metrics and the business context';
  if (!mayWrite) return <p>It will be able to {reads}. It can change nothing.</p>;
  return (
    <fieldset class="choices">
      <legend>It will be able to</legend>
      <label class="check">
        <input type="radio" name="scope" defaultChecked onChange={() => onChoose('read')} />
        {reads}
      </label>
      <label class="check">
        <input type="radio" name="scope" onChange={() => onChoose('write')} />
        all of that, and record events and notes
      </label>
    </fieldset>
  );
}

/** The browser may stay here, when what it was sent to is a program. */
function Sent({ place }: { readonly place: string }) {
  return (
    <div class="stack" role="status">
      <p>Your answer is on its way to {place}. You can close this page.</p>
      <p class="actions">
        <a class="button" href="/settings/connections">
          See what is connected
        </a>
      </p>
    </div>
  );
}
