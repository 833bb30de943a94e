/** Three backend processes on one MongoDB: what one of them stores, all of them show. */
import { expect } from 'chai';
import { io, type Socket } from 'socket.io-client';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { ClientToServer, ServerToClient } from '../../backend/model/live.ts';
import { milepost, type Served, serve } from '../support/process.ts';
import { dropDatabase, MONGODB_URI, testDatabaseUri } from '../support/store.ts';

type FeedSocket = Socket<ServerToClient, ClientToServer>;

describe('three nodes on one database', function () {
  this.timeout(120_000);
  if (MONGODB_URI === undefined) {
    it('were not tried: MONGODB_URI is not set');
    return;
  }

  let uri: string;
  let nodes: Served[] = [];
  let key: string;
  const followers: Follower[] = [];
  before(async () => {
    uri = testDatabaseUri(MONGODB_URI ?? '');
    nodes = await Promise.all([1, 2, 3].map(() => serve({ MONGODB_URI: uri })));
    key = nodes.map((node) => node.key).find((one) => one !== '') ?? '';
  });
  after(async () => {
    for (const follower of followers) follower.stop();
    for (const node of nodes) await node.kill('SIGKILL');
    await dropDatabase(uri);
  });
  const follow = async (node: Served | undefined): Promise<Follower> => {
    const follower = new Follower(key);
    followers.push(follower);
    await follower.connect(node?.url ?? '');
    return follower;
  };

  it('make one first key between them', () => {
    expect(nodes.filter((node) => node.key !== '')).to.have.length(1);
    expect(nodes.filter((node) => node.setupLink !== '')).to.have.length(1);
  });

  it('show everywhere what was posted anywhere, in one order, though one of them dies', async () => {
    const [a, b, c] = nodes;
    const [onA, onB, onC] = [await follow(a), await follow(b), await follow(c)];

    await post(a, key, 'to-a');
    await Promise.all([onA, onB, onC].map((one) => one.has('to-a')));
    const seenFrom = performance.now();
    await post(b, key, 'to-b');
    await Promise.all([onA, onB, onC].map((one) => one.has('to-b')));
    expect(performance.now() - seenFrom, 'ms until seen on every node').to.be.below(1000);

    const storm = Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        postUntilStored([nodes[index % 3], nodes[(index + 1) % 3]], key, `storm-${index}`),
      ),
    );
    await onB.has('storm-100');
    await b?.kill('SIGKILL');
    await onB.disconnected();
    await postUntilStored([a], key, 'while-away');
    await onB.connect(c?.url ?? '');
    await storm;
    await postUntilStored([c], key, 'last');
    await Promise.all([onA, onB, onC].map((one) => one.has('last')));

    const all = ['to-a', 'to-b', ...numbered('storm', 300), 'while-away', 'last'];
    for (const follower of [onA, onB, onC]) {
      await follower.hasAll(all);
      expect(follower.ids, 'each once').to.have.length(all.length);
    }
    expect(onB.ids).to.deep.equal(onA.ids);
    expect(onC.ids).to.deep.equal(onA.ids);
  });

  it('end a revoked key on every node within 5 s', async () => {
    const env = { MONGODB_URI: uri };
    const made = await milepost(['keys', 'create', '--name', 'x', '--scope', 'READ_ONLY'], env);
    const secret = made.out.trim();
    const survivors = nodes.filter((_, index) => index !== 1);
    for (const node of survivors) expect(await whoami(node, secret)).to.equal(200);
    const listed = await milepost(['keys', 'list'], env);
    const id =
      listed.out
        .split('\n')
        .find((line) => line.endsWith('\tx'))
        ?.split('\t')[0] ?? '';
    await milepost(['keys', 'revoke', id], env);
    const revoked = performance.now();
    for (const node of survivors) {
      let status = 200;
      while (status === 200) status = await whoami(node, secret);
      expect(status).to.equal(401);
    }
    expect(performance.now() - revoked).to.be.below(5000);
  });
});

/** A client of the live feed that hands its cursor back, and knows an event by source and id. */
class Follower {
  readonly ids: string[] = [];
  readonly #known = new Set<string>();
  readonly #key: string;
  #cursor: string | undefined;
  #socket: FeedSocket | undefined;
  #waiting: { isDone: () => boolean; resolve: () => void }[] = [];

  constructor(key: string) {
    this.#key = key;
  }

  connect(url: string): Promise<void> {
    const auth = {
      key: this.#key,
      ...(this.#cursor === undefined ? {} : { cursor: this.#cursor }),
    };
    this.#socket?.close();
    const socket: FeedSocket = io(`${url}/feed`, {
      auth,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    this.#socket = socket;
    socket.on('events', (events, { cursor }) => this.#take(events, cursor));
    socket.on('disconnect', () => this.#settle());
    return new Promise((resolve, reject) => {
      socket.on('connect_error', reject);
      socket.on('ready', ({ cursor }) => {
        this.#cursor = cursor;
        resolve();
      });
    });
  }

  has(id: string): Promise<void> {
    return this.#until(() => this.#known.has(id));
  }

  hasAll(ids: readonly string[]): Promise<void> {
    return this.#until(() => ids.every((id) => this.#known.has(id)));
  }

  disconnected(): Promise<void> {
    return this.#until(() => this.#socket?.connected === false);
  }

  stop(): void {
    this.#socket?.close();
  }

  #take(events: readonly StoredEvent[], cursor: string): void {
    this.#cursor = cursor;
    for (const { id } of events) {
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      this.ids.push(id);
    }
    this.#settle();
  }

  #until(isDone: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ isDone, resolve });
      this.#settle();
    });
  }

  #settle(): void {
    const done = this.#waiting.filter(({ isDone }) => isDone());
    this.#waiting = this.#waiting.filter((one) => !done.includes(one));
    for (const { resolve } of done) resolve();
  }
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}

async function post(node: Served | undefined, key: string, id: string): Promise<number> {
  const answer = await fetch(`${node?.url}/api/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      specversion: '1.0',
      type: 'deployment',
      source: 'nodes',
      id,
      time: '2026-01-15T12:00:00Z',
    }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** As a pipeline does: the next node when one does not answer. */
async function postUntilStored(
  nodes: readonly (Served | undefined)[],
  key: string,
  id: string,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const status = await post(nodes[attempt % nodes.length], key, id).catch(() => 0);
    if (status === 200 || status === 201) return;
  }
}

async function whoami(node: Served, key: string): Promise<number> {
  const answer = await fetch(`${node.url}/api/v1/whoami`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  await answer.arrayBuffer();
  return answer.status;
}
