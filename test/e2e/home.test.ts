import { expect } from 'chai';
import type { EventInput } from '../../backend/model/event.ts';
import {
  describeDashboard,
  isLive,
  queryOf,
  row,
  type Server,
  temporaryFolder,
} from '../dashboard/world.ts';
import { findViolations, type Page, until } from '../support/browser.ts';
import { demoEvents } from '../support/demo-events.ts';

const PHONE = { width: 360, height: 740 } as const;

/** An event of `shop` so many hours ago. */
function change(
  hoursAgo: number,
  subject: string,
  version: string,
  over: Partial<EventInput> = {},
): Partial<EventInput> {
  const time = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  return { subject, version, time, ...over };
}

describeDashboard('what runs where', ({ server, start, open }) => {
  const openHome = async (query = '', where: Server = server(), options = {}) => {
    const page = await open(where, { key: where.key, ...options });
    await page.goto(`${where.baseUrl}/${query}`);
    await isLive(page);
    return page;
  };
  /** The cell of a system in an environment, as it is laid out: the first column is 1. */
  const cell = (page: Page, system: string, column: number) =>
    page
      .getByRole('row', { name: new RegExp(`^${system}`) })
      .locator('td')
      .nth(column - 1);
  const shows = (page: Page, system: string, column: number, text: string | RegExp) =>
    cell(page, system, column).filter({ hasText: text }).waitFor();
  const focused = (page: Page) => page.evaluate('document.activeElement.innerText');

  before(() =>
    server().post(
      change(50, 'staging', '1.0', { data: { actor: 'mara' } }),
      change(48, 'production', '1.0', { data: { ci: { actor: 'mara' } } }),
      change(20, 'staging', '1.1', { severity: 'LOW' }),
      change(10, 'staging', '1.2', { id: 'newest-of-staging' }),
      change(30, 'dev', '7', { source: '//github.com/acme/api' }),
      change(30, 'production', '7', { source: '//github.com/acme/api' }),
      change(9, 'staging', 'ignored', { type: 'config-change' }),
    ),
  );

  it('is the start page: systems by environment, least like production first', async () => {
    const page = await openHome();
    await shows(page, 'shop', 3, '1.0');
    expect(await page.getByRole('columnheader').allInnerTexts()).to.deep.equal([
      ...['System', 'dev', 'staging', 'production'],
    ]);
    const text = (await cell(page, 'shop', 3).textContent()) ?? '';
    expect(text).to.match(/Minor 1\.0deployment2d ago.*by mara.*behind 20h/);
    await shows(page, 'shop', 2, /1\.2.*10h ago/);
    await shows(page, 'shop', 1, 'nothing');
    await shows(page, 'acme/api', 1, '7');
    await page
      .getByRole('heading', { name: /2 systems in 3 environments.*1 with drift/ })
      .waitFor();
  });

  it('is live, by event time: what is recorded late overwrites nothing', async () => {
    const source = 'live-system';
    const page = await openHome('?find=live-system');
    await page.getByText('No system matches').waitFor();
    await server().post(change(2, 'production', '2.0', { source }));
    await shows(page, source, 3, '2.0');
    await server().post(change(5, 'production', '1.9-late', { source }));
    await server().post(change(1, 'staging', '2.1', { source }));
    await shows(page, source, 2, '2.1');
    await shows(page, source, 3, /2\.0.*behind 1h/);
    const back = { source, type: 'rollback', severity: 'MAJOR' } as const;
    await server().post(change(0.5, 'production', '1.9-late', back));
    await shows(page, source, 3, /Major 1\.9-late.*rollback/);
    await page.reload();
    await shows(page, source, 3, /Major 1\.9-late.*rollback.*behind 30m/);
  });

  it('goes back to any moment, which stands still and says so', async () => {
    const source = 'time-machine';
    await server().post(
      change(40, 'production', '1.0', { source }),
      change(3, 'production', '2.0', { source }),
    );
    const page = await openHome('?find=time-machine');
    await shows(page, source, 3, '2.0');
    await page.locator('.as-of-menu summary').click();
    await page.getByRole('button', { name: '24 hours ago' }).click();
    await shows(page, source, 3, /1\.0.*16h ago/);
    await page.getByRole('status').filter({ hasText: 'Live updates are paused' }).waitFor();
    const at = queryOf(page).get('at') ?? '';
    expect(Date.now() - Date.parse(at)).to.be.within(86_400_000, 86_430_000);
    await server().post(change(0, 'production', '3.0', { source }));
    const other = await openHome(new URL(page.url()).search);
    await shows(other, source, 3, '1.0');
    await shows(page, source, 3, '1.0');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await shows(page, source, 3, '3.0');
    await page.goBack();
    await shows(page, source, 3, '1.0');
    await page.locator('.as-of-menu summary').click();
    await page.getByLabel('Any moment').fill('2020-02-29T12:00');
    await page.getByRole('button', { name: 'Show what ran then' }).click();
    await page.getByText('Nothing was running at that moment').waitFor();
    expect(queryOf(page).get('at')).to.equal('2020-02-29T11:00:00.000Z');
  });

  it('opens the change behind a cell, and its history, by keyboard alone', async () => {
    const page = await openHome('?find=shop');
    await shows(page, 'shop', 3, '1.0');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused(page)).to.equal('–\nnothing');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).to.include('1.2');
    await page.keyboard.press('End');
    expect(await focused(page)).to.include('1.0');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.locator('.drawer .fields').filter({ hasText: 'newest-of-staging' }).waitFor();
    expect(queryOf(page).get('event')).to.equal('newest-of-staging');
    expect(queryOf(page).get('find')).to.equal('shop');
    await page.keyboard.press('Escape');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.matches('.matrix-cell')`);
    expect(await focused(page)).to.include('1.2');
    await page.keyboard.press('Shift+Enter');
    await row(page, 'ignored').waitFor();
    expect(new URL(page.url()).pathname).to.equal('/timeline');
    expect([...queryOf(page)]).to.deep.equal([
      ['subject', 'staging'],
      ['source', 'shop'],
    ]);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await shows(page, 'shop', 3, '1.0');
  });

  it('compares two environments: what is behind, by how much, and since when', async () => {
    const page = await openHome('?find=shop');
    await shows(page, 'shop', 3, '1.0');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await shows(page, 'shop', 3, 'production is 2 changes and 20h behind');
    expect(queryOf(page).getAll('compare')).to.deep.equal(['staging', 'production']);
    await page.getByRole('heading', { name: /production is behind in 1/ }).waitFor();
    await page.getByRole('button', { name: 'Swap the two' }).click();
    await until(page, `location.search.includes('compare=production&compare=staging')`);
    await shows(page, 'shop', 3, 'production is 2 changes and 20h behind');
    await page.getByLabel('with').selectOption('dev');
    await shows(page, 'shop', 3, 'not in dev');
    await page.reload();
    await shows(page, 'shop', 3, 'not in dev');
    await page.getByRole('button', { name: 'End the comparison' }).click();
    await shows(page, 'shop', 2, '1.2');
  });

  it('is narrowed by text and to drift, all of it in the address', async () => {
    const page = await openHome();
    await shows(page, 'acme/api', 3, '7');
    await page.getByLabel('Only drift').check();
    await until(page, `!document.querySelector('.matrix').innerText.includes('acme')`);
    expect(queryOf(page).get('drift')).to.equal('only');
    await page.keyboard.press('/');
    await page.keyboard.type('1.2');
    await page.getByRole('heading', { name: /^1 of/ }).waitFor();
    expect(queryOf(page).get('find')).to.equal('1.2');
    await page.keyboard.type('nothing');
    await page.getByText('No system matches').waitFor();
    await page.getByRole('button', { name: 'Show all systems' }).click();
    await shows(page, 'acme/api', 3, '7');
    expect(new URL(page.url()).search).to.equal('');
  });

  it('has the environments in an order of one’s own, kept in the browser', async () => {
    const page = await openHome('?find=shop');
    await shows(page, 'shop', 3, '1.0');
    await page.getByRole('button', { name: 'Order of the environments' }).click();
    await page.getByRole('button', { name: 'Move production up' }).click();
    await page.keyboard.press('Escape');
    await shows(page, 'shop', 2, '1.0');
    await page.reload();
    await shows(page, 'shop', 2, '1.0');
    await page.getByRole('button', { name: 'Order of the environments' }).click();
    await page.getByRole('button', { name: 'The usual order' }).click();
    await page.keyboard.press('Escape');
    await shows(page, 'shop', 3, '1.0');
  });

  it('is taken along as Markdown', async () => {
    const page = await openHome('?find=shop');
    await shows(page, 'shop', 3, '1.0');
    await page.locator('.export-menu summary').click();
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByText('Table copied').waitFor();
    const text = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(text).to.include('\n| --- | --- | --- | --- |\n');
    expect(text).to.include('| shop |  | 1.2 | 1.0 |');
  });

  it('grows out of the empty page, which shows the way', async () => {
    const fresh = await start();
    const page = await openHome('', fresh);
    await page.getByText('Nothing runs anywhere yet').waitFor();
    expect(await findViolations(page)).to.deep.equal([]);
    const way = page.getByRole('link', { name: 'Connect a pipeline' }).first();
    expect(await way.getAttribute('href')).to.equal('/welcome');
    await fresh.post({ version: 'first-of-all' });
    await shows(page, 'shop', 1, 'first-of-all');
  });

  it('says that the server is gone, and comes back with what was missed', async () => {
    const folder = temporaryFolder();
    const file = `${folder.path}/milepost.db`;
    const { port, key, ...first } = await start({ file });
    await first.post({ version: 'v-before' });
    const page = await openHome('', { port, key, ...first });
    await shows(page, 'shop', 1, 'v-before');
    await first.close();
    await page.locator('.connection').filter({ hasText: 'Reconnecting' }).waitFor();
    // What is known stays in sight; what is not known says why.
    await shows(page, 'shop', 1, 'v-before');
    await page.locator('.as-of-menu summary').click();
    await page.getByRole('button', { name: '1 hour ago' }).click();
    await page.getByText('Milepost does not answer').waitFor();
    await page.goBack();
    const second = await start({ file, port, key });
    await second.post({ version: 'v-missed' });
    await shows(page, 'shop', 1, 'v-missed');
    folder.remove();
  });
});

describeDashboard('what runs where, for everybody', ({ server, open }) => {
  before(() => server().post(...demoEvents(Date.now())));

  const STATES: Readonly<Record<string, string>> = {
    matrix: '',
    'a moment of the past': `?at=${new Date(Date.now() - 86_400_000).toISOString()}`,
    comparison: '?compare=staging&compare=production',
    'no match': '?find=nothing',
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
      for (const [state, query] of Object.entries(STATES)) {
        await page.goto(`${server().baseUrl}/${query}`);
        await isLive(page);
        await page.locator('.matrix, .cards, .notice').first().waitFor();
        expect(await findViolations(page), state).to.deep.equal([]);
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(isWide, `${state} is wider than the screen`).to.equal(false);
      }
      await page.goto(server().baseUrl);
      await page.locator('.as-of-menu summary').click();
      expect(await findViolations(page), 'moments').to.deep.equal([]);
      await page.locator('.as-of-menu summary').click();
      await page.getByRole('button', { name: 'Order of the environments' }).click();
      expect(await findViolations(page), 'order').to.deep.equal([]);
    });
  }

  it('opens and closes a change on a phone, and the focus comes back', async () => {
    const page = await open(server(), { key: server().key, ...PHONE });
    await page.goto(server().baseUrl);
    const line = page.getByRole('link', { name: /production.*Major 4\.11\.3.*rollback/ });
    await line.click();
    await page.locator('.drawer .fields').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.matches('.card-line')`);
  });
});

describeDashboard('what runs where, with 2,000 cells', ({ server, open }) => {
  const ENVIRONMENTS = ['local', 'dev', 'test', 'qa', 'uat', 'staging', 'canary', 'production'];
  before(async () => {
    for (const subject of ENVIRONMENTS) {
      const events = Array.from({ length: 250 }, (_, index) => ({
        ...{ subject, source: `system-${String(index).padStart(3, '0')}`, version: `1.${index}` },
      }));
      await server().post(...events);
    }
  });

  it('keeps the document small, and its far end is a key away', async () => {
    const page = await open(server(), { key: server().key });
    await page.goto(server().baseUrl);
    await isLive(page);
    await page.getByRole('heading', { name: /250 systems in 8 environments/ }).waitFor();
    expect(await page.evaluate(`document.querySelectorAll('*').length`)).to.be.below(6000);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+End');
    await until(page, `document.activeElement.closest('tr')?.ariaRowIndex === '251'`);
    const shown = String(await page.evaluate('document.activeElement.innerText'));
    expect(shown).to.include('1.249');
    await server().post({ source: 'system-249', subject: 'production', version: 'live' });
    await until(page, `document.activeElement.innerText.includes('live')`);
    // The first column and the head stay in sight.
    const isInSight = await page.evaluate(`(() => {
      const box = document.querySelector('.matrix-scroll').getBoundingClientRect();
      const head = document.querySelector('.matrix thead').getBoundingClientRect();
      return Math.abs(document.querySelector('.matrix thead th').getBoundingClientRect().top - box.top) < 1
        && head.left <= box.left + 1;
    })()`);
    expect(isInSight).to.equal(true);
  });
});
