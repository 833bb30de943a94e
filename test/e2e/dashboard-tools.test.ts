/** Saved views, the palette and toasts, as somebody in front of them has them. */
import { expect } from 'chai';
import { button, enter, openActions, openViews, saveView } from '../dashboard/tools.ts';
import { describeDashboard, isLive, type ReaderOptions, rowsAre } from '../dashboard/world.ts';
import { findViolations, until } from '../support/browser.ts';

const PHONE = { width: 360, height: 740 } as const;
const LOOKS: readonly ReaderOptions[] = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'light', ...PHONE },
];

describeDashboard('the tools of the dashboard', (stage) => {
  const { server, openTimeline } = stage;
  before(() =>
    server().post(
      { type: 'rollback', subject: 'production', version: 'v1' },
      { type: 'rollback', subject: 'staging', version: 'v2' },
      { type: 'deployment', subject: 'production', version: 'v3', source: 'payments-api' },
    ),
  );
  it('save what is shown, from the keyboard alone, and lead back to it', async () => {
    const page = await enter(stage, 'member', '/timeline?type=rollback&subject=production');
    await rowsAre(page, 1);
    await saveView(page, 'Rollbacks');
    await page.goto(`${server().baseUrl}/timeline`);
    await rowsAre(page, 3);
    await openViews(page);
    await page.getByRole('link', { name: 'Rollbacks' }).click();
    await rowsAre(page, 1);
    expect(new URL(page.url()).search).to.equal('?type=rollback&subject=production');
    expect(await page.locator('dialog').count()).to.equal(0);
  });

  it('show a shared view to others, and theirs to nobody else', async () => {
    const ada = await enter(stage, 'member', '/timeline?version=v1');
    await saveView(ada, 'Only Ada');
    await saveView(ada, 'Of the team', true);
    const bob = await enter(stage, 'viewer');
    await openViews(bob);
    const shared = bob.getByRole('region', { name: 'Shared' });
    await shared.getByRole('link', { name: 'Of the team' }).waitFor();
    expect(await bob.getByRole('link', { name: 'Only Ada' }).count()).to.equal(0);
    expect(await bob.getByLabel('Share with everybody here').isVisible()).to.equal(false);
    await openActions(bob, 'Of the team');
    await button(bob, 'Pin to the top').waitFor();
    expect(await button(bob, 'Delete').count()).to.equal(0);
    expect(await button(bob, 'Share').count()).to.equal(0);
    await bob.keyboard.press('Escape');
    await until(bob, `document.activeElement.ariaLabel === 'Saved views'`);
  });

  it('rename, share, pin, open first, delete and take that back', async () => {
    const page = await enter(stage, 'admin', '/timeline?version=v2');
    await saveView(page, 'First name');
    await openViews(page);
    await openActions(page, 'First name');
    await button(page, 'Rename').click();
    await page.getByLabel('New name').fill('Second name');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Second name' }).waitFor();
    await button(page, 'Share').click();
    await page
      .getByRole('region', { name: 'Shared' })
      .getByRole('link', { name: 'Second name' })
      .waitFor();
    await openActions(page, 'Second name');
    await button(page, 'Pin to the top').click();
    await button(page, 'Open first here').click();
    const pinned = page.locator('.pinned').getByText('Second name');
    await pinned.waitFor();
    await page.goto(server().baseUrl);
    await until(page, `location.search === '?version=v2'`);
    await isLive(page);

    await openViews(page);
    await openActions(page, 'Second name');
    await button(page, 'Delete').click();
    await page.getByText('Deleted “Second name”').first().waitFor();
    await pinned.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    await page.getByText('“Second name” is back').first().waitFor();
    await pinned.waitFor();
    await page.goto(server().baseUrl);
    await until(page, `location.search === '?version=v2'`);
  });

  it('forget what a browser made of views when somebody signs out', async () => {
    const page = await enter(stage, 'member');
    await saveView(page, 'Pinned', true);
    await openViews(page);
    await openActions(page, 'Pinned');
    await button(page, 'Pin to the top').click();
    await page.keyboard.press('Escape');
    await page.locator('.account summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(`localStorage.getItem('milepost.views')`)).not.to.contain('Pinned');
  });

  it('say what became of something, and keep saying it to who reads it', async () => {
    const page = await enter(stage, 'member');
    await page.clock.install();
    await page.reload();
    await isLive(page);
    await saveView(page, 'Noticed');
    await page.keyboard.press('Escape');
    const toast = page.getByText('Saved “Noticed”');
    await toast.hover();
    await page.clock.fastForward(60_000);
    expect(await toast.isVisible()).to.equal(true);
    await page.locator('.logo').first().hover();
    await page.clock.fastForward(60_000);
    await toast.waitFor({ state: 'detached' });
  });

  it('lead anywhere by the palette, from the keyboard alone', async () => {
    const page = await openTimeline();
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Go to, or do' });
    await field.waitFor();
    await page.getByRole('option', { name: /payments-api/ }).waitFor();
    await page.keyboard.type('pay');
    const active = async () =>
      page.evaluate(`document.getElementById(
        document.activeElement.getAttribute('aria-activedescendant')).innerText`);
    expect(await active()).to.contain('payments-api');
    await page.keyboard.press('ArrowDown');
    expect(await active()).to.contain('Search the timeline for “pay”');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await rowsAre(page, 1);
    expect(new URL(page.url()).searchParams.getAll('source')).to.deep.equal(['payments-api']);
    // What was used lately comes first.
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.getByRole('option', { name: /payments-api/ }).waitFor();
    expect(await active()).to.contain('payments-api');
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await until(page, `document.documentElement.dataset.theme === 'dark'`);
    // Escape leaves everything as it is, and gives the focus back.
    await button(page, 'Command palette').focus();
    await page.keyboard.press('Enter');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await until(page, `document.activeElement.ariaLabel === 'Command palette'`);
  });

  it('open an event by its id', async () => {
    await server().post({ id: 'by-its-id', version: 'v-by-id' });
    const page = await openTimeline();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to, or do' }).waitFor();
    await page.keyboard.type('by-its-id');
    await page.getByRole('option', { name: /Open the event/ }).click();
    await page.locator('.drawer').getByText('v-by-id').first().waitFor();
  });

  for (const options of LOOKS) {
    const look = `${options.colorScheme}, ${options.width ?? 1280} px`;
    const name = `For axe, ${look}`;
    it(`have no barrier that axe finds, ${look}`, async () => {
      const page = await enter(stage, 'admin', '/timeline?type=rollback', options);
      await saveView(page, name, true);
      expect(await findViolations(page), 'toast').to.deep.equal([]);
      await openViews(page);
      await openActions(page, name);
      await button(page, 'Pin to the top').click();
      await button(page, 'Rename').click();
      expect(await findViolations(page), 'views').to.deep.equal([]);
      const wide = `document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth`;
      expect(await page.evaluate(wide), 'views fit').to.equal(true);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: new RegExp(name) }).waitFor();
      expect(await findViolations(page), 'palette').to.deep.equal([]);
      await page.keyboard.type('rollbacks of nobody');
      expect(await findViolations(page), 'palette with a query').to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('x');
      await page.getByRole('heading', { name: 'Export events' }).waitFor();
      expect(await findViolations(page), 'export').to.deep.equal([]);
      expect(await page.evaluate(wide), 'export fits').to.equal(true);
    });
  }
});
