/** `milepost trust` as a person types it. */
import { expect } from 'chai';
import { trustCommand } from '../../../backend/commands/trust.ts';
import { type Config, loadConfig } from '../../../backend/config.ts';
import type { Trust } from '../../../backend/model/trust.ts';
import { openStore } from '../../../backend/store/open.ts';
import { temporaryFolder } from '../../support/process.ts';

describe('the command trust', () => {
  let config: Config;
  let remove: () => void;
  beforeEach(async () => {
    const [folder, removeFolder] = temporaryFolder();
    remove = removeFolder;
    const loaded = loadConfig({ DATA_DIR: folder, BASE_URL: 'https://m.example' });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    config = loaded.config;
    const store = await openStore(config);
    await store.organizations.insert({ id: 'default', name: 'Default', createdAt: 0 });
    await store.close();
  });
  afterEach(() => remove());
  const run = async (...args: string[]) => {
    const said = { out: '', err: '' };
    const code = await trustCommand(args, config, {
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
    });
    return { code, ...said };
  };
  const list = async (): Promise<Trust[]> =>
    JSON.parse((await run('list', '--json')).out) as Trust[];

  it('knows the issuers of github.com and gitlab.com, ids and environments', async () => {
    await run('add', 'github:acme/api', '--repository-id', '8');
    const gitlab = ['gitlab:acme/back/api', '--project-id', '9', '--environment', 'production'];
    const added = await run('add', ...gitlab);
    expect(added.err).to.include('MILEPOST_ID_TOKEN').and.include('environment: production');
    expect(added.err).to.include('aud: https://m.example\n');
    const [first, second] = await list();
    expect(first).to.include({
      issuer: 'https://token.actions.githubusercontent.com',
      resourceId: '8',
      environment: null,
    });
    expect(second).to.include({
      provider: 'gitlab',
      issuer: 'https://gitlab.com',
      name: 'acme/back/api',
      resourceId: '9',
      environment: 'production',
      createdBy: 'cli',
    });
  });

  const MISTAKES: readonly (readonly [readonly string[], string])[] = [
    [['add'], 'say which one'],
    [['add', 'acme/shop'], 'say which one'],
    [['add', 'bitbucket:acme/shop'], 'say which one'],
    [['add', 'github:shop'], 'name: must be owner/repository'],
    [['add', 'github:acme/api'], 'acme/api is trusted for every environment already'],
    [['add', 'github:a/b', '--project-id', '1'], '--project-id: is not for github'],
    [['add', 'gitlab:a/b', '--repository-id', '1'], '--repository-id: is not for gitlab'],
    [['add', 'gitlab:a/b', '--issuer', 'http://gitlab.example.com'], 'issuer: must be an https'],
    [['add', 'github:a/b', '--org', 'nobody'], 'no organization nobody'],
    [['add', 'github:a/b', '--brnach', 'x'], '--brnach'],
    [['revoke'], 'id: is required'],
    [['revoke', 'nothing'], 'no trust nothing'],
    [['remove'], 'use add, list or revoke'],
  ];
  it('explains mistakes, and then changes nothing', async () => {
    await run('add', 'github:acme/api');
    const before = await list();
    for (const [args, message] of MISTAKES) {
      const ran = await run(...args);
      expect(ran, args.join(' ')).to.include({ code: 2, out: '' });
      expect(ran.err).to.include(message);
    }
    expect(await list()).to.deep.equal(before);
    expect(await run()).to.include({ code: 2 });
    expect((await run('--help')).out).to.include('milepost trust add');
  });
});
