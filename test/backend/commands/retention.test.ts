/** `milepost retention` as a person types it. */
import { expect } from 'chai';
import { retentionCommand } from '../../../backend/commands/retention.ts';
import { type Config, loadConfig } from '../../../backend/config.ts';
import { openStore } from '../../../backend/store/open.ts';
import type { Store } from '../../../backend/store/port.ts';
import { auditOf } from '../../support/audit.ts';
import { newEvents } from '../../support/events.ts';
import { temporaryFolder } from '../../support/process.ts';

describe('the command retention', () => {
  let config: Config;
  let remove: () => void;
  /** Open all the while, as a server has it. */
  let store: Store;
  beforeEach(async () => {
    const [folder, removeFolder] = temporaryFolder();
    remove = removeFolder;
    const loaded = loadConfig({ DATA_DIR: folder });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    config = loaded.config;
    store = await openStore(config);
    await store.organizations.insert({ id: 'default', name: 'Default', createdAt: 0 });
    await store.events.append(newEvents(130, { type: 'incident', time: Date.UTC(2020, 1, 1) }));
    await store.events.append(newEvents(3, { source: 'kept', type: 'scaling', time: Date.now() }));
  });
  afterEach(async () => {
    await store.close();
    remove();
  });
  const run = async (...args: string[]) => {
    const said = { out: '', err: '' };
    const code = await retentionCommand(args, config, {
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
    });
    return { code, ...said };
  };

  it('shows, tries, sets and runs', async () => {
    expect((await run('show')).out).to.equal('everything: for ever\nDeletion has not run yet.\n');
    const rules = '[{"type": "incident", "days": 30}]';
    expect((await run('set', rules, '--dry-run')).out).to.equal('130\n');
    expect((await run('show', '--json')).out).to.contain('"rules":[]');
    expect((await run('set', rules)).out).to.contain(
      'incident: 30 days\neverything else: for ever\n',
    );
    expect((await run('run', '--dry-run')).out).to.equal('130\n');
    expect((await run('run')).out).to.equal('130\n');
    expect((await run('run')).out).to.equal('0\n');
    const { type } = await store.events.countValues('default', ['type'], {});
    expect(type).to.have.length(1).and.have.nested.property('[0].count', 3);
    const { entries } = await auditOf(store).list('default', { limit: 9 });
    expect(entries.map(({ action, actor }) => `${actor.kind} ${action}`)).to.deep.equal([
      'cli retention.deleted',
      'cli retention.begun',
      'cli retention.changed',
    ]);
  });

  it('says what is wrong, and does nothing', async () => {
    for (const [args, error] of [
      [['set'], 'rules: are required'],
      [['set', 'days=30'], 'rules: must be a JSON list'],
      [['set', '[{"days": 0}]'], 'rules.0.days: must be a whole number from 1 to 36500'],
      [['set', '[]', '--org', 'nobody'], '--org: there is no organization nobody'],
      [['delete'], 'use show, set or run'],
    ] as const) {
      const said = await run(...args);
      expect(said.code, args.join(' ')).to.equal(2);
      expect(said.err).to.contain(error);
      expect(said.out).to.equal('');
    }
  });

  it('stays out of the way of a server that is deleting', async () => {
    await store.retention.acquire('a server', Date.now(), Date.now() + 60_000);
    const said = await run('run');
    expect(said).to.include({ code: 2 });
    expect(said.err).to.contain('a server is deleting just now');
  });
});
