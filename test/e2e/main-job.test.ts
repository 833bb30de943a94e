/** The main job as a newcomer meets it: four pipelines' events on the timeline, in a browser, asked about. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect } from 'chai';
import { CloudEvent, HTTP, type Message } from 'cloudevents';
import type { StoredEvent } from '../../backend/model/event.ts';
import { type Browser, launchBrowser, whyNoBrowser } from '../support/browser.ts';
import { createClient } from '../support/http.ts';
import { type Served, serve, temporaryFolder } from '../support/process.ts';
import { readManifest, runStep } from '../support/runner.ts';
import { run } from '../support/shell.ts';

const SOURCES = ['hello-milepost', 'sdk-structured', 'sdk-binary', '//github.com/acme/shop'];
/** From the answer to the pipeline until people see the event, ms. */
const SEEN_MS = 1000;

describe('the main job', function () {
  this.timeout(60_000);
  let served: Served;
  let removeFolder: () => void;
  before(async () => {
    const [folder, remove] = temporaryFolder();
    removeFolder = remove;
    served = await serve({ DATA_DIR: folder });
  });
  after(async () => {
    await served.kill('SIGTERM');
    removeFolder();
  });

  it('takes events from curl as printed, from the CloudEvents SDK and from the Action', async () => {
    const curl = /^ {2}(curl .*)$/m.exec(served.output())?.[1] ?? '';
    const printed = await run('sh', curl);
    expect(JSON.parse(printed.out)).to.have.nested.property('data.source', SOURCES[0]);
    await sendBySdk(HTTP.structured(cloudEvent('sdk-structured')));
    await sendBySdk(HTTP.binary(cloudEvent('sdk-binary')));
    const step = await runAction();
    expect(step.conclusion, step.log).to.equal('success');
    const { body } = await createClient(served.url, served.key).list();
    expect(sourcesOf(body.data)).to.have.members(SOURCES);
  });

  it('answers an assistant that asks what happened', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(`${served.url}/api/mcp/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${served.key}` } },
    });
    // Its own declaration is not exact about optional members.
    await client.connect(transport as Transport);
    const { structuredContent } = await client.callTool({ name: 'query_events', arguments: {} });
    const { events } = structuredContent as { events: readonly { source: string }[] };
    expect(sourcesOf(events)).to.have.members(SOURCES);
    await client.close();
  });

  const noBrowser = whyNoBrowser();
  if (noBrowser !== null) {
    it(`was not looked at: ${noBrowser}`);
    return;
  }

  it('shows them to people, and the next one without a refresh', async () => {
    const browser: Browser = await launchBrowser();
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await page.goto(served.url);
      await page.getByRole('button', { name: 'Open with an API key' }).click();
      await page.getByRole('textbox', { name: 'API key' }).fill(served.key);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByRole('link', { name: 'Timeline', exact: true }).click();
      for (const source of ['hello-milepost', 'sdk-structured', 'sdk-binary', 'acme/shop']) {
        await page.locator('.row').filter({ hasText: source }).first().waitFor();
      }
      await sendBySdk(HTTP.structured(cloudEvent('just-now')));
      const answered = performance.now();
      await page.locator('.row').filter({ hasText: 'just-now' }).first().waitFor();
      expect(performance.now() - answered).to.be.below(SEEN_MS);
    } finally {
      await browser.close();
    }
  });

  async function sendBySdk({ headers, body }: Message): Promise<void> {
    const answer = await fetch(`${served.url}/api/v1/events`, {
      method: 'POST',
      headers: {
        ...(headers as Record<string, string>),
        Authorization: `Bearer ${served.key}`,
      },
      body: String(body),
    });
    expect(answer.status, await answer.text()).to.equal(201);
  }

  /** The bundle that is committed, as a runner starts it. */
  function runAction() {
    const main = fileURLToPath(new URL(`../../${readManifest().runs.main}`, import.meta.url));
    const fixture = (file: string): Record<string, string> => {
      const path = new URL(`../fixtures/ci/github/push-to-main/${file}.json`, import.meta.url);
      return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    };
    return runStep({
      node: process.execPath,
      main,
      inputs: { url: served.url, 'api-key': served.key, environment: 'production' },
      env: fixture('env'),
      event: fixture('event'),
    });
  }
});

function cloudEvent(source: string): CloudEvent<object> {
  return new CloudEvent({
    type: 'deployment',
    source,
    subject: 'production',
    version: '1.2.3',
    data: { description: `sent by ${source}` },
  });
}

function sourcesOf(events: readonly Pick<StoredEvent, 'source'>[]): string[] {
  return events.map(({ source }) => source);
}
