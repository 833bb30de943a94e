/** Saved views, the palette, exports and notifications, as somebody in front of them has them. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Role } from '../../backend/model/person.ts';
import {
  describeDashboard,
  isLive,
  type ReaderOptions,
  row,
  rowsAre,
  signInAs,
} from '../dashboard/world.ts';
import { findViolations, type Page, until } from '../support/browser.ts';

const PHONE = { width: 360, height: 740 } as const;
const LOOKS: readonly ReaderOptions[] = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'light', ...PHONE },
];

describeDashboard('the tools of the dashboard', ({ server, open, openTimeline }) => {
  before(() =>
    server().post(
      { type: 'rollback', subject: 'production', version: 'v1' },
      { type: 'rollback', subject: 'staging', version: 'v2' },
      { type: 'deployment', subject: 'production', version: 'v3', source: 'payments-api' },
    ),
  );
  const enter = async (role: Role, path = '/timeline', options: ReaderOptions = {}) => {
    const { email } = await server().newPerson(role);
    const page = await open(server(), options);
    await page.goto(server().baseUrl + path);
    await signInAs(page, email);
    await isLive(page);
    return page;
  };
  const save = async (page: Page, name: string, isShared = false) => {
    await page.keyboard.press('v');
    await page.getByLabel('Name of what you see now').fill(name);
    if (isShared) await page.getByLabel('Share with everybody here').check();
    await page.keyboard.press('Enter');
    await page.getByText(`Saved “${name}”`).waitFor();
  };
  const openViews = async (page: Page) => {
    await page.getByRole('button', { name: 'Saved views', exact: true }).click();
    await page.getByRole('heading', { name: 'Saved views' }).waitFor();
  };
  const openActions = (page: Page, name: string) =>
    page.getByRole('button', { name: `Change “${name}”` }).click();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('save what is shown, from the keyboard alone, and lead back to it', async () => {
    const page = await enter('member', '/timeline?type=rollback&subject=production');
    await rowsAre(page, 1);
    await save(page, 'Rollbacks');
    await page.goto(`${server().baseUrl}/timeline`);
    await rowsAre(page, 3);
    await openViews(page);
    await page.getByRole('link', { name: 'Rollbacks' }).click();
    await rowsAre(page, 1);
    expect(new URL(page.url()).search).to.equal('?type=rollback&subject=production');
    expect(await page.locator('dialog').count()).to.equal(0);
  });

  it('show a shared view to others, and theirs to nobody else', async () => {
    const ada = await enter('member', '/timeline?version=v1');
    await save(ada, 'Only Ada');
    await save(ada, 'Of the team', true);
    const bob = await enter('viewer');
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
    const page = await enter('admin', '/timeline?version=v2');
    await save(page, 'First name');
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
    const page = await enter('member');
    await save(page, 'Pinned', true);
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
    const page = await enter('member');
    await page.clock.install();
    await page.reload();
    await isLive(page);
    await save(page, 'Noticed');
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

  const exportAs = async (page: Page, format: string) => {
    await page.keyboard.press('x');
    await page.getByLabel(new RegExp(`^${format} `)).check();
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    const file = await download;
    await page.getByRole('heading', { name: 'Export events' }).waitFor({ state: 'detached' });
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  /** The file picker of the browser itself cannot be pressed by a test. */
  const withoutPicker = { content: 'delete window.showSaveFilePicker' };

  it('export what is shown, as many as are counted, with the key in no address', async () => {
    await server().post(
      ...Array.from({ length: 250 }, (_, index) => ({
        ...{ type: 'export-me', version: `e${index}`, severity: 'LOW' as const },
        data: { description: `<b>"${index}",\n| =1+1` },
      })),
    );
    const page = await open(server(), { key: server().key });
    await page.addInitScript(withoutPicker);
    await page.goto(`${server().baseUrl}/timeline?type=export-me`);
    await page.getByRole('heading', { name: '250 events' }).waitFor();
    const csv = await exportAs(page, 'CSV');
    expect(csv.name).to.match(/^milepost-events-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.text.match(/export-me/g)).to.have.length(250);
    await page.getByText('Exported 250 events').first().waitFor();
    const json = await exportAs(page, 'JSON');
    const events = JSON.parse(json.text) as { version: string }[];
    expect(new Set(events.map(({ version }) => version)).size).to.equal(250);
    const ndjson = await exportAs(page, 'NDJSON');
    expect(ndjson.text.trimEnd().split('\n')).to.have.length(250);
    const { text } = await exportAs(page, 'Markdown');
    const rows = text.trimEnd().split('\n');
    expect(rows).to.have.length(252);
    expect(rows.at(-1)).to.contain('&lt;b&gt;"0", \\| =1+1 |');
    const addresses = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => name).join()`,
    );
    expect(addresses).to.contain('/events/export?type=export-me&format=csv');
    expect(addresses).not.to.contain(server().key.slice(0, 12));
  });

  it('say why an export failed, and leave no half of a file', async () => {
    const page = await open(server(), { key: server().key });
    await page.addInitScript(withoutPicker);
    await page.goto(`${server().baseUrl}/timeline`);
    await isLive(page);
    await page.keyboard.press('x');
    await page.getByRole('heading', { name: 'Export events' }).waitFor();
    await page.context().setOffline(true);
    await button(page, 'Export').click();
    await page.getByText('The export failed: the server does not answer.').waitFor();
  });

  it('copy a table for the postmortem', async () => {
    const page = await openTimeline('?version=v1');
    await rowsAre(page, 1);
    await page.keyboard.press('x');
    await page.getByLabel(/^Markdown /).check();
    await button(page, 'Copy').click();
    await page.getByText('Copied 1 event').first().waitFor();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied.split('\n')[2]).to.match(
      /\| MINOR \| rollback \| shop \| production \| v1 \| {2}\|$/,
    );
  });

  describe('notifications', () => {
    /** Collects what would be shown; whether a page is looked at is for the test to say. */
    const PRETEND = `
      globalThis.shown = [];
      globalThis.asked = 0;
      let isHidden = false;
      Object.defineProperty(document, 'hidden', { get: () => isHidden });
      globalThis.hide = (value) => { isHidden = value; document.dispatchEvent(new Event('visibilitychange')); };
      globalThis.Notification = class extends EventTarget {
        static permission = 'default';
        static requestPermission() { asked += 1; this.permission = globalThis.answer ?? 'granted'; return Promise.resolve(this.permission); }
        constructor(title, options) { super(); shown.push({ title, ...options }); globalThis.last = this; }
        close() {}
      };`;
    const watch = async (page: Page, name: string) => {
      await openViews(page);
      await openActions(page, name);
      await button(page, 'Notify me').click();
    };

    it('come for a watched view, only while nobody looks, and open the event', async () => {
      const page = await open(server());
      await page.addInitScript({ content: PRETEND });
      const { email } = await server().newPerson('member');
      await page.goto(`${server().baseUrl}/timeline?type=alert`);
      await signInAs(page, email);
      await isLive(page);
      await save(page, 'Alerts');
      expect(await page.evaluate('asked')).to.equal(0);
      await watch(page, 'Alerts');
      await until(page, `asked === 1 && localStorage.getItem('milepost.views').includes('Alerts')`);
      await page.keyboard.press('Escape');
      await page.goto(`${server().baseUrl}/timeline`);
      await isLive(page);
      await page.evaluate(`Notification.permission = 'granted'`);

      await server().post({ type: 'alert', version: 'while-looking' });
      await row(page, 'while-looking').waitFor();
      expect(await page.evaluate('shown.length')).to.equal(0);

      await page.evaluate('hide(true)');
      await server().post({ type: 'deployment', version: 'other' });
      await server().post({ type: 'alert', version: 'a1', id: 'alert-1' });
      await until(page, 'shown.length === 1');
      expect(await page.evaluate('shown[0].title')).to.equal('MINOR alert shop a1 in production');
      await until(page, `document.title.startsWith('● 1 ')`);
      const storm = Array.from({ length: 20 }, (_, index) => ({
        type: 'alert',
        version: `s${index}`,
      }));
      await server().post(...storm);
      await until(page, `document.title.startsWith('● 21 ')`);
      await page.evaluate(`last.dispatchEvent(new Event('click'))`);
      await until(page, `location.search.includes('event=alert-1')`);
      await page.evaluate('hide(false)');
      await until(page, `!document.title.startsWith('●')`);
    });

    it('come from one of many tabs', async () => {
      const page = await open(server(), { key: server().key });
      await page.addInitScript({ content: PRETEND });
      const kept = JSON.stringify({
        ...{ home: null, pinned: [] },
        watched: [{ id: 'w', name: 'All', address: '/timeline?type=tabbed' }],
      });
      await page.addInitScript({
        content: `localStorage.setItem('milepost.views', ${JSON.stringify(kept)})`,
      });
      const other = await page.context().newPage();
      await other.addInitScript({ content: PRETEND });
      await other.addInitScript({
        content: `sessionStorage.setItem('milepost.key', ${JSON.stringify(server().key)})`,
      });
      const tabs = [page, other];
      for (const tab of tabs) {
        await tab.goto(`${server().baseUrl}/timeline`);
        await isLive(tab);
        await tab.evaluate(
          `new Promise((done) => { const look = async () => {
            const { held, pending } = await navigator.locks.query();
            const names = [...held, ...pending].map(({ name }) => name);
            if (names.filter((name) => name === 'milepost.notifier').length === ${tabs.indexOf(tab) + 1}) done();
            else setTimeout(look, 20);
          }; look(); })`,
        );
      }
      // One is still looked at: the reader sees it there.
      await page.evaluate('hide(true)');
      await server().post({ type: 'tabbed', version: 't1' });
      await row(other, 't1').waitFor();
      expect(await page.evaluate('shown.length')).to.equal(0);
      await other.evaluate('hide(true)');
      await server().post({ type: 'tabbed', version: 't2' });
      await until(page, `document.title.startsWith('● 2 ')`);
      await until(other, `document.title.startsWith('● 1 ')`);
      await until(page, 'shown.length === 1');
      expect(await other.evaluate('shown.length')).to.equal(0);
    });

    it('are explained where the browser refuses them', async () => {
      const page = await open(server());
      await page.addInitScript({ content: `${PRETEND} globalThis.answer = 'denied';` });
      const { email } = await server().newPerson('member');
      await page.goto(`${server().baseUrl}/timeline?type=refused`);
      await signInAs(page, email);
      await isLive(page);
      await save(page, 'Refused');
      await watch(page, 'Refused');
      await page.getByText(/This browser refuses notifications/).waitFor();
      expect(await button(page, 'Notify me').getAttribute('aria-pressed')).to.equal('false');
    });
  });

  for (const options of LOOKS) {
    const look = `${options.colorScheme}, ${options.width ?? 1280} px`;
    const name = `For axe, ${look}`;
    it(`have no barrier that axe finds, ${look}`, async () => {
      const page = await enter('admin', '/timeline?type=rollback', options);
      await save(page, name, true);
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
