import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import {
  askForKey,
  DASHBOARD,
  describeDashboard,
  isLive,
  row,
  rowsAre,
  rowsShow,
  temporaryFolder,
} from '../dashboard/world.ts';
import type { Page } from '../support/browser.ts';
import { newEvent } from '../support/events.ts';

describeDashboard('opening the dashboard with a key', ({ server, start, open, openTimeline }) => {
  const signIn = async (page: Page, key: string) => {
    await page.locator('input[name="key"]').fill(key);
    await page.getByRole('button', { name: 'Open' }).click();
  };
  const problem = (page: Page, text: string) =>
    page.locator('.problem, .entry-problem').filter({ hasText: text }).waitFor();

  it('says what is wrong with a key', async () => {
    const revoked = await server().newKey('READ_ONLY');
    await revoked.revoke();
    const { key } = server();
    const { key: unknown } = await start();
    const page = await open(server());
    await page.goto(server().baseUrl);
    await askForKey(page);
    for (const [wrong, message] of [
      ['', 'Paste an API key'],
      ['mp_short', 'malformed'],
      ['mp_ключ…', 'malformed'],
      [`${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`, 'mistyped'],
      [unknown, 'The API key is not known.'],
      [revoked.secret, 'The API key was revoked.'],
    ] as const) {
      await signIn(page, wrong);
      await problem(page, message);
    }
  });

  it('says so when the server does not answer', async () => {
    const page = await open(server());
    await page.goto(server().baseUrl);
    await askForKey(page);
    await page.context().setOffline(true);
    await signIn(page, server().key);
    await problem(page, 'does not answer');
  });

  it('lasts as long as was wished for, and shows what the address said', async () => {
    await server().post({ type: 'rollback' }, { type: 'deployment' });
    const { secret } = await server().newKey('READ_ONLY');
    const page = await open(server());
    await page.goto(`${server().baseUrl}/timeline?type=rollback`);
    await askForKey(page);
    await page.getByLabel('Keep it open').check();
    await signIn(page, `Bearer ${secret}\n`);
    await row(page, 'rollback').waitFor();
    expect(await page.locator('.row').count()).to.equal(1);
    expect(await page.evaluate('sessionStorage.length')).to.equal(0);
    await page.reload();
    await row(page, 'rollback').waitFor();
    await page.locator('.account summary').click();
    await page.getByText('Sign out').click();
    await askForKey(page);
    expect(await page.evaluate(`localStorage.getItem('milepost.key')`)).to.equal(null);
    await signIn(page, secret);
    await row(page, 'rollback').waitFor();
    expect(await page.evaluate(`localStorage.getItem('milepost.key')`)).to.equal(null);
    expect(await page.evaluate(`sessionStorage.getItem('milepost.key')`)).to.equal(secret);
  });

  it('ends with a reason when the key is revoked', async () => {
    const { secret, revoke } = await server().newKey('READ_ONLY');
    const page = await openTimeline('', server(), { key: secret });
    await revoke();
    // Other nodes may take 5 s to hear of it, and this one learns of it as they do.
    page.setDefaultTimeout(8000);
    await page.getByText('You were signed out: the API key was revoked.').waitFor();
  });
});

describeDashboard('the live list of the dashboard', ({ server, start, openTimeline }) => {
  it('shows an event within a second of its POST, in its place', async () => {
    const kind = /newest|middle|late|oldest/;
    const at = (time: string) => ({ subject: 'live', time: `2026-01-20T${time}:00Z` });
    await server().post({ type: 'middle', ...at('12:00') }, { type: 'oldest', ...at('11:00') });
    const page = await openTimeline('?subject=live');
    await row(page, 'oldest').waitFor();
    const began = Date.now();
    await server().post({ type: 'newest', subject: 'live' });
    await row(page, 'newest').waitFor();
    expect(Date.now() - began).to.be.below(1000);
    await server().post({ type: 'late', ...at('11:30') });
    await row(page, 'late').waitFor();
    expect(await rowsShow(page, kind)).to.deep.equal(['newest', 'middle', 'late', 'oldest']);
  });

  it('grows out of the empty page', async () => {
    const fresh = await start();
    const page = await openTimeline('', fresh);
    await page.getByText('Waiting for the first event').waitFor();
    expect(await page.locator('.command code').textContent()).to.include('$MILEPOST_API_KEY');
    await fresh.post({ type: 'first-of-all' });
    await row(page, 'first-of-all').waitFor();
    await page.getByRole('heading', { name: '1 event', exact: true }).waitFor();
  });

  it('stands still while it is paused, and counts what waits', async () => {
    const paused = (id: string) => ({ id, subject: 'paused' });
    const page = await openTimeline('?subject=paused&bursts=off');
    await page.getByText('No event matches').waitFor();
    await server().post(paused('p0'));
    await row(page, 'paused').waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await server().post(paused('p1'), paused('p2'));
    await server().post({ subject: 'elsewhere' }, paused('p3'));
    await page.getByRole('button', { name: '3 new' }).waitFor();
    expect(await page.locator('.row').count()).to.equal(1);
    await page.getByRole('button', { name: '3 new' }).click();
    await rowsAre(page, 4);
    await server().post(paused('p4'));
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await page.keyboard.press('p');
    await rowsAre(page, 5);
  });

  it('shows what was missed once each, and its indicator tells the truth', async () => {
    const folder = temporaryFolder();
    const file = `${folder.path}/milepost.db`;
    const { port, key, ...first } = await start({ file });
    const page = await openTimeline('', { port, key, ...first });
    await first.post({ version: 'v-before' });
    await row(page, 'v-before').waitFor();
    await first.close();
    await page.locator('.connection').filter({ hasText: 'Reconnecting' }).waitFor();
    expect(await page.locator('.connection[data-tone="live"]').count()).to.equal(0);
    const second = await start({ file, port, key });
    await second.post({ version: 'v-m1' }, { version: 'v-m2' });
    await second.post({ version: 'v-m3' });
    await page.locator('.connection').filter({ hasText: 'Back online' }).waitFor();
    await isLive(page);
    await row(page, 'v-m3').waitFor();
    const versions = await rowsShow(page, /v-\w+/);
    expect(versions).to.deep.equal(['v-m3', 'v-m2', 'v-m1', 'v-before']);
    folder.remove();
  });

  it('shows what others stored while there was no server, once each, and never says live then', async () => {
    const folder = temporaryFolder();
    const file = `${folder.path}/milepost.db`;
    const { port, key, ...first } = await start({ file });
    const page = await openTimeline('', { port, key, ...first });
    await first.post({ version: 'v-before' });
    await row(page, 'v-before').waitFor();
    await page.evaluate(`globalThis.tones = []; new MutationObserver(() => tones.push(
      document.querySelector('.connection').dataset.tone)).observe(
      document.querySelector('.connection'), { attributes: true, attributeFilter: ['data-tone'] })`);
    await first.close();
    await page.locator('.connection').filter({ hasText: 'Reconnecting' }).waitFor();
    const store = await openSqliteStore(file);
    const missed = [1, 2, 3].map((minute) => ({
      ...newEvent({ id: `missed-${minute}`, version: `v-m${minute}` }),
      time: Date.now() + minute,
    }));
    await store.events.append(missed);
    await store.close();
    await page
      .locator('.connection[data-tone="offline"]')
      .filter({ hasText: 'Offline since' })
      .waitFor({ timeout: 15_000 });
    expect(await page.evaluate('tones')).to.deep.equal(['waiting', 'offline']);
    await start({ file, port, key });
    await isLive(page);
    await row(page, 'v-m3').waitFor();
    const versions = await rowsShow(page, /v-\w+/);
    expect(versions).to.deep.equal(['v-m3', 'v-m2', 'v-m1', 'v-before']);
    const tones = (await page.evaluate('tones')) as string[];
    expect(tones.indexOf('live'), String(tones)).to.equal(tones.length - 1);
    await page.getByText(/caught up with 3 events/).waitFor();
    folder.remove();
  });

  it('offers to load again when the server that comes back is a newer one', async () => {
    const folder = temporaryFolder();
    const file = `${folder.path}/milepost.db`;
    const { port, key, ...first } = await start({ file });
    const page = await openTimeline('', { port, key, ...first });
    await first.close();
    await page.locator('.connection').filter({ hasText: 'Reconnecting' }).waitFor();
    const same = await start({ file, port, key });
    await isLive(page);
    await same.close();
    await page.locator('.connection').filter({ hasText: 'Reconnecting' }).waitFor();
    expect(await page.locator('.toast').count()).to.equal(0);
    const dashboardFolder = `${folder.path}/dashboard`;
    cpSync(DASHBOARD, dashboardFolder, { recursive: true });
    for (const ending of ['br', 'gz']) rmSync(`${dashboardFolder}/index.html.${ending}`);
    const index = `${dashboardFolder}/index.html`;
    writeFileSync(index, readFileSync(index, 'utf8').replace(/main-\w+\.js/, 'main-NEWER.js'));
    await start({ file, port, key, dashboardFolder });
    await isLive(page);
    await page.getByText('Milepost was updated.').waitFor();
    await page.getByRole('button', { name: 'Load again' }).waitFor();
    folder.remove();
  });

  it('comes back by itself when it could not be loaded', async () => {
    const folder = temporaryFolder();
    const file = `${folder.path}/milepost.db`;
    const { port, key, ...first } = await start({ file });
    await first.post({ version: 'v-there' });
    const page = await openTimeline('', { port, key, ...first });
    await row(page, 'v-there').waitFor();
    await first.close();
    await page.getByLabel('last hour').check();
    await page.getByText('Milepost does not answer').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Milepost does not answer').waitFor();
    await start({ file, port, key });
    await row(page, 'v-there').waitFor();
    folder.remove();
  });
});
