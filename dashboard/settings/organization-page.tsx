import { NameForm } from './name-form.tsx';
import type { PageProps } from './page.ts';
import { mayManage } from './permissions.ts';
import { TestMail } from './test-mail.tsx';

/** What the organization is called. */
export function OrganizationPage({ api, account, onAccount }: PageProps) {
  const { organization } = account;
  if (!mayManage(account)) {
    return (
      <dl class="facts">
        <div>
          <dt>Name</dt>
          <dd>{organization.name}</dd>
        </div>
      </dl>
    );
  }
  return (
    <>
      <NameForm
        {...{ name: organization.name, submit: 'Save' }}
        hint="It stands in the account menu, and in invitations."
        send={api.renameOrganization}
        onSaved={onAccount}
      />
      {account.person?.role === 'owner' && <TestMail api={api} account={account} />}
    </>
  );
}
