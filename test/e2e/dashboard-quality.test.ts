import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import {
  askForKey,
  buildDashboard,
  DASHBOARD,
  describeDashboard,
  isLive,
  row,
  type Scripts,
} from '../dashboard/world.ts';
import { findViolations, type Page, until } from '../support/browser.ts';
import { demoEvents } from '../support/demo-events.ts';

const PHONE = { width: 360, height: 740 } as const;

describe('what the dashboard weighs', () => {
  let scripts: Scripts;
  before(async () => {
    scripts = await buildDashboard();
  });

  const weigh = (name: string) => gzipSync(readFileSync(`${DASHBOARD}/${name}`)).length;
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + weigh(name), 0);
  const built = (ending: string) => readdirSync(DASHBOARD).filter((name) => name.endsWith(ending));

  it('is little enough for a bad line', () => {
    expect(sum(scripts.initial), 'at first').to.be.within(20_000, 60_000);
    expect(
      scripts.lazy.filter((name) => weigh(name) > 30_000),
      'later',
    ).to.deep.equal([]);
    const styles = built('.css');
    expect(styles.map((name) => name.split('-')[0]).sort()).to.deep.equal(['later', 'main']);
    expect(
      styles.filter((name) => weigh(name) < 1000 || weigh(name) > 10_000),
      'styles',
    ).to.deep.equal([]);
    // Nothing is left out of both.
    expect([...scripts.initial, ...scripts.lazy].sort()).to.deep.equal(built('.js').sort());
  });

  it('comes from nowhere else and holds nothing inline', () => {
    const page = readFileSync(`${DASHBOARD}/index.html`, 'utf8');
    expect(page).not.to.match(/https?:|\sstyle=|<style|<script(?![^>]*\bsrc=)/);
    const styles = readdirSync(DASHBOARD).filter((name) => name.endsWith('.css'));
    for (const name of styles) {
      expect(readFileSync(`${DASHBOARD}/${name}`, 'utf8')).not.to.match(/@font-face|url\(/);
    }
  });
});

describeDashboard('the dashboard for everybody', ({ server, start, open, openTimeline }) => {
  before(() => server().post(...demoEvents(Date.now())));

  /** A state of the page: where it is, and how one gets there. */
  const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    timeline: async (page) => {
      await page.goto(`${server().baseUrl}/timeline`);
      await page.locator('.row').first().waitFor();
    },
    'timeline with filters': async (page) => {
      await page.goto(
        `${server().baseUrl}/timeline?severity=MAJOR&type=rollback&from=-30d&search=pay`,
      );
      await page.locator('.row').first().waitFor();
      await page.locator('.chip').first().waitFor();
    },
    details: async (page) => {
      await page.goto(`${server().baseUrl}/timeline?type=rollback`);
      // Between the values, which filter.
      await page.locator('.row .cell-description').first().click();
      await page.locator('.drawer .tree').waitFor();
    },
    table: async (page) => {
      await page.goto(`${server().baseUrl}/timeline`);
      await page.locator('.row').first().waitFor();
      await page.getByRole('button', { name: /as a table/ }).click();
      await page.locator('.histogram-table tbody tr').first().waitFor();
    },
    help: async (page) => {
      await page.goto(`${server().baseUrl}/timeline`);
      await page.locator('.row').first().waitFor();
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
    },
    'no match': async (page) => {
      await page.goto(`${server().baseUrl}/timeline?search=nothing`);
      await page.getByText('No event matches').waitFor();
    },
    menus: async (page) => {
      await page.goto(`${server().baseUrl}/timeline`);
      await page.locator('.row').first().waitFor();
      await page.locator('.account summary').click();
    },
  };

  const LOOKS = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', PHONE],
    ['on a phone, dark', { ...PHONE, colorScheme: 'dark' }],
  ] as const;

  for (const [look, options] of LOOKS) {
    it(`has no barrier that axe finds, ${look}`, async () => {
      const page = await open(server(), { key: server().key, ...options });
      for (const [state, go] of Object.entries(STATES)) {
        await go(page);
        await isLive(page);
        // Colours are only right when nothing moves any more.
        await until(
          page,
          `document.getAnimations().every((one) => one.effect.getTiming().iterations === Infinity)`,
        );
        expect(await findViolations(page), state).to.deep.equal([]);
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(isWide, `${state} is wider than the screen`).to.equal(false);
      }
      if ('width' in options) {
        await page.goto(`${server().baseUrl}/timeline`);
        await page.getByRole('button', { name: 'Filters', exact: true }).click();
        await page.locator('.sheet .facet-value').first().waitFor();
        expect(await findViolations(page), 'filters').to.deep.equal([]);
      }
    });

    it(`has none before one is in, ${look}`, async () => {
      const guest = await open(server(), options);
      await guest.goto(server().baseUrl);
      await guest.getByRole('button', { name: 'Sign in' }).click();
      await guest.locator('.entry-problem').first().waitFor();
      expect(await findViolations(guest), 'sign-in').to.deep.equal([]);
      await askForKey(guest);
      await guest.locator('input[name="key"]').fill('mp_wrong');
      await guest.getByRole('button', { name: 'Open' }).click();
      await guest.locator('.problem').waitFor();
      expect(await findViolations(guest), 'key').to.deep.equal([]);
      await guest.goto(`${server().baseUrl}/set-up#wrong`);
      await guest.getByRole('button', { name: 'Create the account' }).click();
      await guest.locator('.entry-problem').first().waitFor();
      expect(await findViolations(guest), 'set-up').to.deep.equal([]);

      const page = await openTimeline('', await start(), options);
      await page.getByText('Waiting for the first event').waitFor();
      await isLive(page);
      expect(await findViolations(page), 'empty').to.deep.equal([]);
    });
  }

  it('keeps its meaning in forced colours', async () => {
    const page = await open(server(), { key: server().key });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${server().baseUrl}/timeline`);
    await row(page, 'deployment').waitFor();
    await isLive(page);
    expect(await findViolations(page)).to.deep.equal([]);
  });

  it('is printed whole: all that is loaded, on as many sheets as that takes', async () => {
    const page = await openTimeline();
    await row(page, 'deployment').waitFor();
    const sheets = /\/Count (\d+)/.exec((await page.pdf({ format: 'A4' })).toString('latin1'));
    // A hundred rows of 36 px, and 1,100 px to a sheet.
    expect(Number(sheets?.[1])).to.equal(4);
  });

  it('can be walked through by keyboard: to the list, through a row, and to its end', async () => {
    const page = await open(server(), { key: server().key });
    await page.goto(`${server().baseUrl}/timeline?type=rollback`);
    await page.locator('.row').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const focused = 'document.activeElement.closest(".row")?.ariaRowIndex';
    expect(await page.evaluate(focused)).to.equal('2');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(focused)).to.equal('3');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await until(page, `location.search.match(/type=rollback/) === null`);
  });
});

describeDashboard('the dashboard with 5,000 events', ({ server, openTimeline }) => {
  before(async () => {
    const start = Date.UTC(2026, 0, 1);
    for (let batch = 0; batch < 5; batch += 1) {
      const events = Array.from({ length: 1000 }, (_, index) => {
        const number = batch * 1000 + index;
        const time = new Date(start + number * 60_000).toISOString();
        return { id: `e${number}`, version: `v${number}`, source: `system-${number % 60}`, time };
      });
      await server().post(...events);
    }
  });
  const countNodes = `document.querySelectorAll('*').length`;

  it('keeps the document small and does not move under those who have scrolled away', async () => {
    const page = await openTimeline();
    await row(page, 'v4999').waitFor();
    await page.evaluate(`document.querySelector('.grid-body').scrollTop = 1800`);
    const shown = row(page, 'v4940');
    await shown.waitFor();
    const before = await shown.boundingBox();
    await server().post({ version: 'new-1' }, { version: 'new-2' });
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await shown.boundingBox()).to.deep.equal(before);
    expect(await page.evaluate(countNodes)).to.be.below(2000);
    await page.getByRole('button', { name: '2 new' }).click();
    await row(page, 'new-2').waitFor();
    expect(await page.evaluate(`document.querySelector('.grid-body').scrollTop`)).to.equal(0);
  });

  it('reads on to the very first event, without a gap', async () => {
    const page = await openTimeline();
    await row(page, 'new-2').waitFor();
    const isDone = await page.evaluate(`new Promise((resolve) => {
        const box = document.querySelector('.grid-body');
        const end = performance.now() + 20000;
        const step = () => {
          box.scrollTop = box.scrollHeight;
          if (document.querySelector('.grid-foot').innerText.startsWith('That is all')) resolve(true);
          else if (performance.now() > end) resolve(false);
          else requestAnimationFrame(step);
        };
        step();
      })`);
    expect(isDone).to.equal(true);
    await row(page, 'v0').waitFor();
    const last = await page.evaluate(
      `Math.max(...[...document.querySelectorAll('.row')].map((row) => row.ariaRowIndex))`,
    );
    // 5,000 and two new ones, behind the header.
    expect(last).to.equal(5003);
    expect(await page.evaluate(countNodes)).to.be.below(2000);
  });
});
