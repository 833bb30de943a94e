/** `kill -9` in the middle of everything: what was answered with 201 is there, and nothing twice. */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { type Served, serve, temporaryFolder } from '../support/process.ts';
import { dropDatabase, MONGODB_URI, testDatabaseUri } from '../support/store.ts';

const POSTS = 2000;
/** Answers after which the process is killed, somewhere in the middle. */
const KILL_AFTER = 700;

describe(`kill -9 during ${POSTS} posts`, function () {
  this.timeout(120_000);

  it('loses nothing on SQLite', async () => {
    const [folder, remove] = temporaryFolder();
    await killAndCount({ DATA_DIR: folder });
    remove();
  });

  if (MONGODB_URI === undefined) {
    it('was not tried on MongoDB: MONGODB_URI is not set');
  } else {
    it('loses nothing on MongoDB', async () => {
      const uri = testDatabaseUri(MONGODB_URI ?? '');
      await killAndCount({ MONGODB_URI: uri });
      await dropDatabase(uri);
    });
  }
});

async function killAndCount(env: Record<string, string>): Promise<void> {
  const served = await serve(env);
  const acknowledged: string[] = [];
  let killed: Promise<unknown> | undefined;
  const post = async (id: string): Promise<void> => {
    const answer = await fetch(`${served.url}/api/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${served.key}`, 'Content-Type': 'application/json' },
      body: event(id),
    }).catch(() => undefined);
    if (answer?.status !== 201) return;
    acknowledged.push(id);
    if (acknowledged.length === KILL_AFTER) killed = served.kill('SIGKILL');
  };
  const all = Array.from({ length: POSTS }, (_, index) => `event-${index}`);
  await Promise.all(all.map(post));
  await killed;
  expect(acknowledged.length).to.be.at.least(KILL_AFTER).and.below(POSTS);

  const again = await serve(env);
  const ids = await exported(again, served.key);
  expect(new Set(ids).size, 'none twice').to.equal(ids.length);
  expect(ids, 'none lost').to.include.members(acknowledged);

  // A pipeline that got no answer sends again; afterwards everything is there exactly once.
  const retried = await Promise.all(all.map((id) => retry(again, served.key, id)));
  expect(new Set(retried)).to.deep.equal(new Set([200, 201]));
  expect((await exported(again, served.key)).toSorted()).to.deep.equal(all.toSorted());
  expect(await countedOnce(again, served.key)).to.equal(POSTS);
  await again.kill('SIGTERM');
}

function event(id: string): string {
  return JSON.stringify({
    specversion: '1.0',
    type: 'deployment',
    source: 'kill',
    id,
    time: '2026-01-15T12:00:00Z',
  });
}

async function retry(served: Served, key: string, id: string): Promise<number> {
  const answer = await fetch(`${served.url}/api/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: event(id),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function exported(served: Served, key: string): Promise<string[]> {
  const answer = await fetch(`${served.url}/api/v1/events/export`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const lines = (await answer.text()).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as StoredEvent).id);
}

/** The totals agree with the events; a silent node's leftovers are counted within seconds. */
async function countedOnce(served: Served, key: string): Promise<number> {
  const deadline = Date.now() + 30_000;
  let total = 0;
  while (total !== POSTS && Date.now() < deadline) {
    const answer = await fetch(`${served.url}/api/v1/events/facets`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { data: { types: { count: number }[] } };
    total = data.types.reduce((sum, one) => sum + one.count, 0);
    if (total > POSTS) break;
  }
  return total;
}
