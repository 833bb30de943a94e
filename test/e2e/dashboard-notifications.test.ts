/** Notifications of the browser, which are pretended: what it would show is what is looked at. */
import { expect } from 'chai';
import { button, openActions, openViews, saveView } from '../dashboard/tools.ts';
import { describeDashboard, isLive, row, signInAs } from '../dashboard/world.ts';
import { type Page, until } from '../support/browser.ts';

describeDashboard('notifications', ({ server, open }) => {
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

  /** Waits for so many tabs that notify, or wait for the one that does to close. */
  const areWatching = async (page: Page, count: number) => {
    await page.evaluate(`new Promise((done) => {
      const look = async () => {
        const { held, pending } = await navigator.locks.query();
        const found = [...held, ...pending].filter(({ name }) => name === 'milepost.notifier');
        if (found.length === ${count}) done();
        else setTimeout(look, 20);
      };
      look();
    })`);
  };

  it('come for a watched view, only while nobody looks, and open the event', async () => {
    const page = await open(server());
    await page.addInitScript({ content: PRETEND });
    const { email } = await server().newPerson('member');
    await page.goto(`${server().baseUrl}/timeline?type=alert`);
    await signInAs(page, email);
    await isLive(page);
    await saveView(page, 'Alerts');
    expect(await page.evaluate('asked')).to.equal(0);
    await watch(page, 'Alerts');
    await until(page, `asked === 1 && localStorage.getItem('milepost.views').includes('Alerts')`);
    await page.keyboard.press('Escape');
    await page.goto(`${server().baseUrl}/timeline`);
    await isLive(page);
    await page.evaluate(`Notification.permission = 'granted'`);
    await areWatching(page, 1);

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
      await areWatching(tab, tabs.indexOf(tab) + 1);
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
    await saveView(page, 'Refused');
    await watch(page, 'Refused');
    await page.getByText(/This browser refuses notifications/).waitFor();
    expect(await button(page, 'Notify me').getAttribute('aria-pressed')).to.equal('false');
  });
});
