/** The public conformance suite, against the product and against its doors before other rooms. */
import { expect } from 'chai';
import { startFixtureServer } from '../support/mcp/fixture-server.ts';
import { startKeyProxy } from '../support/mcp/key-proxy.ts';
import { conformance } from '../support/mcp/programs.ts';
import { temporaryFolder } from '../support/process.ts';
import { start } from './support.ts';

/** What applies to any server; the others want tools, resources and prompts of certain names. */
const GENERAL = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];
/**
 * They ask something of the client while a call is under way, which takes a session. Two about streams
 * that are resumed end without a verdict, since no session is offered.
 */
const NEED_A_SESSION = [
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'tools-call-elicitation',
  'tools-call-sampling',
];

describe('MCP conformance', function () {
  this.timeout(60_000);
  if (conformance === undefined) {
    it('is not tested here: test/tools is not installed for this platform');
    return;
  }
  const run = conformance;

  async function runSuite(target: string, key: string, args: readonly string[]) {
    const proxy = await startKeyProxy([target], key);
    const [folder, remove] = temporaryFolder();
    try {
      return await run(['server', '--url', `${proxy.url}/api/mcp/mcp`, ...args], folder);
    } finally {
      await proxy.close();
      remove();
    }
  }

  describe('of the product', () => {
    let running: Awaited<ReturnType<typeof start>>;
    before(async () => {
      running = await start();
    });
    after(() => running.close());

    for (const scenario of GENERAL) {
      it(scenario, async () => {
        const { code, out, err } = await runSuite(running.baseUrl, running.readOnlyKey, [
          ...['--scenario', scenario],
        ]);
        expect(code, `${out}\n${err}`).to.equal(0);
      });
    }
  });

  it('of its HTTP and its check of keys, with everything the suite looks for', async () => {
    const fixtures = await startFixtureServer();
    try {
      const { out, err } = await runSuite(fixtures.url, fixtures.key, ['--suite', 'all']);
      const lines = `${out}\n${err}`.matchAll(/^\s*(✓|✗|⚠)\s+([\w-]+):/gm);
      const results = [...lines].map(([, mark, name]) => ({ mark, name: `${name}` }));
      expect(results, `${out}\n${err}`).to.have.lengthOf.above(30);
      const failed = results.filter(({ mark }) => mark !== '✓').map(({ name }) => name);
      expect(failed.toSorted(), out).to.deep.equal(NEED_A_SESSION);
    } finally {
      await fixtures.close();
    }
  });
});
