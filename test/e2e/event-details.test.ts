import { expect } from 'chai';
import { badDeployment, tell } from '../dashboard/story.ts';
import { describeDashboard, isLive, queryOf, row } from '../dashboard/world.ts';
import { findViolations, type Page, until } from '../support/browser.ts';

const SOURCE = '//github.com/acme/shop';
const story = badDeployment(Date.now());

function detailsOf(id: string, more = ''): string {
  return `?event=${id}&eventSource=${encodeURIComponent(SOURCE)}${more}`;
}

async function isShown(page: Page, type: string): Promise<void> {
  await page.getByRole('heading', { name: type, exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Around it' }).waitFor();
}

describeDashboard('the details of an event', ({ server, open, openTimeline }) => {
  before(() => tell(server(), story));

  it('say what the change did: verdict, reason, chart and numbers, by the window in the address', async () => {
    const page = await openTimeline(detailsOf('bad'));
    const impact = page.getByRole('region', { name: 'Impact' });
    await impact.getByText('3 metrics: 1 got worse, 1 changed, 1 unchanged.').waitFor();
    const [worst] = await impact.locator('.metric').allInnerTexts();
    expect(worst).to.match(/^Got worse\s+error_rate\s+\+\d/);
    expect(worst).to.match(/It rose from a mean of 0\.0[\d]+ to 0\.0[\d]+ ratio .*lower is better/);
    const chart = impact.getByRole('img', { name: /^error_rate\. Before: median 1\.\d+ % of 120/ });
    expect(await chart.count()).to.equal(1);
    // 120 minutes before it, and 45 until it was taken back.
    expect(await impact.locator('.chart-event').first().getAttribute('d')).to.match(/^M43\d/);
    await impact.getByText('It was rolled back: the time after ends there').waitFor();
    const numbers = impact.getByRole('region', { name: 'Numbers of error_rate' });
    expect((await numbers.allInnerTexts())[0]).to.match(/Before\s+120\s+2[\d.]* %/);

    await impact.getByRole('radio', { name: '4h', exact: true }).check();
    await until(page, `location.search.includes('impact=4h')`);
    await page.reload();
    await impact.getByText('3 metrics').waitFor();
    expect(
      await page.evaluate(
        `document.querySelector('[name=impact]:checked').parentElement.innerText`,
      ),
    ).to.equal('4h');
    await impact.getByText('3 other changes in this time').focus();
    await page.keyboard.press('Enter');
    await impact.getByRole('link', { name: 'feature-flag' }).waitFor();
  });

  it('explain what is inconclusive, and how to send what is missing', async () => {
    await server().post(
      { id: 'lonely', type: 'deployment', source: "it's", subject: 'nowhere' },
      { id: 'nameless', type: 'audit', source: 'x', subject: '' },
    );
    const page = await openTimeline('?event=lonely&eventSource=it%27s');
    const impact = page.getByRole('region', { name: 'Impact' });
    await impact.getByText('No metric of').waitFor();
    const command = (await impact.locator('pre').allInnerTexts())[0];
    expect(command).to.include('/api/v1/metrics/webhook').and.include('$MILEPOST_API_KEY');
    expect(command).to.include(`"source": "it'\\''s"`);
    expect(await impact.getByRole('link', { name: 'The API reference' }).count()).to.equal(1);
    await page.goto(`${server().baseUrl}/timeline?event=nameless&eventSource=x`);
    await impact.getByText('names no environment').waitFor();
    // Nine days before: the metrics exist, the samples do not reach so far.
    await page.goto(`${server().baseUrl}/timeline${detailsOf('shop-6')}`);
    await impact.getByText('3 metrics: 3 inconclusive.').waitFor();
    await impact.getByText('What “inconclusive” means').click();
    await impact.getByText('not the same as “no difference”').waitFor();
  });

  it('lead to the events before, after and around it, and say what it changed', async () => {
    const page = await openTimeline(detailsOf('bad'));
    await isShown(page, 'deployment');
    const cell = page.getByRole('region', { name: 'In this cell' });
    const text = (await cell.allInnerTexts())[0] ?? '';
    expect(text).to.match(/Before\s+deployment v2\.8\.0 3 d before/);
    expect(text).to.match(/After\s+incident 20 min later/);
    const lines = await cell.locator('.diff-line').allInnerTexts();
    const said = lines.map((line) => line.replaceAll(/\s+/g, ' '));
    expect(said).to.include('± changed: version v2.8.0 v2.9.0');
    expect(said).to.include('+ added: hosts[2] web-3');
    const compare = cell.getByRole('link', { name: 'Compare on github.com' });
    const [before, after] = ['8'.repeat(40), '9'.repeat(40)];
    expect(await compare.getAttribute('href')).to.equal(
      `https://github.com/acme/shop/compare/${before}...${after}`,
    );
    expect(
      await page.getByRole('link', { name: 'Run', exact: true }).getAttribute('href'),
    ).to.equal('https://github.com/acme/shop/actions/runs/9009');
    const near = await page
      .getByRole('region', { name: 'Around it' })
      .locator('li')
      .allInnerTexts();
    expect(near.map((line) => line.replaceAll(/\s+/g, ' '))).to.deep.equal([
      'Low scaling search, 12 min before, same environment',
      'Critical incident acme/shop, 20 min later, same system and environment',
      'Minor deployment v2.9.0 acme/shop, 25 min before, same system',
    ]);

    await page.getByRole('link', { name: 'rollback v2.8.0' }).first().click();
    await isShown(page, 'rollback');
    expect(queryOf(page).get('event')).to.equal('back');
    expect(await page.evaluate('document.activeElement.tagName')).to.equal('H2');
    await page.getByText('Rolls back to').waitFor();
    await page.goBack();
    await isShown(page, 'deployment');
    await page.getByText('Rolled back by').waitFor();
  });

  it('unfold the data by keyboard, and show the whole event as JSON', async () => {
    const page = await openTimeline(detailsOf('bad'));
    await isShown(page, 'deployment');
    const tree = page.getByRole('tree', { name: 'Data' });
    const current = 'document.activeElement.innerText.replaceAll(/\\s+/g, " ").trim()';
    await tree.getByRole('treeitem', { name: /^actor/ }).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
    expect(await page.evaluate(current)).to.equal('dryRun false');
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(current)).to.equal('flags {2}');
    const rows = await tree.getByRole('treeitem').count();
    await page.keyboard.press('ArrowLeft');
    await until(page, `document.activeElement.ariaExpanded === 'false'`);
    expect(await tree.getByRole('treeitem').count()).to.equal(rows - 2);
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.ariaExpanded === 'true'`);
    // Still the event that was open: the keys of the list are not these.
    expect(queryOf(page).get('event')).to.equal('bad');

    await page.getByRole('button', { name: 'Raw JSON' }).click();
    const json = JSON.parse((await page.locator('.json').allInnerTexts())[0] ?? '');
    expect(json).to.deep.include({ id: 'bad', source: SOURCE, version: 'v2.9.0' });
  });

  it('lead from an incident to what changed before it', async () => {
    const page = await openTimeline(detailsOf('incident'));
    await isShown(page, 'incident');
    await page.getByRole('link', { name: 'What changed before this?' }).click();
    await page.getByRole('heading', { name: 'What changed before?' }).waitFor();
    expect(queryOf(page).get('at')).to.equal(new Date(story.noticed).toISOString());
    expect(queryOf(page).get('subject')).to.equal('production');
    const deployment = await openTimeline(detailsOf('bad'));
    await isShown(deployment, 'deployment');
    expect(
      await deployment.getByRole('link', { name: 'What changed before this?' }).count(),
    ).to.equal(0);
  });

  it('never make a link of what is hostile', async () => {
    const attack = 'javascript:alert(1)//github.com/a/b/commit/1';
    const shared = { source: 'hostile', subject: 'hostile' };
    const data = {
      ...{ runUrl: attack, commitUrl: 'https://u:p@github.com/a/b/commit/1' },
      '<img src=x onerror="window.hurt=1">': { deep: '<script>window.hurt=1</script>' },
    };
    await server().post(
      { ...shared, id: 'h1', version: '1.0.0', data },
      { ...shared, id: 'h2', version: '2.0.0', data: { ...data, deep: '"><b>' } },
    );
    const page = await openTimeline('?event=h2&eventSource=hostile');
    await isShown(page, 'deployment');
    expect(await page.evaluate(`document.querySelector('img') ?? window.hurt ?? null`)).to.equal(
      null,
    );
    const outside = await page.evaluate(
      `[...document.querySelectorAll('.drawer a')].map(({ href }) => href)
        .filter((href) => !href.startsWith(location.origin))`,
    );
    expect(outside).to.deep.equal([]);
  });

  it('open for an event that is not in the list', async () => {
    const page = await openTimeline(`${detailsOf('shop-0')}&from=-1h`);
    await isShown(page, 'deployment');
    expect(await row(page, 'v2.0.0').count()).to.equal(0);
    await page.getByText('v2.0.0').first().waitFor();
  });

  for (const [look, options] of [
    ['light', { colorScheme: 'light' }],
    ['dark, on a phone', { colorScheme: 'dark', width: 360, height: 740 }],
  ] as const) {
    it(`have no barrier that axe finds, ${look}`, async () => {
      const page = await open(server(), { key: server().key, ...options });
      for (const id of ['bad', 'incident', 'shop-6']) {
        await page.goto(`${server().baseUrl}/timeline${detailsOf(id)}`);
        await page.getByRole('heading', { name: 'Around it' }).waitFor();
        await page.locator('.metric').first().waitFor();
        await isLive(page);
        await until(
          page,
          `document.getAnimations().every((one) => one.effect.getTiming().iterations === Infinity)`,
        );
        expect(await findViolations(page), id).to.deep.equal([]);
        expect(
          await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
          `${id} is wider than the screen`,
        ).to.equal(false);
      }
    });
  }
});
