import { expect } from 'chai';
import { badDeployment, tell } from '../dashboard/story.ts';
import { describeDashboard, isLive, queryOf, rowsAre } from '../dashboard/world.ts';
import { findViolations, type Page, until } from '../support/browser.ts';

const SOURCE = '//github.com/acme/shop';
const story = badDeployment(Date.now());
const PLACE = new URLSearchParams({
  ...{ at: new Date(story.noticed).toISOString(), subject: 'production', source: SOURCE },
});

const WIDE = 'document.documentElement.scrollWidth > innerWidth';
const LOOKS = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { width: 360, height: 740, colorScheme: 'light' }],
  ['on a phone, dark', { width: 360, height: 740, colorScheme: 'dark' }],
] as const;

describeDashboard('what changed before a moment', ({ server, start, open }) => {
  before(() => tell(server(), story));

  const openAt = async (query: string, where = server(), options = {}) => {
    const page = await open(where, { key: where.key, ...options });
    await page.goto(`${where.baseUrl}/incident?${query}`);
    await isLive(page);
    return page;
  };
  const causes = (page: Page) => page.locator('.cause').allInnerTexts();

  it('ranks the changes, with the reasons and their points', async () => {
    const page = await openAt(String(PLACE));
    await page.locator('.cause').first().waitFor();
    const [worst = '', second = ''] = await causes(page);
    expect(worst).to.match(/^1\s+deployment v2\.9\.0\s+acme\/shop in production\s+Major/);
    for (const reason of [
      ...['+32 20 minutes before', '+25 same source and subject', '+7 severity MAJOR'],
      ...['+15 rolled back 45 minutes later', '+10 error_rate got worse after it'],
    ]) {
      expect(worst.replaceAll(/\s+/g, ' ')).to.include(reason);
    }
    expect(worst).to.match(/89\s+of 100/);
    expect(second).to.include('scaling');
    await page.getByText('How the score comes about').click();
    await page.getByText('no probability').waitFor();
  });

  it('is its address: the moment, the place and how far back', async () => {
    const page = await openAt('');
    await page.getByRole('button', { name: 'Now' }).waitFor();
    await page.locator('.cause').first().waitFor();
    await page.getByLabel('Environment').selectOption('production');
    await until(page, `location.search === '?subject=production'`);
    await page.getByLabel('Moment').fill('2026-01-15T14:05:00');
    await page.getByRole('heading', { name: 'No change before that' }).waitFor();
    // Berlin is an hour ahead of UTC in January.
    expect(queryOf(page).get('at')).to.equal('2026-01-15T13:05:00.000Z');
    await page.getByRole('radio', { name: '1h' }).check();
    await page.getByText('Look back further').waitFor();
    await page.reload();
    await page.getByText('in the 1h before').waitFor();
    await page.getByRole('button', { name: 'Now' }).click();
    await until(page, `!location.search.includes('at=')`);
    await page.goBack();
    await page.getByText('in the 1h before').waitFor();
  });

  it('opens an event over it, and the focus comes back', async () => {
    const page = await openAt(String(PLACE));
    await page.locator('.cause').first().waitFor();
    const link = page.locator('.causes').getByRole('link', { name: 'deployment v2.9.0' }).first();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'deployment', exact: true }).waitFor();
    await until(page, `document.activeElement.tagName === 'H2'`);
    expect(queryOf(page).get('event')).to.equal('bad');
    expect(queryOf(page).get('at')).to.equal(PLACE.get('at'));
    await page.keyboard.press('Escape');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.innerText === 'deployment v2.9.0'`);
    expect(queryOf(page).get('event')).to.equal(null);
  });

  it('goes into the postmortem as Markdown', async () => {
    const page = await openAt(String(PLACE));
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const text = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(text).to.match(/^# What changed before .* UTC/);
    expect(text).to.include(`| 1 | 89 |`).and.include('error\\_rate got worse after it (+10)');
    expect(text).to.include(`${server().baseUrl}/timeline?event=bad`);
    const file = await page.evaluate(`new Promise((resolve) => {
      const { createObjectURL } = URL;
      const { click } = HTMLAnchorElement.prototype;
      let content;
      URL.createObjectURL = (blob) => {
        content = blob.text();
        return createObjectURL(blob);
      };
      HTMLAnchorElement.prototype.click = function () {
        HTMLAnchorElement.prototype.click = click;
        content.then((text) => resolve({ name: this.download, text }));
      };
      [...document.querySelectorAll('button')]
        .find(({ innerText }) => innerText === 'Download Markdown').click();
    })`);
    const { name, text: saved } = file as { name: string; text: string };
    expect(name).to.match(/^changes-before-[\dT-]+\.md$/);
    expect(saved).to.equal(text);
  });

  it('says what is wrong, and what to do about it', async () => {
    const page = await openAt('at=yesterday');
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor();
    const own = await start();
    const other = await openAt('', own);
    await other.getByRole('heading', { name: 'No change before that' }).waitFor();
    await own.close();
    await other.getByRole('radio', { name: '6h' }).check();
    await other.getByRole('heading', { name: 'Milepost does not answer' }).waitFor();
    await other.getByRole('button', { name: 'Try again' }).waitFor();
  });

  for (const [look, options] of LOOKS) {
    it(`has no barrier that axe finds, ${look}`, async () => {
      const page = await openAt(String(PLACE), server(), options);
      await page.locator('.cause').first().waitFor();
      await page.getByText('How the score comes about').click();
      expect(await findViolations(page), 'found').to.deep.equal([]);
      expect(await page.evaluate(WIDE)).to.equal(false);
      await page.goto(`${server().baseUrl}/incident?at=2020-01-01T00:00:00Z`);
      await page.getByRole('heading', { name: 'No change before that' }).waitFor();
      expect(await findViolations(page), 'nothing').to.deep.equal([]);
    });
  }
});

describeDashboard('how delivery does', ({ server, start, open, openTimeline }) => {
  before(() => tell(server(), story));

  const openInsights = async (query = '', where = server(), options = {}) => {
    const page = await open(where, { key: where.key, ...options });
    await page.goto(`${where.baseUrl}/insights${query}`);
    await isLive(page);
    return page;
  };
  const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('shows each figure with its definition, its n, and too little where it is so', async () => {
    const page = await openInsights('?subject=production');
    await figure(page, 'Change failure rate').waitFor();
    const textOf = async (name: string) => (await figure(page, name).allInnerTexts())[0] ?? '';
    expect(await textOf('Change failure rate')).to.match(/10 %\s+n = 10 deployments/);
    expect(await textOf('Change failure rate')).to.include('within a day');
    expect(await textOf('Lead time for changes')).to.match(/5\.5 h\s+n = 10 deployments with/);
    expect(await textOf('Failed deployment recovery time')).to.match(
      /Not enough data\s+1 failed deployments with a recovery, it takes 3/,
    );
    const trend = figure(page, 'Deployment frequency').getByRole('img', { name: /over time/ });
    expect(await trend.count()).to.equal(1);
    await figure(page, 'Deployment frequency').getByText('Trend as a table').click();
    expect(await figure(page, 'Deployment frequency').locator('tbody tr').count()).to.equal(10);
  });

  it('leads to the very events that were counted', async () => {
    const page = await openInsights('?subject=production');
    await page.getByRole('link', { name: 'The 10 deployments on the timeline' }).click();
    await rowsAre(page, 10);
    expect(queryOf(page).get('type')).to.equal('deployment');
    await page.goBack();
    await figure(page, 'Change failure rate').getByText('The failed deployment').click();
    const failed = figure(page, 'Change failure rate').locator('li');
    expect((await failed.allInnerTexts())[0]).to.match(/deployment .* → incident → rollback/);
    await failed.getByRole('link', { name: 'deployment' }).click();
    await page.locator('.drawer').waitFor();
    expect(queryOf(page).get('event')).to.equal('bad');
    await page.keyboard.press('Escape');
    await page.locator('.drawer').waitFor({ state: 'detached' });
  });

  it('is narrowed by system and environment, by range, and by a row of the table', async () => {
    const page = await openInsights();
    await page.getByText('11 deployments').first().waitFor();
    const table = page.getByRole('region', { name: 'By system and environment' });
    expect(await table.locator('tbody tr').count()).to.equal(2);
    await table.getByRole('link', { name: 'acme/shop' }).first().click();
    await page.getByText(/^10 deployments,.*–/).waitFor();
    expect(queryOf(page).get('source')).to.equal(SOURCE);
    await page.getByRole('radio', { name: 'last 7 days' }).check();
    await page.getByText(/^3 deployments,.*–/).waitFor();
    expect(queryOf(page).get('from')).to.equal('-7d');
    await page.getByLabel('Environment').selectOption('staging');
    await page.getByText(/^1 deployment,.*–/).waitFor();
    await page.reload();
    await page.getByText(/^1 deployment,.*–/).waitFor();
  });

  it('says what it is read from where there is nothing yet', async () => {
    const page = await openInsights('', await start());
    await page.getByRole('heading', { name: 'No deployment to count' }).waitFor();
    await page.getByRole('link', { name: 'Connect a pipeline' }).waitFor();
  });

  it('is reached by keyboard alone', async () => {
    const page = await openTimeline();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'How delivery does' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'What changed before?' }).waitFor();
  });

  for (const [look, options] of LOOKS) {
    it(`has no barrier that axe finds, ${look}`, async () => {
      const page = await openInsights('', server(), options);
      await figure(page, 'Change failure rate').waitFor();
      await figure(page, 'Change failure rate').getByText('Trend as a table').click();
      await figure(page, 'Lead time for changes').getByText('All 10').click();
      expect(await findViolations(page)).to.deep.equal([]);
      expect(await page.evaluate(WIDE)).to.equal(false);
    });
  }
});
