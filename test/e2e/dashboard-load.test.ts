/** What a storm does to the list: every event is there, once, and the page stays as small as it was. */
import { expect } from 'chai';
import { describeDashboard, isLive, row } from '../dashboard/world.ts';
import { type Page, until } from '../support/browser.ts';

const LOADED = 9700;
const LIVE = 300;
/** 100 a second. */
const EVERY_MS = 10;

describeDashboard('the dashboard with 10,000 events at 100 events a second', (stage) => {
  const { server, openTimeline } = stage;
  before(async () => {
    const start = Date.now() - LOADED * 1000;
    for (let first = 0; first < LOADED; first += 1000) {
      const count = Math.min(1000, LOADED - first);
      const batch = Array.from({ length: count }, (_, index) => ({
        ...{ id: `old-${first + index}`, version: `n${first + index}`, source: `s-${index % 60}` },
        time: new Date(start + (first + index) * 1000).toISOString(),
      }));
      await server().post(...batch);
    }
  });

  /**
   * Loads the list to its end. Every row that is painted on the way says which event stands at which
   * place: one that is missing or there twice would move all behind it.
   */
  const readAll = async (page: Page) =>
    (await page.evaluate(`new Promise((resolve) => {
      const box = document.querySelector('.grid-body');
      const places = {};
      const end = performance.now() + 45000;
      const look = () => {
        for (const row of document.querySelectorAll('.row')) {
          const place = row.ariaRowIndex - 2;
          places[place] = row.querySelector('.cell-version').textContent;
        }
        const isAll = document.querySelector('.grid-foot')?.innerText.startsWith('That is all');
        if (isAll && places[${LOADED + LIVE - 1}] !== undefined || performance.now() > end) {
          resolve({ places, nodes: document.querySelectorAll('*').length });
          return;
        }
        // The stretch of the storm row by row, the rest as fast as it comes.
        if (box.scrollTop < ${(LIVE + 100) * 36}) box.scrollTop += box.clientHeight / 2;
        else box.scrollTop = box.scrollHeight;
        requestAnimationFrame(() => requestAnimationFrame(look));
      };
      look();
    })`)) as { places: Readonly<Record<string, string>>; nodes: number };

  it('has each of them exactly once, in few nodes', async () => {
    // Each on its own row: many alike stand together otherwise.
    const page = await openTimeline('?bursts=off');
    await row(page, `n${LOADED - 1}`).waitFor();
    const started = performance.now();
    const sending: Promise<void>[] = [];
    for (let index = 0; index < LIVE; index += 1) {
      const due = started + index * EVERY_MS - performance.now();
      if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
      sending.push(server().post({ id: `live-${index}`, version: `n${LOADED + index}` }));
    }
    await Promise.all(sending);
    await until(page, `document.querySelector('.total').innerText === '10,000 events'`);
    await isLive(page);
    const { places, nodes } = await readAll(page);
    const painted = Object.entries(places).map(([place, version]) => [Number(place), version]);
    const storm = painted.flatMap(([place = 0, version]) =>
      Number(place) < LIVE ? [version] : [],
    );
    const sent = Array.from({ length: LIVE }, (_, index) => `n${LOADED + index}`);
    // Those that were on their way at the same time may have been stored in any order.
    expect(storm).to.have.members(sent);
    for (const [place, version] of painted) {
      const number = LOADED + LIVE - 1 - Number(place);
      if (number < LOADED) expect(version, `row ${place}`).to.equal(`n${number}`);
    }
    expect(places[LOADED + LIVE - 1]).to.equal('n0');
    expect(nodes).to.be.below(2000);
  });
});
