import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { COMMANDS } from '../../../plugins/commands/commands.ts';
import { runCommand } from '../../support/action-world.ts';
import { temporaryFolder } from '../../support/process.ts';

const [folder, remove] = temporaryFolder();
const NAMES = COMMANDS.map(({ name }) => name);

async function scriptFor(shell: string): Promise<string> {
  const { code, out } = await runCommand(['completion', shell]);
  expect(code).to.equal(0);
  const path = join(folder, `milepost.${shell}`);
  writeFileSync(path, out);
  return path;
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd: folder });
  expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  return stdout;
}

const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;
const where = (shell: string) => (isThere(shell) ? it : it.skip);
const note = (shell: string) => (isThere(shell) ? '' : ` (skipped: ${shell} is not installed)`);

describe('milepost completion', () => {
  before(() => writeFileSync(join(folder, 'my events.ndjson'), ''));
  after(remove);

  describe('in bash', () => {
    /** What bash offers behind these words; the last one is being written. */
    async function offered(...words: readonly string[]): Promise<string[]> {
      const script = `
        source "$1"; shift
        complete -p milepost | grep -q -- '-F _milepost milepost' || exit 1
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _milepost
        printf '%s\\n' "\${COMPREPLY[@]}"`;
      const path = await scriptFor('bash');
      const out = run('bash', ['--norc', '-c', script, '-', path, 'milepost', ...words]);
      return out.split('\n').filter((line) => line !== '');
    }

    it('offers the commands', async () => {
      expect(await offered('')).to.have.members([...NAMES, 'help', '--help', '--version']);
      expect(await offered('ex')).to.deep.equal(['export']);
      expect(await offered('help', 'ta')).to.deep.equal(['tail']);
    });

    for (const { name, options } of COMMANDS) {
      it(`offers the options of ${name}`, async () => {
        const names = Object.keys(options).map((option) => `--${option}`);
        expect(await offered(name, '--')).to.have.members(names);
      });
    }

    it('offers the values that an option takes, and files where it takes one', async () => {
      expect(await offered('query', '--severity', 'M')).to.have.members(['MINOR', 'MAJOR']);
      expect(await offered('query', '--severity', '=', 'CR')).to.deep.equal(['CRITICAL']);
      expect(await offered('query', '--order', '=')).to.deep.equal(['desc', 'asc']);
      expect(await offered('export', '--format', '')).to.deep.equal(['ndjson', 'csv']);
      expect(await offered('export', '--output', 'my')).to.deep.equal(['my events.ndjson']);
      expect(await offered('import', 'my')).to.deep.equal(['my events.ndjson']);
      expect(await offered('completion', 'f')).to.deep.equal(['fish']);
      expect(await offered('keys', '')).to.deep.equal(['create', 'list', 'revoke']);
      expect(await offered('query', '--source', '')).to.deep.equal([]);
    });
  });

  where('zsh')(`offers them in zsh${note('zsh')}`, async () => {
    const path = await scriptFor('zsh');
    // A shell inside of a shell: only one that thinks it has a terminal completes.
    const script = `
      zmodload zsh/zpty
      zpty z 'zsh -f -i'
      zpty -w z "PS1= ; stty columns 200; autoload -U compinit; compinit -u -D; source $1; LISTMAX=10000; bindkey '^T' list-choices; print re\\"ad\\"y"
      # It says 2004h when its line editor begins to read.
      zpty -r z line '*ready*2004h*'
      zpty -w -n z "$2"$'\\x14'
      zpty -w -n z $'\\x15print do"n"e\\n'
      zpty -r z line '*done*'
      print -r -- "$line"`;
    const offers = (typed: string) => run('zsh', ['-f', '-c', script, '-', path, typed]);
    const commands = offers('milepost ');
    for (const name of NAMES) expect(commands).to.contain(name);
    expect(offers('milepost tail --s')).to.contain('--since').and.to.contain('--severity');
    expect(offers('milepost query --severity ')).to.contain('CRITICAL');
  });

  where('fish')(`offers them in fish${note('fish')}`, async () => {
    const path = await scriptFor('fish');
    const offers = (typed: string) =>
      run('fish', ['--no-config', '-c', `source ${path}; complete -C '${typed}'`])
        .split('\n')
        .map((line) => line.split('\t')[0])
        .filter((word) => word !== '');
    expect(offers('milepost ')).to.have.members([...NAMES, 'help']);
    expect(offers('milepost tail --s')).to.include.members(['--since', '--severity', '--source']);
    expect(offers('milepost query --severity ')).to.have.members([
      ...['LOW', 'MINOR', 'MAJOR', 'CRITICAL'],
    ]);
    expect(offers('milepost import my')).to.deep.equal(['my events.ndjson']);
    expect(offers('milepost completion ')).to.have.members(['bash', 'zsh', 'fish']);
  });

  it('wants the name of a shell', async () => {
    const { code, err } = await runCommand(['completion', 'tcsh']);
    expect(code).to.equal(2);
    expect(err).to.contain('name a shell, one of bash, zsh, fish');
  });
});
