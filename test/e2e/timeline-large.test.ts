/** The timeline with 100,000 events: any part of it, in a small document. */
import { expect } from 'chai';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { generateEvents } from '../../bench/dataset.ts';
import { describeDashboard, type Server, temporaryFolder } from '../dashboard/world.ts';
import { type Page, until } from '../support/browser.ts';

const COUNT = 100_000;
const END = Date.UTC(2026, 5, 30);

describeDashboard('the timeline with 100,000 events', ({ start, openTimeline }) => {
  const folder = temporaryFolder();
  const file = `${folder.path}/milepost.db`;
  let key: string | undefined;
  before(async () => {
    const store = await openSqliteStore(file);
    let batch = [];
    for (const event of generateEvents(COUNT, END)) {
      batch.push(event);
      if (batch.length < 2000) continue;
      await store.events.append(batch);
      batch = [];
      await new Promise((resume) => setImmediate(resume));
    }
    await store.close();
  });
  after(folder.remove);
  const serve = async (): Promise<Server> => {
    const server = await start({ file, ...(key === undefined ? {} : { key }) });
    key ??= server.key;
    return server;
  };

  const nodes = (page: Page) => page.evaluate(`document.querySelectorAll('*').length`);
  /** Scrolls to a part of the list, and waits until rows are there to be seen. */
  const scrollTo = async (page: Page, part: number) => {
    await page.evaluate(
      `{ const box = document.querySelector('.grid-body'); box.scrollTop = box.scrollHeight * ${part}; }`,
    );
    await areRowsThere(page);
  };
  const scrollBy = async (page: Page, distance: number) => {
    await page.evaluate(`document.querySelector('.grid-body').scrollTop += ${distance}`);
    // The list follows the scrolling in the next frame.
    await page.evaluate(
      `new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume)))`,
    );
    await areRowsThere(page);
  };
  const areRowsThere = (page: Page) =>
    until(
      page,
      `(() => {
        const box = document.querySelector('.grid-body').getBoundingClientRect();
        const shown = [...document.querySelectorAll('.row')].map((row) => row.getBoundingClientRect());
        const inSight = shown.filter(({ top, bottom }) => bottom > box.top && top < box.bottom);
        return inSight.length >= Math.floor(box.height / 36) - 1;
      })()`,
    );
  /** Of the rows in sight: the row with the keyboard may be anywhere. */
  const times = async (page: Page) =>
    (await page.evaluate(
      `(() => {
        const box = document.querySelector('.grid-body').getBoundingClientRect();
        return [...document.querySelectorAll('.row')]
          .map((row) => ({ row, ...row.getBoundingClientRect().toJSON() }))
          .filter(({ top, bottom }) => bottom > box.top && top < box.bottom)
          .toSorted((one, other) => one.top - other.top)
          .map(({ row }) => row.querySelector('time').dateTime);
      })()`,
    )) as string[];

  it('leads to any part of the list, and back, in a document of the same size', async () => {
    const page = await openTimeline('?bursts=off', await serve());
    await page.getByRole('heading', { name: '100,000 events' }).waitFor();
    const span = { first: END - COUNT * 86_400, last: END };
    for (const part of [0.5, 0.93, 0.21, 0.7]) {
      await scrollTo(page, part);
      const shown = await times(page);
      const expected = span.last - part * (span.last - span.first);
      // Days of 1,000 events: within one of them is as exact as a scroll bar can be read.
      expect(Math.abs(Date.parse(shown[0] ?? '') - expected)).to.be.below(86_400_000);
      expect(shown).to.deep.equal(shown.toSorted().reverse());
      expect(await nodes(page)).to.be.below(1300);
    }
    await scrollTo(page, 0);
    const [newest] = await times(page);
    expect(Date.parse(newest ?? '')).to.be.greaterThan(span.last - 90_000);
  });

  it('has no gap above and below where it was jumped to', async () => {
    const server = await serve();
    const page = await openTimeline('?bursts=off', server);
    await page.getByRole('heading', { name: '100,000 events' }).waitFor();
    await scrollTo(page, 0.4);
    const [middle = ''] = await times(page);
    const seen = new Set<string>();
    for (let step = 0; step < 25; step += 1) {
      await scrollBy(page, step < 10 ? 360 : -360);
      for (const time of await times(page)) seen.add(time);
    }
    const shown = [...seen].sort();
    const answer = await fetch(
      `${server.baseUrl}/api/v1/events/export?from=${shown[0]}&to=${shown.at(-1)}`,
      { headers: { Authorization: `Bearer ${server.key}` } },
    );
    const there = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { time: string }).time);
    expect(there.filter((time) => !seen.has(time))).to.deep.equal([]);
    expect(shown[0] !== middle && shown.at(-1) !== middle).to.equal(true);
  });

  it('goes to a date, outside of the range that is shown too', async () => {
    const page = await openTimeline('?bursts=off&from=2026-06-29T00:00:00Z', await serve());
    await page.locator('.list-options summary').click();
    await page.getByLabel(/Find a date/).fill('2026-05-01T12:00');
    await page.getByRole('button', { name: 'Go there' }).click();
    await until(page, `document.querySelector('.row time')?.dateTime.startsWith('2026-05-01')`);
    expect(new URL(page.url()).searchParams.get('from')).to.equal(null);
    // Noon in Berlin.
    await until(
      page,
      `[...document.querySelectorAll('.row time')].some((one) => one.dateTime.startsWith('2026-05-01T09:5'))`,
    );
    expect(await nodes(page)).to.be.below(1300);
  });

  it('moves again once one is back at its newest event', async () => {
    const server = await serve();
    const page = await openTimeline('?bursts=off', server);
    await page.getByRole('heading', { name: '100,000 events' }).waitFor();
    await scrollTo(page, 0.6);
    await server.post({ version: 'meanwhile' });
    await page.getByRole('button', { name: '1 new' }).click();
    await page.locator('.row').filter({ hasText: 'meanwhile' }).first().waitFor();
    await server.post({ version: 'and-live' });
    await page.locator('.row').filter({ hasText: 'and-live' }).first().waitFor();
    expect(await page.evaluate(`document.querySelector('.grid-body').scrollTop`)).to.equal(0);
  });
});
