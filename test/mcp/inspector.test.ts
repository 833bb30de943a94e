/** The MCP Inspector on the command line, as somebody who tries a server out. */
import { expect } from 'chai';
import { inspector } from '../support/mcp/programs.ts';
import { useMilepost } from './support.ts';

describe('MCP Inspector', function () {
  this.timeout(60_000);
  if (inspector === undefined) {
    it('is not tested here: test/tools is not installed for this platform');
    return;
  }
  const run = inspector;
  const { running } = useMilepost();
  const ask = (method: string, args: readonly string[] = [], key = running().readOnlyKey) =>
    run([
      ...[running().url, '--transport', 'http', '--stored-auth-only', '--format', 'json', '-q'],
      ...['--header', `Authorization: Bearer ${key}`, '--method', method, ...args],
    ]);

  it('lists the tools without a finding that matters', async () => {
    const { code, out, err } = await ask('tools/list', ['--strict']);
    expect(code, err).to.equal(0);
    const { result } = JSON.parse(out) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).to.include('get_state');
  });

  for (const [name, method, args, expected] of [
    [
      'calls a tool',
      'tools/call',
      ['--tool-name', 'query_events', '--tool-args-json', '{"limit":2}'],
      '"truncated_by"',
    ],
    ['reads a resource', 'resources/read', ['--uri', 'timeline://events/outage'], 'incident'],
    ['lists templates', 'resources/templates/list', [], 'timeline://subjects/{subject}/state'],
    [
      'gets a prompt',
      'prompts/get',
      ['--prompt-name', 'what_changed', '--prompt-args', 'subject=production'],
      'in production',
    ],
  ] as const) {
    it(name, async () => {
      const { code, out, err } = await ask(method, args);
      expect(code, err).to.equal(0);
      expect(out).to.contain(expected);
    });
  }

  it('tells a wrong argument (5) and a wrong key (3) apart', async () => {
    const wrong = ['--tool-name', 'query_events', '--tool-args-json', '{"limit":0}'];
    expect((await ask('tools/call', wrong)).code).to.equal(5);
    expect((await ask('tools/list', [], `mp_${'0'.repeat(46)}`)).code).to.equal(3);
  });
});
