/** Single sign-on, a second factor and one's own name, as people meet them in a browser. */
import { expect } from 'chai';
import { CALLBACK_PATH } from '../../backend/services/sign-on.ts';
import { describeDashboard, isLive, openSettings, signInAs } from '../dashboard/world.ts';
import { findViolations, type Page } from '../support/browser.ts';
import { reserveProvider, whyNoProvider } from '../support/oidc-provider.ts';
import { codeAt } from '../support/one-time-codes.ts';

describeDashboard('the ways in', ({ start, open }) => {
  const env = { SECRET_KEY: 'a key for tests that has 32 characters' };

  /** At the issuer: any password will do, then everything is agreed to. */
  const atTheIssuer = async (page: Page, login: string) => {
    await page.locator('input[name="login"]').fill(login);
    await page.locator('input[name="password"]').fill('x');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  const missing = whyNoProvider();
  if (missing !== null) it(`lead to no issuer: ${missing}`);
  else {
    it('lead to a real issuer and back to the page that one came for', async () => {
      const provider = await reserveProvider();
      try {
        const server = await start({
          env: { ...provider.env, OIDC_NEWCOMERS: 'member', OIDC_DOMAINS: 'example.com' },
        });
        const page = await open(server);
        await page.goto(`${server.baseUrl}/settings/profile`);
        await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
        await page.getByText('Acme ID does not answer').waitFor();
        await provider.serve(`${server.baseUrl}${CALLBACK_PATH}`);
        await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
        await atTheIssuer(page, 'ada@example.com');
        await page.getByRole('heading', { name: 'Profile' }).waitFor();
        expect(page.url()).to.equal(`${server.baseUrl}/settings/profile`);
        expect(await page.getByLabel('Name').inputValue()).to.equal('Ada Lovelace');
        await page.getByText('which vouches for you').waitFor();
        // Who has no password here has none to change.
        expect(await page.getByRole('heading', { name: 'Password' }).count()).to.equal(0);
      } finally {
        await provider.close();
      }
    });

    it('say why somebody was not let in, once', async () => {
      const provider = await reserveProvider();
      try {
        const server = await start({ env: { ...provider.env, PASSWORD_SIGN_IN: 'off' } });
        await provider.serve(`${server.baseUrl}${CALLBACK_PATH}`);
        const page = await open(server);
        await page.goto(server.baseUrl);
        await page.getByRole('button', { name: 'Continue with Acme ID' }).waitFor();
        expect(await page.locator('input').count()).to.equal(0);
        expect(await findViolations(page)).to.deep.equal([]);
        await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
        await atTheIssuer(page, 'eve@example.com');
        await page.getByText('You are not a member yet').waitFor();
        expect(page.url()).to.not.include('#');
        await page.reload();
        await page.getByRole('button', { name: 'Continue with Acme ID' }).waitFor();
        expect(await page.getByText('You are not a member yet').count()).to.equal(0);
      } finally {
        await provider.close();
      }
    });
  }

  it('ask for a code once a second factor is on, and take a recovery code', async () => {
    const server = await start({ env });
    const { email } = await server.newPerson('owner');
    const page = await open(server);
    await page.goto(server.baseUrl);
    await signInAs(page, email);
    await isLive(page);
    await openSettings(page, 'Profile');
    await page.getByRole('button', { name: 'Set it up…' }).click();
    await page.locator('input[name="password"]').first().waitFor();
    const section = page.locator('.section').filter({ hasText: 'Second factor' });
    await section.locator('input[name="password"]').fill('correct horse battery staple');
    await section.getByRole('button', { name: 'Continue' }).click();
    await page.locator('img.qr').waitFor();
    expect(await page.evaluate(`document.querySelector('img.qr').naturalWidth > 0`)).to.equal(true);
    const secret = ((await page.locator('.factor code').textContent()) ?? '').replaceAll(' ', '');
    expect(await findViolations(page)).to.deep.equal([]);
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText('wrong or was used already').waitFor();
    await page.getByLabel('Code').fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.locator('.codes code').first().waitFor();
    const codes = await page.locator('.codes code').allInnerTexts();
    expect(codes).to.have.length(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();

    const elsewhere = await open(server);
    await elsewhere.goto(server.baseUrl);
    await signInAs(elsewhere, email);
    await elsewhere.getByRole('heading', { name: 'Second step' }).waitFor();
    expect(await findViolations(elsewhere)).to.deep.equal([]);
    await elsewhere.getByLabel('Code').fill('123');
    await elsewhere.getByRole('button', { name: 'Sign in' }).click();
    await elsewhere.getByText('code is wrong').waitFor();
    await elsewhere.getByLabel('Code').fill(codes[0] ?? '');
    await elsewhere.getByRole('button', { name: 'Sign in' }).click();
    await isLive(elsewhere);
    await openSettings(elsewhere, 'Profile');
    await elsewhere.getByText('9 recovery codes are left').waitFor();

    const boss = await server.newPerson('owner');
    const other = await open(server);
    await other.goto(server.baseUrl);
    await signInAs(other, boss.email);
    await isLive(other);
    await openSettings(other, 'Members');
    await other.getByRole('button', { name: /^Reset the second factor/ }).click();
    await other.locator('.sheet').getByRole('button', { name: 'Reset' }).click();
    await other.locator('.sheet').waitFor({ state: 'detached' });
    const late = await open(server);
    await late.goto(server.baseUrl);
    await signInAs(late, email);
    await isLive(late);
  });

  it('know people by the name that they choose', async () => {
    const server = await start({ env });
    const { email } = await server.newPerson('viewer');
    const page = await open(server);
    await page.goto(server.baseUrl);
    await signInAs(page, email);
    await isLive(page);
    await openSettings(page, 'Profile');
    await page.getByLabel('Name').fill('Ada, <b>Countess</b>');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.locator('.account').filter({ hasText: 'Countess' }).first().waitFor();
    await openSettings(page, 'Members');
    await page.locator('.item').filter({ hasText: 'Ada, <b>Countess</b>' }).first().waitFor();
  });
});
