/** Every address that the dashboard shows can be opened, and loaded again. */
import { expect } from 'chai';
import { describeDashboard, isLive, openSettings, row, signInAs } from '../dashboard/world.ts';

describeDashboard('the addresses of the console', ({ server, open }) => {
  it('of the timeline lead there from where it used to be', async () => {
    await server().post({ type: 'rollback' }, { type: 'deployment' });
    const page = await open(server(), { key: server().key });
    await page.goto(`${server().baseUrl}/?type=rollback`);
    await row(page, 'rollback').waitFor();
    expect(page.url()).to.equal(`${server().baseUrl}/timeline?type=rollback`);
    expect(await page.locator('.row').count()).to.equal(1);
  });

  it('are a key away, and the focus and the top bar stay', async () => {
    const { email } = await server().newPerson('owner');
    const page = await open(server());
    await page.goto(`${server().baseUrl}/timeline`);
    await signInAs(page, email);
    await isLive(page);
    const views = page.getByRole('navigation', { name: 'Views' });
    const current = () => views.locator('[aria-current="page"]').allInnerTexts();
    expect(await current()).to.deep.equal(['Timeline']);
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
    expect(await current()).to.deep.equal([]);
    await views.getByRole('link', { name: 'Timeline' }).click();
    await row(page, 'rollback').waitFor();
    expect(await page.evaluate('document.activeElement.innerText')).to.equal('Timeline');
    expect(await current()).to.deep.equal(['Timeline']);
  });

  it('are opened and loaded again as they are', async () => {
    const { email } = await server().newPerson('owner');
    const page = await open(server());
    await page.goto(`${server().baseUrl}/settings/members`);
    await signInAs(page, email);
    await page.getByRole('heading', { name: 'Members', exact: true }).waitFor();
    await openSettings(page, 'API keys');
    await page.reload();
    await page.getByRole('heading', { name: 'API keys', exact: true }).waitFor();
    for (const path of ['/settings/', '/invite/', '/welcome', '/reset', '/settings/context']) {
      expect((await fetch(server().baseUrl + path)).status, path).to.equal(200);
    }
  });
});
