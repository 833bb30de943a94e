import { useSignal } from '@preact/signals';
import type { Role } from '../../backend/model/person.ts';
import type { Account } from '../api.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import type { ApiResult } from '../requests.ts';
import { problemOfEmail } from '../words.ts';
import type { SecretLink } from './console-api.ts';
import { MailedNote } from './mailed-note.tsx';
import { Moment } from './moment.tsx';
import { rolesToGive } from './permissions.ts';
import { ROLE_HINTS, RoleSelect } from './role-select.tsx';
import { SecretShown } from './secret-shown.tsx';

export interface InviteFormProps {
  readonly account: Account;
  readonly invite: (email: string, role: Role) => Promise<ApiResult<SecretLink>>;
  readonly onInvited: () => void;
}

interface Made extends SecretLink {
  readonly email: string;
}

/** Makes a link that somebody joins by; it is mailed, too, where mail is configured. */
export function InviteForm({ account, invite, onInvited }: InviteFormProps) {
  const made = useSignal<Made | null>(null);
  const role = useSignal<Role>('member');
  return (
    <>
      <Form
        submit="Make an invitation"
        busy="Making…"
        check={(entry) => ({ email: problemOfEmail(entry('email')) })}
        send={async (entry) => {
          const email = entry('email');
          const answer = await invite(email, role.value);
          made.value = answer.ok ? { ...answer.value, email } : null;
          return answer;
        }}
        onDone={(form) => {
          form.reset();
          onInvited();
        }}
      >
        {(problem) => (
          <div class="entries">
            <Field
              {...{ label: 'E-mail', name: 'email', type: 'email' }}
              problem={problem('email')}
            />
            <div class="entry">
              <label for="invite-role">Role</label>
              <RoleSelect
                id="invite-role"
                roles={rolesToGive(account)}
                value={role.value}
                onChange={(next) => {
                  role.value = next;
                }}
              />
              <div class="entry-note">{ROLE_HINTS[role.value]}</div>
            </div>
          </div>
        )}
      </Form>
      {made.value !== null && (
        <div class="made" role="status">
          <p>
            Send this link to <strong>{made.value.email}</strong>. It is shown this once, works
            once, and until <Moment iso={made.value.expiresAt} />.
          </p>
          <MailedNote mailed={made.value.mailed} />
          <SecretShown text={made.value.link} label="Copy the link" />
        </div>
      )}
    </>
  );
}
