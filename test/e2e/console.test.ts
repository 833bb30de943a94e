import { expect } from 'chai';
import {
  describeDashboard,
  isLive,
  openSettings,
  row,
  type Server,
  signInAs,
} from '../dashboard/world.ts';
import { type Page, until } from '../support/browser.ts';
import { PASSWORD } from '../support/person.ts';

const problem = (page: Page, text: string) =>
  page.locator('.problem, .entry-problem').filter({ hasText: text }).first().waitFor();

describeDashboard('the first minutes of a team', ({ start, open }) => {
  const setUp = async (page: Page, fresh: Server) => {
    await page.goto(`${fresh.baseUrl}/set-up#${fresh.setupToken}`);
    await page.getByLabel('Organization').fill('Acme Shops');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Connect a pipeline' }).waitFor();
  };

  it('lead from the set-up link to a key and the first event, live', async () => {
    const fresh = await start();
    const page = await open(fresh);
    await setUp(page, fresh);
    expect(page.url()).to.equal(`${fresh.baseUrl}/welcome`);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).to.equal(1);
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.locator('.secret-shown').waitFor();
    const [key = '', command = ''] = await page.locator('.command code').allInnerTexts();
    expect(command).to.include(`${fresh.baseUrl}/api/v1/events`).and.include(`Bearer ${key}`);
    for (const [name, text] of [
      ['GitHub', `url: ${fresh.baseUrl}`],
      ['GitLab', '$CI_SERVER_FQDN/OWNER/milepost/milepost@1'],
      ['Jenkins', `url: '${fresh.baseUrl}'`],
    ] as const) {
      await page.getByLabel(name).check();
      const snippets = (await page.locator('.snippet code').allInnerTexts()).join('\n');
      expect(snippets).to.include(text).and.include(key);
    }
    await page.locator('.waiting').waitFor();
    await isLive(page);
    await fresh.post({ type: 'release' });
    await page.locator('.received').filter({ hasText: 'release' }).waitFor();
    await page.getByRole('link', { name: 'Go to the timeline' }).click();
    await row(page, 'release').waitFor();
  });

  it('let nobody use the link twice', async () => {
    const fresh = await start();
    await setUp(await open(fresh), fresh);
    const late = await open(fresh);
    await late.goto(`${fresh.baseUrl}/set-up#${fresh.setupToken}`);
    expect(late.url()).to.equal(`${fresh.baseUrl}/set-up`);
    await late.getByRole('button', { name: 'Create the account' }).click();
    await problem(late, 'Write a name.');
    await late.getByLabel('Your name').fill('Eve');
    await late.getByLabel('E-mail').fill('eve@example.com');
    await late.locator('input[name="password"]').fill('short');
    await late.getByRole('button', { name: 'Create the account' }).click();
    await problem(late, 'Use 10 characters or more.');
    await late.locator('input[name="password"]').fill(PASSWORD);
    await late.getByRole('button', { name: 'Create the account' }).click();
    await problem(late, 'link');
  });

  it('help to find out why nothing comes', async () => {
    const fresh = await start();
    const { email } = await fresh.newPerson('owner');
    const page = await open(fresh);
    await page.goto(fresh.baseUrl);
    await signInAs(page, email);
    await isLive(page);
    await page.clock.install();
    await page.getByRole('link', { name: 'Connect a pipeline' }).first().click();
    await page.locator('.waiting').waitFor();
    await page.clock.fastForward(61_000);
    await page.getByText('Nothing came in the last minute').waitFor();
    await page.getByText('means this very machine').waitFor();
    const command = page.locator('.no-event code').filter({ hasText: 'doctor' });
    expect(await command.textContent()).to.equal(
      `MILEPOST_URL=${fresh.baseUrl} npx milepost doctor`,
    );
    await fresh.post({ type: 'late-one' });
    await page.locator('.received').filter({ hasText: 'late-one' }).waitFor();
    expect(await page.locator('.no-event').count()).to.equal(0);
  });

  it('bring in a second person, who sees no setting to change', async () => {
    const fresh = await start();
    const owner = await open(fresh);
    await setUp(owner, fresh);
    await openSettings(owner, 'Members');
    await owner.getByLabel('E-mail').fill('vera@example.com');
    await owner.locator('#invite-role').selectOption('viewer');
    await owner.getByRole('button', { name: 'Make an invitation' }).click();
    const link = (await owner.locator('.made code').textContent()) ?? '';
    expect(link).to.match(/\/invite#[\w-]{20,}$/);

    const viewer = await open(fresh);
    await viewer.goto(link);
    await viewer.getByRole('heading', { name: 'Join Acme Shops' }).waitFor();
    expect(viewer.url()).to.equal(`${fresh.baseUrl}/invite`);
    await viewer.getByLabel('Your name').fill('Vera');
    await viewer.locator('input[name="password"]').fill(PASSWORD);
    await viewer.getByRole('button', { name: 'Join' }).click();
    await isLive(viewer);
    await openSettings(viewer, 'Members');
    await viewer.locator('.item').filter({ hasText: 'Vera' }).waitFor();
    const pages = await viewer.locator('.settings-nav a').allInnerTexts();
    expect(pages).to.deep.equal([
      ...['Profile', 'Organization', 'Members', 'Connections', 'Business context'],
    ]);
    expect(await viewer.locator('main :is(button, input, select)').count()).to.equal(0);

    await openSettings(owner, 'Organization');
    await openSettings(owner, 'Members');
    await owner.getByLabel('Role of Vera').selectOption('admin');
    await until(owner, `document.querySelector('.item select')?.disabled === false`);
    // Whoever looks around finds out.
    await openSettings(viewer, 'Organization');
    await viewer.locator('.settings-nav').getByRole('link', { name: 'API keys' }).waitFor();
    await owner.getByRole('button', { name: 'Remove Vera' }).click();
    await owner.locator('.sheet').getByRole('button', { name: 'Remove' }).click();
    await viewer.getByText('You were signed out').waitFor();
  });

  it('let nobody be locked out: a reset link sets a new password, once', async () => {
    const fresh = await start();
    const { email } = await fresh.newPerson('owner');
    const { email: forgetful, name } = await fresh.newPerson('member');
    const owner = await open(fresh);
    await owner.goto(fresh.baseUrl);
    await signInAs(owner, email);
    await isLive(owner);
    await openSettings(owner, 'Members');
    await owner.getByRole('button', { name: `Make a reset link for ${name}` }).click();
    const link = (await owner.locator('.sheet code').textContent()) ?? '';

    const page = await open(fresh);
    await page.goto(link);
    await page.locator('input[name="password"]').fill('short');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await problem(page, 'Use 10 characters or more.');
    await page.locator('input[name="password"]').fill('a wholly new password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Your new password is set').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInAs(page, forgetful, 'a wholly new password');
    await isLive(page);

    await page.goto(link);
    await page.locator('input[name="password"]').fill('another new password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await problem(page, 'Ask for a new link');
  });
});
