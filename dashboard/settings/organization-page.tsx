import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { problemOfName } from '../words.ts';
import type { PageProps } from './page.ts';
import { mayManage } from './permissions.ts';
import { Saved, useSaved } from './saved.tsx';
import { TestMail } from './test-mail.tsx';

const NAME_LENGTH = 100;

/** What the organization is called. */
export function OrganizationPage({ api, account, onAccount }: PageProps) {
  const { organization } = account;
  const saved = useSaved();
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
      <Form
        submit="Save"
        busy="Saving…"
        check={(entry) => ({ name: problemOfName(entry('name')) })}
        send={(entry) => api.renameOrganization(entry('name'))}
        onDone={() => {
          saved.show('Saved');
          void onAccount();
        }}
        actions={<Saved saved={saved} />}
      >
        {(problem) => (
          <Field
            {...{ label: 'Name', name: 'name', value: organization.name, maxLength: NAME_LENGTH }}
            hint="It stands in the account menu, and in invitations."
            problem={problem('name')}
          />
        )}
      </Form>
      {account.person?.role === 'owner' && <TestMail api={api} account={account} />}
    </>
  );
}
