/** Every address that the dashboard shows can be opened, and loaded again. */
import { expect } from 'chai';
import { describeDashboard, openSettings, signInAs } from '../dashboard/world.ts';

describeDashboard('the addresses of the console', ({ server, open }) => {
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
