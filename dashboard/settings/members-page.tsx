import { useSignal } from '@preact/signals';
import type { ApiResult } from '../requests.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import type { Invite, Member, SecretLink } from './console-api.ts';
import { InviteForm } from './invite-form.tsx';
import { LinkSheet } from './link-sheet.tsx';
import { Loaded } from './loaded.tsx';
import { MemberRow } from './member-row.tsx';
import { Moment } from './moment.tsx';
import type { PageProps } from './page.ts';
import { mayManage } from './permissions.ts';
import { type Resource, useResource } from './use-resource.ts';

/** What is asked or shown in front of the list. */
type Front =
  | { readonly kind: 'remove'; readonly member: Member }
  | { readonly kind: 'withdraw'; readonly invite: Invite }
  | { readonly kind: 'factor'; readonly member: Member }
  | { readonly kind: 'reset'; readonly member: Member; readonly made: SecretLink };

/** Who belongs to the organization, and who is invited to it. */
export function MembersPage(props: PageProps) {
  const { api, account } = props;
  const members = useResource(api.members);
  const front = useSignal<Front | null>(null);
  const show = (next: Front) => {
    front.value = next;
  };
  const makeResetLink = async (member: Member): Promise<ApiResult<unknown>> => {
    const made = await api.makeResetLink(member.id);
    if (made.ok) show({ kind: 'reset', member, made: made.value });
    return made;
  };
  return (
    <>
      <Loaded resource={members}>
        {(found) => (
          <ul class="items" aria-label="Members">
            {found.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                account={account}
                onRole={async (role) => {
                  const answer = await api.changeRole(member.id, role);
                  await members.reload();
                  return answer;
                }}
                onReset={() => makeResetLink(member)}
                onFactor={() => show({ kind: 'factor', member })}
                onRemove={() => show({ kind: 'remove', member })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {mayManage(account) && (
        <Invitations
          {...props}
          show={show}
          front={front.value}
          members={members}
          onClose={() => (front.value = null)}
        />
      )}
    </>
  );
}

interface InvitationsProps extends PageProps {
  readonly members: Resource<readonly Member[]>;
  readonly front: Front | null;
  readonly show: (front: Front) => void;
  readonly onClose: () => void;
}

function Invitations({ api, account, members, front, show, onClose }: InvitationsProps) {
  const invitations = useResource(api.invitations);
  return (
    <>
      <section class="section">
        <h2>Invite somebody</h2>
        <InviteForm
          account={account}
          invite={api.invite}
          onInvited={() => void invitations.reload()}
        />
      </section>
      <section class="section">
        <h2>Invited</h2>
        <Loaded resource={invitations}>
          {(open) =>
            open.length === 0 ? (
              <p class="muted">Nobody waits for an answer.</p>
            ) : (
              <ul class="items" aria-label="Invitations">
                {open.map((invite) => (
                  <li key={invite.id} class="item">
                    <div class="item-main">
                      <strong>{invite.email}</strong>
                      <span class="muted">
                        as {invite.role}, until <Moment iso={invite.expiresAt} />
                      </span>
                    </div>
                    <button
                      type="button"
                      class="button"
                      aria-label={`Withdraw the invitation of ${invite.email}`}
                      onClick={() => show({ kind: 'withdraw', invite })}
                    >
                      Withdraw
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      {front?.kind === 'remove' && (
        <ConfirmSheet
          title={`Remove ${front.member.name}?`}
          label="Remove"
          act={() => api.removeMember(front.member.id)}
          onDone={() => {
            onClose();
            void members.reload();
          }}
          onClose={onClose}
        >
          <p>
            {front.member.email} is signed out everywhere and loses access to this organization.
            Keys that were made stay.
          </p>
        </ConfirmSheet>
      )}
      {front?.kind === 'withdraw' && (
        <ConfirmSheet
          title="Withdraw the invitation?"
          label="Withdraw"
          act={() => api.withdraw(front.invite.id)}
          onDone={() => {
            onClose();
            void invitations.reload();
          }}
          onClose={onClose}
        >
          <p>The link that {front.invite.email} was given does not work any more.</p>
        </ConfirmSheet>
      )}
      {front?.kind === 'factor' && (
        <ConfirmSheet
          title={`Reset the second factor of ${front.member.name}?`}
          label="Reset"
          act={() => api.resetFactor(front.member.id)}
          onDone={() => {
            onClose();
            void members.reload();
          }}
          onClose={onClose}
        >
          <p>
            {front.member.email} then signs in with the password alone, until they set up a new one.
            Make sure that it is they who ask.
          </p>
        </ConfirmSheet>
      )}
      {front?.kind === 'reset' && (
        <LinkSheet
          title="Link to set a new password"
          made={front.made}
          onClose={onClose}
          text={`Hand it to ${front.member.name} in a way that you trust: whoever has the link sets the password.`}
        />
      )}
    </>
  );
}
