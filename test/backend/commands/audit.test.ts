/** What a person types in a shell is in the audit log. */
import { userInfo } from 'node:os';
import { expect } from 'chai';
import { keysCommand } from '../../../backend/commands/keys.ts';
import { trustCommand } from '../../../backend/commands/trust.ts';
import { type Config, loadConfig } from '../../../backend/config.ts';
import { openStore } from '../../../backend/store/open.ts';
import { temporaryFolder } from '../../support/process.ts';

describe('commands in a shell', () => {
  let config: Config;
  let remove: () => void;
  beforeEach(async () => {
    const [folder, removeFolder] = temporaryFolder();
    remove = removeFolder;
    const loaded = loadConfig({ DATA_DIR: folder });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    config = loaded.config;
    const store = await openStore(config);
    await store.organizations.insert({ id: 'default', name: 'Default', createdAt: 0 });
    await store.close();
  });
  afterEach(() => remove());
  const run = async (perform: typeof keysCommand, ...args: string[]) => {
    let out = '';
    const write = (text: string) => {
      out += text;
    };
    await perform(args, config, { out: write, err: () => {} });
    return out.trim();
  };
  const entries = async () => {
    const store = await openStore(config);
    const page = await store.audit.page('default', { filter: {}, limit: 100 });
    await store.close();
    return [...page.entries].reverse();
  };

  it('leave entries with the user of the operating system, and no secret', async () => {
    const { USER, LOGNAME } = process.env;
    process.env['USER'] = 'somebody-else';
    process.env['LOGNAME'] = 'somebody-else';
    try {
      const made = await run(
        keysCommand,
        'create',
        '--name',
        'ci',
        '--scope',
        'READ_ONLY',
        '--json',
      );
      const { key, secret } = JSON.parse(made) as { key: { id: string }; secret: string };
      await run(keysCommand, 'revoke', key.id);
      const trust = await run(trustCommand, 'add', 'github:acme/shop', '--environment', 'prod');
      await run(trustCommand, 'revoke', trust);
      const written = await entries();
      expect(written.map(({ action, target }) => [action, target])).to.deep.equal([
        ['key.created', { kind: 'key', id: key.id, name: 'ci' }],
        ['key.revoked', { kind: 'key', id: key.id, name: 'ci' }],
        ['trust.added', { kind: 'trust', id: trust, name: 'acme/shop' }],
        ['trust.revoked', { kind: 'trust', id: trust, name: 'acme/shop' }],
      ]);
      const actor = { kind: 'cli', id: null, name: userInfo().username };
      for (const entry of written) expect(entry.actor).to.deep.equal(actor);
      expect(JSON.stringify(written)).not.to.contain(secret.slice(0, 9));
    } finally {
      restore('USER', USER);
      restore('LOGNAME', LOGNAME);
    }
  });

  it('leave none when they are refused, or only look', async () => {
    await run(keysCommand, 'revoke', 'nothing');
    await run(keysCommand, 'create', '--name', '', '--scope', 'READ_ONLY');
    await run(keysCommand, 'create', '--name', 'x', '--scope', 'READ_ONLY', '--org', 'nobody');
    await run(keysCommand, 'list');
    await run(trustCommand, 'list');
    expect(await entries()).to.deep.equal([]);
  });
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
