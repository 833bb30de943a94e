import { expect } from 'chai';
import {
  askForKey,
  describeDashboard,
  isLive,
  openSettings,
  row,
  type Server,
  signInAs,
} from '../dashboard/world.ts';
import { findViolations, type Page, until } from '../support/browser.ts';
import { PASSWORD } from '../support/person.ts';

const problem = (page: Page, text: string) =>
  page.locator('.problem, .entry-problem').filter({ hasText: text }).first().waitFor();

describeDashboard('signing in with a password', ({ server, open }) => {
  it('says the same whoever it is that does not get in', async () => {
    const { email } = await server().newPerson('member');
    const page = await open(server());
    await page.goto(server().baseUrl);
    await signInAs(page, '', '');
    await problem(page, 'Write an e-mail address');
    await problem(page, 'Write your password');
    for (const [who, password] of [
      [email, 'not the password'],
      ['nobody@example.com', PASSWORD],
    ] as const) {
      await signInAs(page, who, password);
      await problem(page, 'The e-mail address or the password is wrong.');
    }
    const hints = await page.evaluate(
      `[...document.querySelectorAll('form input')].map((one) => one.autocomplete)`,
    );
    expect(hints).to.deep.equal(['username', 'current-password']);
  });

  it('lasts in the cookie alone, feeds the list, and ends when one wants', async () => {
    const { email, name } = await server().newPerson('member');
    const page = await open(server());
    await page.goto(`${server().baseUrl}/?type=rollback`);
    await signInAs(page, email);
    await isLive(page);
    await server().post({ type: 'rollback' });
    await row(page, 'rollback').waitFor();
    expect(await page.evaluate(`JSON.stringify([localStorage, sessionStorage])`)).not.to.include(
      'milepost.key',
    );
    await page.reload();
    await row(page, 'rollback').waitFor();
    await page.locator('.account summary').click();
    await page.locator('.account-name').filter({ hasText: name }).waitFor();
    await page.getByText('Sign out').click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('changes the password, and ends the other sessions', async () => {
    const { email } = await server().newPerson('viewer');
    const [page, other] = [await open(server()), await open(server())];
    for (const one of [other, page]) {
      await one.goto(server().baseUrl);
      await signInAs(one, email);
      await isLive(one);
    }
    await openSettings(page, 'Profile');
    await page.locator('.item').nth(1).waitFor();
    const set = async (current: string, password: string) => {
      await page.locator('input[name="current"]').fill(current);
      await page.locator('input[name="password"]').fill(password);
      await page.getByRole('button', { name: 'Change the password' }).click();
    };
    await set('wrong', 'another fine password');
    await problem(page, 'is not your password');
    await set(PASSWORD, 'another fine password');
    await page.getByText('Changed, and signed out elsewhere').waitFor();
    await other.getByText('You were signed out').waitFor();
    await signInAs(other, email, 'another fine password');
    await isLive(other);
  });
});

describeDashboard('the settings', ({ server, open }) => {
  const enter = async (role: 'owner' | 'admin' | 'member' | 'viewer', where: Server = server()) => {
    const { email } = await where.newPerson(role);
    const page = await open(where);
    await page.goto(where.baseUrl);
    await signInAs(page, email);
    await isLive(page);
    return page;
  };

  it('make a key that works, show it once, and revoke it', async () => {
    const page = await enter('admin');
    await openSettings(page, 'API keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await problem(page, 'Write a name.');
    await page.locator('.sheet input[name="name"]').fill('shop <GitLab>');
    await page.getByLabel('read: for screens').check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const secret = (await page.locator('.sheet code').textContent()) ?? '';
    await page.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(secret);
    const status = async () =>
      (
        await fetch(`${server().baseUrl}/api/v1/events`, {
          headers: { Authorization: `Bearer ${secret}` },
        })
      ).status;
    expect(await status()).to.equal(200);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.evaluate('document.body.innerText')).not.to.include(secret);
    const made = page.locator('tr').filter({ hasText: 'shop <GitLab>' });
    await made.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await made.locator('.tag').filter({ hasText: 'revoked' }).waitFor();
    expect(await status()).to.equal(401);
    await openSettings(page, 'Audit log');
    await page.locator('td').filter({ hasText: 'revoked the key shop <GitLab>' }).waitFor();
    await page.locator('.audit-filter select').selectOption('key.created');
    await page.locator('td').filter({ hasText: 'made the key shop <GitLab>' }).waitFor();
    expect(await page.locator('td').filter({ hasText: 'revoked' }).count()).to.equal(0);
  });

  it('keep the business context, and lose nobody’s text when two write at once', async () => {
    const [one, other] = [await enter('admin'), await enter('owner')];
    for (const page of [one, other]) {
      await openSettings(page, 'Business context');
      await page.getByRole('button', { name: 'Write it' }).click();
    }
    await one.getByRole('button', { name: 'Start from a template' }).click();
    await one.getByRole('button', { name: 'Save', exact: true }).click();
    await one.locator('.item').filter({ hasText: 'Version 1' }).waitFor();
    const attack = '# Ours\n\n<img src=x onerror="window.hurt = true"> [x](javascript:alert(1))';
    await other.locator('textarea').fill(attack);
    await other.locator('.prose').filter({ hasText: '<img src=x' }).waitFor();
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByText('Somebody else saved meanwhile').waitFor();
    expect(await findViolations(other), 'conflict').to.deep.equal([]);
    expect(await other.locator('textarea').inputValue()).to.equal(attack);
    await other.getByRole('button', { name: 'Keep my text' }).click();
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.locator('.item').filter({ hasText: 'Version 2' }).waitFor();
    await other.getByRole('button', { name: 'Show version 1' }).click();
    await other.locator('.sheet').filter({ hasText: 'What an outage costs' }).waitFor();
    const harm = await other.evaluate(`document.querySelector('img') ?? window.hurt ?? null`);
    expect(harm).to.equal(null);
    expect(await other.locator('.prose a').count()).to.equal(0);
  });

  it('offer a key nothing but the business context, to read', async () => {
    const { secret } = await server().newKey('READ_WRITE');
    const page = await open(server());
    await page.goto(server().baseUrl);
    await askForKey(page);
    await page.locator('input[name="key"]').fill(secret);
    await page.getByRole('button', { name: 'Open' }).click();
    await isLive(page);
    await openSettings(page, 'Business context');
    expect(await page.locator('.settings-nav a').count()).to.equal(1);
    expect(await page.locator('main button').count()).to.equal(0);
  });

  it('rename the organization, for all to see', async () => {
    const page = await enter('owner');
    await openSettings(page, 'Organization');
    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await problem(page, 'Write a name.');
    await page.getByLabel('Name').fill('Acme & Sons');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await page.locator('.account summary').click();
    await page.locator('.account-name').filter({ hasText: 'Acme & Sons' }).waitFor();
  });

  it('say so when the server does not answer, and come back', async () => {
    const page = await enter('owner');
    await openSettings(page, 'Profile');
    await page.context().setOffline(true);
    await page.locator('.settings-nav').getByRole('link', { name: 'Members' }).click();
    await page.getByText('Milepost does not answer').first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.locator('.item').first().waitFor();
  });

  const PAGES = ['Organization', 'Members', 'API keys', 'Business context', 'Audit log', 'Profile'];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      it(`has no barrier that axe finds, ${colorScheme}, ${width} px`, async () => {
        const { email } = await server().newPerson('owner');
        const page = await open(server(), { colorScheme, width });
        await page.goto(server().baseUrl);
        await signInAs(page, email);
        await isLive(page);
        const look = async (state: string) => {
          await until(
            page,
            `document.querySelector('main .skeleton') === null && document.getAnimations()
              .every((one) => one.effect.getTiming().iterations === Infinity)`,
          );
          expect(await findViolations(page), state).to.deep.equal([]);
          const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
          expect(isWide, `${state} is wider than the screen`).to.equal(false);
        };
        for (const name of PAGES) {
          await openSettings(page, name);
          await look(name);
        }
        await openSettings(page, 'API keys');
        await page.getByRole('button', { name: 'Make a key' }).click();
        await look('new key');
        await page.keyboard.press('Escape');
        await openSettings(page, 'Business context');
        await page.getByRole('button', { name: /Write it|Edit/ }).click();
        await look('editor');
        await page.locator('.account summary').click();
        await page.getByRole('link', { name: 'Connect a pipeline' }).click();
        await page.getByRole('heading', { name: 'A key for the pipeline' }).waitFor();
        await look('welcome');
      });
    }
  }
});
