/** The timeline as people narrow it: by values, text and time; and how it stands still. */
import { expect } from 'chai';
import { describeDashboard, queryOf, row, rowsAre, rowsShow } from '../dashboard/world.ts';
import { findViolations, type Page, until } from '../support/browser.ts';

const DAY = '2026-01-15';
const at = (clock: string) => `${DAY}T${clock}Z`;

describeDashboard('the timeline', ({ server, open, openTimeline }) => {
  before(() =>
    server().post(
      { id: 'd1', version: '1.0.0', time: at('10:00:00') },
      { id: 'd2', version: '1.1.0', time: at('11:00:00'), subject: 'staging' },
      { id: 'r1', type: 'rollback', version: '0.9.9', time: at('12:00:00') },
      { id: 'i1', type: 'incident', severity: 'CRITICAL', time: at('13:00:00') },
      ...Array.from({ length: 6 }, (_, index) => ({
        ...{ id: `c${index}`, type: 'config-change', source: 'billing', severity: 'LOW' as const },
        ...{ version: `c${index}`, time: at(`09:30:0${index}`) },
      })),
    ),
  );
  const PLAIN = '?bursts=off';
  const search = (page: Page) => page.getByRole('combobox', { name: 'Search and filter' });

  it('leaves values out: with Alt, by a button, by a key, from the list and its facets', async () => {
    const page = await openTimeline(PLAIN);
    await rowsAre(page, 10);
    await row(page, '0.9.9')
      .getByRole('button', { name: 'rollback' })
      .click({ modifiers: ['Alt'] });
    await rowsAre(page, 9);
    expect(queryOf(page).getAll('not.type')).to.deep.equal(['rollback']);
    await page.getByRole('button', { name: 'Leave out LOW' }).click();
    await rowsAre(page, 3);
    await page.getByRole('checkbox', { name: /^staging/ }).focus();
    await page.keyboard.press('-');
    await rowsAre(page, 2);
    await page
      .locator('.facet-label')
      .filter({ hasText: 'incident' })
      .click({ modifiers: ['Alt'] });
    await rowsAre(page, 1);
    expect(await search(page).inputValue()).to.equal(
      '-severity:low -type:rollback -type:incident -subject:staging',
    );
    const chips = page.getByRole('list', { name: 'Filters' });
    expect((await chips.getByRole('button').allInnerTexts()).length).to.equal(5);
    await page.getByRole('button', { name: 'Remove the filter not severity Low' }).click();
    await rowsAre(page, 7);
    // What is left out can be let in again where it was, and asked for instead.
    expect(
      await page.getByRole('button', { name: 'Leave out rollback' }).getAttribute('aria-pressed'),
    ).to.equal('true');
    await page.getByRole('checkbox', { name: /^rollback/ }).check();
    await rowsAre(page, 1);
    expect(queryOf(page).getAll('not.type')).to.deep.equal(['incident']);
    await page.goBack();
    await rowsAre(page, 7);
  });

  it('leaves out what the details show', async () => {
    const page = await openTimeline(`${PLAIN}&event=r1&eventSource=shop`);
    await page.getByRole('button', { name: 'Leave out this type' }).click();
    await rowsAre(page, 9);
    expect(queryOf(page).getAll('not.type')).to.deep.equal(['rollback']);
  });

  it('is filtered by text alone, with suggestions of what there is', async () => {
    const page = await openTimeline(PLAIN);
    await rowsAre(page, 10);
    await page.keyboard.press('/');
    await page.keyboard.type('env');
    await page.keyboard.type(':prod');
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await options.first().waitFor();
    expect(await options.allInnerTexts()).to.deep.equal(['production\n9']);
    await page.keyboard.press('ArrowDown');
    expect(await search(page).getAttribute('aria-activedescendant')).to.be.a('string');
    await page.keyboard.press('Enter');
    await rowsAre(page, 9);
    expect(await search(page).inputValue()).to.equal('subject:production ');
    await page.keyboard.type('-type:config-change ');
    await rowsAre(page, 3);
    await page.keyboard.type('0.9');
    await rowsAre(page, 1);
    expect(String(queryOf(page))).to.equal(
      'not.type=config-change&subject=production&search=0.9&bursts=off',
    );
    await page.reload();
    await rowsAre(page, 1);
    expect(await search(page).inputValue()).to.equal('subject:production -type:config-change 0.9');
  });

  it('says what is wrong with a search, where it was written', async () => {
    const page = await openTimeline(PLAIN);
    await rowsAre(page, 10);
    await search(page).fill('incident foo:bar');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'There is no field “foo”' }).waitFor();
    expect(await search(page).getAttribute('aria-invalid')).to.equal('true');
    // What can be understood is searched for.
    await rowsAre(page, 1);
    await search(page).fill('incident "foo:bar"');
    await page.getByText('No event matches').waitFor();
  });

  it('is narrowed in time by a drag over the histogram, and comes back', async () => {
    const page = await openTimeline(PLAIN);
    await rowsAre(page, 10);
    await page.goto(
      `${server().baseUrl}/timeline?bursts=off&from=${at('09:00:00')}&to=${at('14:00:00')}`,
    );
    await rowsAre(page, 10);
    const box = await page.locator('.histogram-chart').boundingBox();
    if (box === null) throw new Error('no histogram');
    const x = (hours: number) => box.x + (box.width * hours) / 5;
    await page.mouse.move(x(1.5), box.y + 20);
    await page.mouse.down();
    await page.mouse.move(x(3.5), box.y + 30, { steps: 5 });
    await page.getByText(/Show 15 Jan, 11:3\d – 13:3\d · 2 events/).waitFor();
    await page.mouse.up();
    await rowsAre(page, 2);
    expect(await rowsShow(page, /rollback|1\.1\.0/)).to.deep.equal(['rollback', '1.1.0']);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await rowsAre(page, 10);
    await page.keyboard.press('b');
    await rowsAre(page, 2);
    await page.getByRole('button', { name: 'Back to the range before' }).click();
    await rowsAre(page, 10);
  });

  it('is narrowed in time by the keyboard, with two sliders', async () => {
    const page = await openTimeline(`${PLAIN}&from=${at('09:00:00')}&to=${at('14:00:00')}`);
    await rowsAre(page, 10);
    const start = page.getByRole('slider', { name: 'Earliest shown' });
    const end = page.getByRole('slider', { name: 'Latest shown' });
    const bars = Number(await start.getAttribute('aria-valuemax'));
    await start.focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowLeft');
    expect(await start.getAttribute('aria-valuenow')).to.equal('39');
    expect(await start.getAttribute('aria-valuetext')).to.match(/^15 Jan, 1\d:\d\d$/);
    await end.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await end.getAttribute('aria-valuenow')).to.equal(String(bars - 10));
    await page.keyboard.press('Escape');
    expect(await start.getAttribute('aria-valuenow')).to.equal('0');
    await start.focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await rowsAre(page, 1);
    const from = Date.parse(queryOf(page).get('from') ?? '');
    expect(from).to.be.within(Date.parse(at('12:00:00')), Date.parse(at('12:30:00')));
  });

  it('shows times in any zone, which the browser keeps and a link may bring along', async () => {
    const page = await openTimeline(`${PLAIN}&type=incident`);
    // Berlin, in January.
    await row(page, 'incident').filter({ hasText: '14:00' }).waitFor();
    await page.locator('.zone-menu summary').filter({ hasText: 'Berlin' }).click();
    await page.getByRole('button', { name: 'UTC', exact: true }).click();
    await row(page, 'incident').filter({ hasText: '13:00' }).waitFor();
    await page.reload();
    await row(page, 'incident').filter({ hasText: '13:00' }).waitFor();
    await page.goto(`${server().baseUrl}/timeline?type=incident&tz=Asia/Kathmandu`);
    await row(page, 'incident').filter({ hasText: '18:45' }).waitFor();
    await page.locator('.zone-menu summary').filter({ hasText: 'Kathmandu' }).click();
    await page.getByLabel('Another zone').fill('America/New_York');
    await page.getByRole('button', { name: 'Show times there' }).click();
    await row(page, 'incident').filter({ hasText: '08:00' }).waitFor();
    expect(queryOf(page).get('tz')).to.equal(null);
    await page.locator('.range-menu summary').click();
    await page.getByLabel('From').fill(`${DAY}T07:30`);
    await page.getByRole('button', { name: 'Show this range' }).click();
    await until(page, `location.search.includes('from=2026-01-15T12%3A30%3A00.000Z')`);
  });

  it('gives a link to exactly what is seen', async () => {
    const page = await openTimeline('?bursts=off&from=-30d&not.type=rollback');
    await page.locator('.list-options summary').click();
    await page.getByRole('button', { name: 'Copy link to exactly this' }).click();
    await page.getByText('Link to exactly this copied').waitFor();
    const link = new URL(String(await page.evaluate('navigator.clipboard.readText()')));
    expect(Object.fromEntries(link.searchParams)).to.include({
      ...{ 'not.type': 'rollback', tz: 'Europe/Berlin', bursts: 'off' },
    });
    const span =
      Date.parse(link.searchParams.get('to') ?? '') -
      Date.parse(link.searchParams.get('from') ?? '');
    expect(span).to.equal(30 * 86_400_000);
    const other = await open(server(), { key: server().key });
    await other.goto(link.href);
    await rowsAre(other, 0);
    expect(other.url()).to.equal(link.href);
  });

  it('shows a burst as one row, which the keyboard opens', async () => {
    const page = await openTimeline();
    await rowsAre(page, 5);
    const burst = row(page, '6 like this in one minute');
    await burst.filter({ hasText: '6 versions' }).waitFor();
    await burst.focus();
    await page.keyboard.press('Enter');
    await rowsAre(page, 11);
    expect(await burst.getByRole('button').getAttribute('aria-expanded')).to.equal('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('o');
    await page.locator('.drawer').filter({ hasText: 'c5' }).waitFor();
    await page.keyboard.press('Escape');
    await burst.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await rowsAre(page, 5);
    await page.locator('.list-options summary').click();
    await page.getByRole('checkbox', { name: 'Group bursts of alike events' }).click();
    await rowsAre(page, 10);
    expect(queryOf(page).get('bursts')).to.equal('off');
  });

  it('stands still while text is marked, an event is open, or the pointer aims at a row', async () => {
    const page = await openTimeline('?subject=held&bursts=off');
    const held = (id: string) => server().post({ id, version: id, subject: 'held' });
    await held('h1');
    await row(page, 'h1').waitFor();
    await page.evaluate(
      `getSelection().selectAllChildren(document.querySelector('.row .cell-version'))`,
    );
    await held('h2');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await rowsAre(page, 1);
    await page.evaluate('getSelection().removeAllRanges()');
    await rowsAre(page, 2);
    await row(page, 'h2').locator('.cell-time').click();
    await page.locator('.drawer').waitFor();
    await held('h3');
    await held('h4');
    await page.getByRole('button', { name: '2 new' }).waitFor();
    await rowsAre(page, 2);
    await page.keyboard.press('Escape');
    await rowsAre(page, 4);
    const box = await row(page, 'h4').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 10);
    await held('h5');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    expect(await row(page, 'h4').boundingBox()).to.deep.equal(box);
    // A pointer that rests does not hold it for ever.
    await rowsAre(page, 5);
  });

  const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    suggestions: async (page) => {
      await search(page).focus();
      await page.keyboard.type('type:');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
    'a problem of the search': async (page) => {
      await search(page).fill('foo:bar');
      await page.keyboard.press('Enter');
      await page.locator('.search-problem').waitFor();
    },
    'a brush': async (page) => {
      await page.getByRole('slider', { name: 'Earliest shown' }).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.locator('.histogram-apply').waitFor();
    },
    'an open burst, and what is left out': async (page) => {
      await page.goto(`${server().baseUrl}/timeline?not.type=rollback&not.severity=CRITICAL`);
      await row(page, '6 like this').locator('.burst-toggle').click();
      await row(page, 'c5').waitFor();
    },
    zones: async (page) => {
      await page.locator('.zone-menu summary').click();
      await page.getByLabel('Another zone').waitFor();
    },
    options: async (page) => {
      await page.locator('.list-options summary').click();
      await page.getByLabel(/Find a date/).waitFor();
    },
  };
  const LOOKS = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { width: 360, height: 740, colorScheme: 'light' }],
  ] as const;
  for (const [look, options] of LOOKS) {
    it(`has no barrier that axe finds in what opens on it, ${look}`, async () => {
      const page = await open(server(), { key: server().key, ...options });
      for (const [state, go] of Object.entries(STATES)) {
        await page.goto(`${server().baseUrl}/timeline`);
        await page.locator('.row').first().waitFor();
        await go(page);
        await until(
          page,
          `document.getAnimations().every((one) => one.effect.getTiming().iterations === Infinity)`,
        );
        expect(await findViolations(page), state).to.deep.equal([]);
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(isWide, `${state} is wider than the screen`).to.equal(false);
      }
    });
  }
});
