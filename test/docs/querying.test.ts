import { expect } from 'chai';
import { createClient } from '../support/http.ts';
import { readPage } from '../support/markdown.ts';
import { type Running, start } from '../support/shell.ts';
import { expectText } from './answers.ts';
import { executesPage } from './executed.ts';

const PAGE = 'docs/querying.md';
const NOW = Date.UTC(2026, 2, 10, 15);

describe(PAGE, function () {
  this.timeout(20_000);
  const executed = executesPage(PAGE, { clock: () => NOW, except: ['Follow'] });
  const following: Running[] = [];
  afterEach(async () => {
    for (const one of following.splice(0)) await one.kill();
  });

  const blocks = readPage(PAGE).blocks.filter(({ heading }) => heading === 'Follow');
  const follow = async (code: string | undefined): Promise<Running> => {
    const running = start('sh', code ?? '', { env: executed().env });
    following.push(running);
    await running.until((out) => out.includes(': connected\n\n'));
    return running;
  };
  const post = async (id: string) => {
    const { url, key } = executed().milepost;
    const event = { specversion: '1.0', type: 'deployment', source: 'shop', time: 'NOW' };
    await createClient(url, key).post({ ...event, id, subject: 'production' });
  };

  it('Follow: shows what comes, and what was missed', async () => {
    const [first, shown, second] = blocks;
    const stream = await follow(first?.code);
    await post('e7');
    await stream.until((out) => out.endsWith('}\n\n'));
    expectText(shown?.code ?? '', stream.out());
    await stream.kill();

    await post('e8');
    const resumed = await follow(second?.code);
    await resumed.until((out) => out.endsWith('}\n\n'));
    expect(resumed.out()).to.contain('"id":"e8"').and.not.contain('"id":"e7"');
  });

  it('What runs where: holds for a rollback and for a deployment without version', async () => {
    const { url, key } = executed().milepost;
    const client = createClient(url, key);
    const versionAt = async (at: string) =>
      (await client.get<{ version: string | null }[]>(`/api/v1/state?subject=production&at=${at}`))
        .body.data[0]?.version;
    expect(await versionAt('2026-03-10T13:50:00Z')).to.equal('1.3.2');
    expect(await versionAt('now'), 'of e8').to.equal(null);
  });

  it('Export: can be imported without createdAt only', async () => {
    const { url, key } = executed().milepost;
    const client = createClient(url, key);
    const { text } = await client.get('/api/v1/events/export');
    const lines = text.trimEnd().split('\n');
    const refused = await client.ndjson(lines.join('\n'));
    expect(refused.status).to.equal(400);
    const cleaned = lines.map((line) =>
      JSON.stringify({ ...(JSON.parse(line) as object), createdAt: undefined }),
    );
    const { data } = (await client.ndjson(cleaned.join('\n'))).body;
    expect(data).to.include({ replayed: lines.length, rejected: 0 });
  });
});
