import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { CONTEXT_HELP } from '../../backend/commands/context.ts';
import { INTEGRATIONS_HELP } from '../../backend/commands/integrations.ts';
import { KEYS_HELP } from '../../backend/commands/keys.ts';
import { TRUST_HELP } from '../../backend/commands/trust.ts';
import { COMMANDS } from '../../plugins/commands/commands.ts';
import { runCommand } from '../support/action-world.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { createWatch } from '../support/watch.ts';

describe('milepost', () => {
  it('says what it can do', async () => {
    const { code, out } = await runCommand(['--help']);
    expect(code).to.equal(0);
    for (const { usage, summary } of COMMANDS) {
      expect(out).to.contain(`milepost ${usage}`).and.to.contain(summary);
    }
    expect((await runCommand(['help'])).out).to.equal(out);
    expect((await runCommand(['--version'])).out).to.equal('milepost 1.2.3\n');
  });

  for (const { name, options, run } of COMMANDS) {
    it(`says what ${name} can do, in the same words by help and by --help`, async () => {
      const { code, out } = await runCommand(['help', name]);
      expect(code).to.equal(0);
      expect(out).to.match(new RegExp(`^Usage: milepost ${name}`));
      for (const line of out.split('\n')) expect(line).to.have.length.at.most(110);
      if (run === undefined) return;
      for (const option of Object.keys(options)) expect(out).to.contain(`  --${option}`);
      expect(out).to.match(/Exit codes:\n {2}0 |For good:/);
      for (const flag of ['--help', '-h']) {
        expect((await runCommand([name, flag])).out).to.equal(out);
      }
    });
  }

  for (const [name, help] of [
    ['keys', KEYS_HELP],
    ['trust', TRUST_HELP],
    ['context', CONTEXT_HELP],
    ['integrations', INTEGRATIONS_HELP],
  ] as const) {
    it(`knows the options of ${name}, which another bundle holds`, () => {
      const told = [...help.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
      const known = Object.keys(COMMANDS.find((one) => one.name === name)?.options ?? {});
      expect(known.filter((option) => option !== 'help')).to.have.members([...new Set(told)]);
    });
  }

  const MISTAKES: readonly [args: string, says: string][] = [
    ['', 'Usage:'],
    ['snd', 'there is no command snd, did you mean send?'],
    ['help tial', 'there is no command tial, did you mean tail?'],
    ['deploy', 'there is no command deploy, use one of send, query, tail,'],
    ['tail --last 0', '--last must be a whole number from 1 to 1,000'],
    ['tail --limit many', '--limit must be a whole number from 1 to'],
    ['import a b', 'unexpected argument b'],
    ['import --from-line x a', '--from-line must be a whole number'],
    ['doctor --fix', 'unknown option --fix'],
    ['send --verison 1', 'unknown option --verison, did you mean --version?'],
    ['send --completely-unknown', 'unknown option --completely-unknown\n'],
    ['send --api-key x', 'set the variable MILEPOST_API_KEY'],
    ['send -x', 'unknown option -x'],
    ['send production', 'unexpected argument production'],
    ['send --type', '--type needs a value'],
    ['send --dry-run=no', '--dry-run takes no value'],
    ['send --fail-on-error sometimes', '--fail-on-error must be one of'],
    ['send --timeout soon', '--timeout must be a number of seconds'],
    ['query --constructor x', 'unknown option --constructor'],
  ];
  for (const [args, says] of MISTAKES) {
    it(`explains what is wrong with: milepost ${args}`, async () => {
      const { code, out, err } = await runCommand(args.split(' ').filter((word) => word !== ''));
      expect(code).to.equal(2);
      expect(out).to.equal('');
      expect(err).to.contain(says);
    });
  }

  /** As the launcher does it, in a process of its own. */
  function start({ url, key }: TestMilepost, args: readonly string[]) {
    const module = new URL('../../plugins/cli.ts', import.meta.url).href;
    const code = `import { run } from ${JSON.stringify(module)}; await run(process.argv.slice(1), process.env);`;
    const options = ['--import=tsx', '--input-type=module', '-e', code, '--'];
    const env = { ...process.env, MILEPOST_URL: url, MILEPOST_API_KEY: key };
    return spawn(process.execPath, [...options, ...args], { env });
  }

  it('runs as a process: reads stdin, ends with an exit code', async () => {
    const milepost = await startMilepost();
    const child = start(milepost, ['send', '--replay', '-']);
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    child.stdin.end('{"specversion":"1.0","type":"t","source":"s","id":"stdin","time":"NOW"}');
    const exitCode = await new Promise((resolve) => child.on('close', resolve));
    expect(exitCode).to.equal(0);
    expect(JSON.parse(out)).to.include({ id: 'stdin' });
    await milepost.close();
  });

  it('follows until Ctrl-C, and imports what comes by a pipe', async () => {
    const milepost = await startMilepost();
    const tail = start(milepost, ['tail', '--json']);
    let shown = '';
    const { look, until } = createWatch();
    for (const stream of [tail.stdout, tail.stderr]) {
      stream.on('data', (chunk) => {
        shown += String(chunk);
        look();
      });
    }
    await until(() => shown.includes('Following '));
    const importing = start(milepost, ['import', '-']);
    importing.stdin.write('{"specversion":"1.0","type":"t","source":"s","time":"NOW","id":"a"}\n');
    importing.stdin.end('{"specversion":"1.0","type":"t","source":"s","time":"NOW","id":"b"}');
    expect((await once(importing, 'close'))[0]).to.equal(0);
    await until(() => /"id":"a".*\n.*"id":"b"/.test(shown));
    tail.kill('SIGINT');
    expect(await once(tail, 'close')).to.deep.equal([0, null]);
    await milepost.close();
  });
});
