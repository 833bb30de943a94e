import { spawn } from 'node:child_process';
import { expect } from 'chai';
import { SEND_OPTIONS } from '../../plugins/commands/send-options.ts';
import { runCommand } from '../support/action-world.ts';
import { startMilepost } from '../support/milepost.ts';

describe('milepost', () => {
  it('says what it can do', async () => {
    const { code, out } = await runCommand(['--help']);
    expect(code).to.equal(0);
    for (const command of ['send', 'query', 'serve', 'keys']) expect(out).to.contain(command);
    const send = await runCommand(['send', '--help']);
    for (const name of Object.keys(SEND_OPTIONS)) expect(send.out).to.contain(`--${name}`);
    expect((await runCommand(['query', '-h'])).out).to.contain('--timezone');
    expect((await runCommand(['--version'])).out).to.equal('milepost 1.2.3\n');
  });

  const MISTAKES: readonly [args: string, says: string][] = [
    ['', 'Usage:'],
    ['snd', 'there is no command snd'],
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

  it('runs as a process: reads stdin, ends with an exit code', async () => {
    const milepost = await startMilepost();
    const module = new URL('../../plugins/cli.ts', import.meta.url).href;
    const code = `import { run } from ${JSON.stringify(module)}; await run(process.argv.slice(1), process.env);`;
    const args = ['--import=tsx', '--input-type=module', '-e', code, '--', 'send', '--replay', '-'];
    const env = { ...process.env, MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.key };
    const child = spawn(process.execPath, args, { env });
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
});
