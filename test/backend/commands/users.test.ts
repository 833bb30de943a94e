/** `milepost users` as a person types it. */
import { expect } from 'chai';
import { usersCommand } from '../../../backend/commands/users.ts';
import { type Config, loadConfig } from '../../../backend/config.ts';
import { openStore } from '../../../backend/store/open.ts';
import { createClient } from '../../support/http.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { newPerson, PASSWORD, trySignIn } from '../../support/person.ts';
import { temporaryFolder } from '../../support/process.ts';

const NEW_PASSWORD = 'another horse and battery';

describe('the command users', () => {
  let config: Config;
  let milepost: TestMilepost;
  let remove: () => void;
  beforeEach(async () => {
    const [folder, removeFolder] = temporaryFolder();
    remove = removeFolder;
    const loaded = loadConfig({ DATA_DIR: folder, BASE_URL: 'https://m.example' });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    config = loaded.config;
    // The commands work while it runs.
    milepost = await startMilepost({ open: () => openStore(config) });
  });
  afterEach(async () => {
    await milepost.close();
    remove();
  });
  const run = async (...args: string[]) => {
    const said = { out: '', err: '' };
    const code = await usersCommand(args, config, {
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
    });
    return { code, ...said };
  };
  const post = (path: string, body: object) =>
    createClient(milepost.url, undefined).json('POST', path, body);

  it('lists people, without anything of their passwords', async () => {
    const person = await newPerson(milepost.store, 'owner');
    const { code, out } = await run('list');
    expect(code).to.equal(0);
    expect(out).to.match(new RegExp(`^${person.id}\\t${person.email}\\towner\\t[\\d-]+\\t`));
    const [listed] = JSON.parse((await run('list', '--json')).out) as object[];
    expect(listed).to.have.all.keys('id', 'email', 'name', 'role', 'createdAt', 'hasSecondFactor');
  });

  it('says that a second factor stays, and turns it off when asked to', async () => {
    const { id, email } = await newPerson(milepost.store, 'owner');
    const factor = { person: id, sealed: 'x', recovery: [], confirmedAt: 1, createdAt: 1 };
    await milepost.store.secondFactors.put(factor);
    const kept = await run('reset', email);
    expect(kept.err).to.match(/second factor stays on/);
    expect(await milepost.store.secondFactors.find(id)).to.deep.equal(factor);
    const gone = await run('reset', email, '--second-factor');
    expect(gone).to.deep.include({ code: 0, err: '' });
    expect(await milepost.store.secondFactors.find(id)).to.equal(null);
    expect(await run('reset', email, '--second-factor')).to.deep.include({ code: 2 });
    const { entries } = await milepost.store.audit.page('default', { filter: {}, limit: 9 });
    expect(entries.map(({ action }) => action)).to.include('second-factor.reset');
  });

  it('prints a link that sets an owner’s password anew, and tells the audit log', async () => {
    const person = await newPerson(milepost.store, 'owner');
    const { code, out } = await run('reset', person.email.toUpperCase());
    expect(code).to.equal(0);
    const [, token = ''] = /^https:\/\/m\.example\/reset#([\w-]{43})\n$/.exec(out) ?? [];
    const reset = await post('/api/v1/password-reset', { token, password: NEW_PASSWORD });
    expect(reset.status, reset.text).to.equal(200);
    expect((await trySignIn(milepost.url, person.email, PASSWORD)).status).to.equal(401);
    expect((await trySignIn(milepost.url, person.email, NEW_PASSWORD)).status).to.equal(200);
    const { entries } = await milepost.store.audit.page('default', { filter: {}, limit: 10 });
    const made = entries.find(({ action }) => action === 'password.reset-link-made');
    expect(made?.actor.kind).to.equal('cli');
    expect(JSON.stringify(entries)).to.not.include(token);
  });

  it('lets an owner in where there is none', async () => {
    const { code, out } = await run('invite', 'ada@example.com', '--role', 'owner');
    expect(code).to.equal(0);
    const [, token = ''] = /^https:\/\/m\.example\/invite#([\w-]{43})\n$/.exec(out) ?? [];
    const accepted = { token, name: 'Ada', password: PASSWORD };
    expect((await post('/api/v1/invitations/accept', accepted)).status).to.equal(201);
    expect((await run('list')).out).to.include('ada@example.com\towner');
  });

  const MISTAKES: readonly (readonly [readonly string[], string])[] = [
    [['reset'], 'is required: milepost users reset <e-mail>'],
    [['reset', 'nobody'], 'must be an e-mail address'],
    [['reset', 'nobody@example.com'], 'nobody has the address'],
    [['invite', 'a@example.com', '--role', 'king'], '--role: must be one of owner'],
    [['invite', 'a@example.com', '--org', 'nowhere'], 'there is no organization nowhere'],
    [['lock'], 'unknown command lock'],
  ];
  for (const [args, message] of MISTAKES) {
    it(`says what is wrong with: users ${args.join(' ')}`, async () => {
      const { code, out, err } = await run(...args);
      expect(code).to.equal(2);
      expect(out).to.equal('');
      expect(err).to.include(message);
    });
  }
});
