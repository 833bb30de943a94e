/** Exports, as somebody who holds a key or nothing but a browser makes them. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { button } from '../dashboard/tools.ts';
import { describeDashboard, isLive, rowsAre } from '../dashboard/world.ts';
import { type Page, until } from '../support/browser.ts';

describeDashboard('the export', ({ server, open, openTimeline }) => {
  before(() => server().post({ type: 'rollback', version: 'v1' }, { version: 'v2' }));

  const exportAs = async (page: Page, format: string) => {
    await page.keyboard.press('x');
    await page.getByLabel(new RegExp(`^${format} `)).check();
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    const file = await download;
    await page.getByRole('heading', { name: 'Export events' }).waitFor({ state: 'detached' });
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  /** The file picker of the browser itself cannot be pressed by a test. */
  const withoutPicker = { content: 'delete window.showSaveFilePicker' };

  it('export what is shown, as many as are counted, with the key in no address', async () => {
    await server().post(
      ...Array.from({ length: 250 }, (_, index) => ({
        ...{ type: 'export-me', version: `e${index}`, severity: 'LOW' as const },
        data: { description: `<b>"${index}",\n| =1+1` },
      })),
    );
    const page = await open(server(), { key: server().key });
    await page.addInitScript(withoutPicker);
    await page.goto(`${server().baseUrl}/timeline?type=export-me`);
    await page.getByRole('heading', { name: '250 events' }).waitFor();
    const csv = await exportAs(page, 'CSV');
    expect(csv.name).to.match(/^milepost-events-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.text.match(/export-me/g)).to.have.length(250);
    await page.getByText('Exported 250 events').first().waitFor();
    const json = await exportAs(page, 'JSON');
    const events = JSON.parse(json.text) as { version: string }[];
    expect(new Set(events.map(({ version }) => version)).size).to.equal(250);
    const ndjson = await exportAs(page, 'NDJSON');
    expect(ndjson.text.trimEnd().split('\n')).to.have.length(250);
    const { text } = await exportAs(page, 'Markdown');
    const rows = text.trimEnd().split('\n');
    expect(rows).to.have.length(252);
    expect(rows.at(-1)).to.contain('&lt;b&gt;"0", &#124; =1+1 |');
    const addresses = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => name).join()`,
    );
    expect(addresses).to.contain('/events/export?type=export-me&format=csv');
    expect(addresses).not.to.contain(server().key.slice(0, 12));
  });

  it('write straight to the disk where the browser can, and stop there when they are told to', async () => {
    await server().post({ type: 'to-disk', version: 'd1' }, { type: 'to-disk', version: 'd2' });
    const page = await open(server(), { key: server().key });
    await page.addInitScript({
      content: `
        globalThis.deeds = [];
        globalThis.go = () => {};
        window.showSaveFilePicker = async ({ suggestedName }) => {
          deeds.push(suggestedName.replace(/\\d+/g, 'n'));
          return { createWritable: async () => ({
            write: (text) => { deeds.push(text.split('\\n').length); return new Promise((done) => { go = done; }); },
            close: async () => { deeds.push('closed'); },
            abort: async () => { deeds.push('aborted'); },
          }) };
        };`,
    });
    await page.goto(`${server().baseUrl}/timeline?type=to-disk`);
    await rowsAre(page, 2);
    await page.keyboard.press('x');
    await page.getByLabel(/^NDJSON /).check();
    await button(page, 'Export').click();
    await until(page, 'deeds.length === 2');
    await button(page, 'Cancel').click();
    await page.evaluate('go()');
    await until(page, `deeds.at(-1) === 'aborted'`);
    await button(page, 'Export').click();
    await until(page, 'deeds.length === 5');
    await page.evaluate('go()');
    await page.getByText('Exported 2 events').first().waitFor();
    const once = ['milepost-events-n-n-n.ndjson', 3];
    expect(await page.evaluate('deeds')).to.deep.equal([...once, 'aborted', ...once, 'closed']);
  });

  it('say why an export failed, and leave no half of a file', async () => {
    const page = await open(server(), { key: server().key });
    await page.addInitScript(withoutPicker);
    await page.goto(`${server().baseUrl}/timeline`);
    await isLive(page);
    await page.keyboard.press('x');
    await page.getByRole('heading', { name: 'Export events' }).waitFor();
    await page.context().setOffline(true);
    await button(page, 'Export').click();
    await page.getByText('The export failed: the server does not answer.').waitFor();
  });

  it('copy a table for the postmortem', async () => {
    const page = await openTimeline('?version=v1');
    await rowsAre(page, 1);
    await page.keyboard.press('x');
    await page.getByLabel(/^Markdown /).check();
    await button(page, 'Copy').click();
    await page.getByText('Copied 1 event').first().waitFor();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied.split('\n')[2]).to.match(
      /\| MINOR \| rollback \| shop \| production \| v1 \| {2}\|$/,
    );
  });
});
