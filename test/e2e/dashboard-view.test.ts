import { expect } from 'chai';
import { describeDashboard, queryOf, row, rowsAre, rowsShow } from '../dashboard/world.ts';
import { until } from '../support/browser.ts';

describeDashboard('a view of the dashboard', ({ server, open, openTimeline }) => {
  before(() =>
    server().post(
      { id: 'd1', version: '1.0.0', time: '2026-01-15T10:00:00Z' },
      { id: 'd2', version: '1.1.0', time: '2026-01-15T11:00:00Z', subject: 'staging' },
      { id: 'r1', type: 'rollback', version: '0.9.9', time: '2026-01-15T12:00:00Z' },
      { id: 'i1', type: 'incident', severity: 'CRITICAL', time: '2026-01-15T13:00:00Z' },
    ),
  );

  it('is its address: a reload and another browser show the same, Back undoes', async () => {
    const page = await openTimeline();
    await row(page, '1.1.0').waitFor();
    await page.getByRole('checkbox', { name: /staging/ }).check();
    await rowsAre(page, 1);
    expect(queryOf(page).getAll('subject')).to.deep.equal(['staging']);
    await page.getByRole('checkbox', { name: /production/ }).check();
    await row(page, 'incident').waitFor();
    await page.getByRole('checkbox', { name: /^rollback/ }).check();
    await rowsAre(page, 1);
    expect(page.url()).to.include('type=rollback&subject=staging&subject=production');

    await page.reload();
    await row(page, '0.9.9').waitFor();
    const other = await openTimeline(new URL(page.url()).search);
    await row(other, '0.9.9').waitFor();
    expect(await other.locator('.row').count()).to.equal(1);

    await page.goBack();
    await row(page, 'incident').waitFor();
    await page.goBack();
    await rowsAre(page, 1);
    expect(queryOf(page).getAll('subject')).to.deep.equal(['staging']);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await rowsAre(page, 4);
    expect(new URL(page.url()).search).to.equal('');
  });

  it('is narrowed by a click on a value, and counts what else could be chosen', async () => {
    const page = await openTimeline();
    await row(page, 'rollback').getByRole('button', { name: '0.9.9' }).click();
    await rowsAre(page, 1);
    expect(queryOf(page).get('version')).to.equal('0.9.9');
    await page.getByRole('button', { name: 'Remove the filter version 0.9.9' }).click();
    await rowsAre(page, 4);
    await page.getByRole('checkbox', { name: /Critical/ }).check();
    await rowsAre(page, 1);
    const minor = page.locator('.facet-value').filter({ hasText: 'Minor' });
    await minor.filter({ hasText: '3' }).waitFor();
  });

  it('is searched while one types, as one step of the history', async () => {
    const page = await openTimeline();
    await rowsAre(page, 4);
    await page.keyboard.press('/');
    await page.keyboard.type('ROLL');
    await until(page, `location.search.endsWith('search=ROLL')`);
    await page.keyboard.type('back');
    await until(page, `location.search.endsWith('search=ROLLback')`);
    await rowsAre(page, 1);
    await page.keyboard.press('Escape');
    await page.goBack();
    await rowsAre(page, 4);
    expect(queryOf(page).get('search')).to.equal(null);
  });

  it('that nothing matches says so, and can be cleared', async () => {
    const page = await openTimeline('?search=nowhere&subject=moon&unknown=x');
    await page.getByText('No event matches').waitFor();
    const names = await page.locator('.notice-list li').allInnerTexts();
    expect(names).to.deep.equal(['subject moon', 'search nowhere']);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await rowsAre(page, 4);
  });

  it('has a range of one’s own, in the reader’s time', async () => {
    const page = await openTimeline();
    await page.locator('.range-menu summary').click();
    await page.getByLabel('From').fill('2026-01-15T12:00');
    await page.getByLabel('To').fill('2026-01-15T13:00');
    await page.getByRole('button', { name: 'Show this range' }).click();
    await rowsAre(page, 2);
    // Berlin is an hour ahead of UTC in January.
    expect(queryOf(page).get('from')).to.equal('2026-01-15T11:00:00.000Z');
    expect(await rowsShow(page, /rollback|1\.1\.0/)).to.deep.equal(['rollback', '1.1.0']);
    await page.getByLabel('all time').check();
    await rowsAre(page, 4);
  });

  it('opens and closes an event by keyboard, and the focus comes back', async () => {
    const page = await openTimeline('?type=rollback&type=incident');
    await rowsAre(page, 2);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.drawer h2').filter({ hasText: 'rollback' }).waitFor();
    expect([...queryOf(page).values()]).to.deep.equal(['rollback', 'incident', 'r1', 'shop']);
    await page.keyboard.press('k');
    await page.locator('.drawer h2').filter({ hasText: 'incident' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.matches('.row')`);
    expect(await page.evaluate('document.activeElement.innerText')).to.include('incident');
    expect([...queryOf(page).values()]).to.deep.equal(['rollback', 'incident']);
  });

  it('keeps the focus inside the details on a phone, and gives it back', async () => {
    const page = await openTimeline('?type=rollback', server(), { width: 360, height: 740 });
    await row(page, 'rollback').click();
    await page.locator('.drawer h2').waitFor();
    expect(await page.evaluate(`document.querySelector('.drawer').matches(':modal')`)).to.equal(
      true,
    );
    await page.keyboard.press('Escape');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.matches('.row')`);
  });

  it('gives an event an address of its own, whatever its id', async () => {
    const id = '../facets?x=1&y#z';
    await server().post({ id, source: '//host/a b', type: 'odd', data: { n: 1 } });
    const page = await openTimeline('?type=odd');
    await row(page, 'odd').locator('.cell-time').click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    const other = await open(server(), { key: server().key });
    await other.goto(link);
    await other.locator('.fields').filter({ hasText: id }).waitFor();
    await other.goto(`${server().baseUrl}/timeline?event=none&eventSource=x`);
    await other.getByText('There is no event with the id none.').waitFor();
  });

  it('copies an event as a command that holds no key', async () => {
    const page = await openTimeline('?event=i1&eventSource=shop');
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const command = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(command).to.include('$MILEPOST_API_KEY').and.include('"id": "i1"');
    expect(command).not.to.include('mp_');
  });

  it('explains its keys, and lets single letters be turned off', async () => {
    const page = await openTimeline();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
    await page.getByLabel('Keys of a single letter').click();
    await page.keyboard.press('Escape');
    await page.locator('.sheet').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  it('shows hostile text as text, and keeps its shape', async () => {
    const attack = '<img src=x onerror="window.hurt = true">';
    await server().post({
      ...{ type: attack, source: 's'.repeat(500), subject: '\u202Eevil\u202E', version: attack },
      data: { description: `${attack}\u202E`, [attack]: attack, link: 'javascript:alert(1)' },
    });
    const isWide = 'document.documentElement.scrollWidth > innerWidth';
    for (const size of [{ width: 360, height: 740 }, {}]) {
      const page = await openTimeline('', server(), size);
      await row(page, attack).waitFor();
      expect(await page.evaluate(isWide)).to.equal(false);
      await row(page, attack).locator('.cell-description').click();
      await page.locator('.drawer .fields').first().waitFor();
      expect(await page.evaluate(isWide)).to.equal(false);
      const harm = await page.evaluate(`document.querySelector('img') ?? window.hurt ?? null`);
      expect(harm).to.equal(null);
      expect(await page.locator('.drawer a').count()).to.equal(0);
      const description = await page.locator('.drawer-description').textContent();
      expect(description).to.equal(`${attack}\\u202e`);
    }
  });
});
