/** Settings → Integrations and → Metrics, in a real browser. */
import { expect } from 'chai';
import { describeDashboard, isLive, openSettings, signInAs } from '../dashboard/world.ts';
import { type Answering, type Said, startAnswering } from '../support/answering.ts';
import { findViolations, type Page } from '../support/browser.ts';
import { run } from '../support/shell.ts';

const SECRET = 'a-very-secret-token';

describeDashboard('Settings of metrics', ({ server, open }) => {
  let upstream: Answering;
  let answer: () => Said;
  before(async () => {
    upstream = await startAnswering(() => answer());
  });
  after(() => upstream.close());

  const enter = async (name: string, role: 'admin' | 'member' = 'admin'): Promise<Page> => {
    const page = await open(server());
    await page.goto(server().baseUrl);
    await signInAs(page, (await server().newPerson(role)).email);
    await isLive(page);
    await openSettings(page, name);
    return page;
  };

  it('add a provider that was tried before, and say how it goes', async () => {
    answer = () => ({ status: 401, body: { error: 'who are you?' } });
    const page = await enter('Integrations');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Name', { exact: true }).fill('eu-west');
    await dialog.getByLabel('Address').fill(upstream.url);
    await dialog.locator('input[name="credentials.token"]').fill(SECRET);
    await dialog.getByRole('button', { name: 'Test now' }).click();
    await dialog.getByText('must have 1 to 100 characters').waitFor();
    await dialog.getByLabel('Name of the metric').fill('error_rate');
    await dialog.getByLabel('Query').fill('sum by (env) (x)');
    await dialog.getByLabel('Environment, from the label').fill('env');
    await dialog.getByRole('button', { name: 'Test now' }).click();
    await dialog.getByText('the credentials were refused (401): who are you?').waitFor();

    const seconds = Math.floor(Date.now() / 60_000) * 60;
    answer = () => ({
      body: {
        data: {
          resultType: 'matrix',
          result: [{ metric: { env: 'production' }, values: [[seconds, '0.25']] }],
        },
      },
    });
    await dialog.getByRole('button', { name: 'Test now' }).click();
    await dialog.getByText('whole environment in production').waitFor();
    expect(await findViolations(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Add the provider' }).click();
    await page.locator('.item').filter({ hasText: 'eu-west' }).waitFor();
    await expectEventually(page, 'active');
    expect(await findViolations(page)).to.deep.equal([]);

    await page.getByRole('button', { name: 'Change eu-west' }).click();
    expect(await page.evaluate('document.documentElement.outerHTML')).not.to.contain(SECRET);
    await dialog.getByLabel('Query').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('.entry-problem').waitFor();
    await dialog.getByLabel('Query').fill('x');
    await dialog.getByText('Certificate, pause').click();
    await dialog.getByLabel(/^Pause/).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.tag[data-state="paused"]').waitFor();
    expect(upstream.asked.at(-1)?.headers.authorization).to.equal(`Bearer ${SECRET}`);

    await page.locator('.settings-nav').getByRole('link', { name: 'Metrics' }).click();
    await page.getByRole('button', { name: 'Describe error_rate' }).click();
    await dialog.getByLabel('Direction').selectOption('higher');
    await dialog.getByLabel('Display name').fill('Errors');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'Errors error_rate' }).waitFor();
    await page.getByRole('cell', { name: 'higher is better' }).waitFor();
    expect(await findViolations(page)).to.deep.equal([]);
  });

  it('make an integration whose commands work as they stand, and revoke it', async () => {
    const page = await enter('Integrations');
    await page.getByRole('button', { name: 'Make an integration' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Name').fill('nightly');
    await dialog.getByRole('button', { name: 'Make the integration' }).click();
    const commands = (await dialog.locator('.command code').nth(1).textContent()) ?? '';
    const { code, out, err } = await run('sh', commands);
    expect(code, err).to.equal(0);
    expect(out).to.contain('"accepted":1');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke nightly' }).click();
    await dialog.getByRole('button', { name: 'Revoke the integration' }).click();
    await page.locator('.tag[data-state="revoked"]').waitFor();
    expect((await run('sh', commands)).code).not.to.equal(0);
  });

  it('are not for members', async () => {
    const page = await enter('Profile', 'member');
    await page.goto(`${server().baseUrl}/settings/integrations`);
    await page.getByText('Only owners and admins of the organization see this.').waitFor();
  });
});

/** Looks again until the first fetch is through. */
async function expectEventually(page: Page, state: string): Promise<void> {
  const tag = page.locator(`.tag[data-state="${state}"]`).first();
  while ((await tag.count()) === 0) {
    await page.getByRole('button', { name: 'Look again' }).click();
  }
}
