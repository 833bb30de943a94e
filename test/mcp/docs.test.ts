import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { useMilepost } from './support.ts';

const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, text]) => `${text}`,
  );

describe('docs/mcp.md', () => {
  const { client, running } = useMilepost();

  it('lists the tools that there are, in their order', async () => {
    const { tools } = await client().listTools();
    const rows = [...page.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name);
    expect(rows).to.deep.equal(tools.map(({ name }) => name));
  });

  it('has valid JSON, with the address of the endpoint', () => {
    for (const text of blocks('json')) {
      const servers = Object.values(JSON.parse(text)).at(-1) as Record<
        string,
        { url?: string; httpUrl?: string }
      >;
      const { url, httpUrl } = servers['milepost'] ?? {};
      expect(url ?? httpUrl).to.equal('https://timeline.example.com/api/mcp/mcp');
    }
  });

  it('has a curl line that works', async () => {
    const line = blocks('sh').find((text) => text.startsWith('curl')) ?? '';
    const body = /-d '(.*)'/.exec(line)?.[1] ?? '';
    const headers = [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
      ([, name, value]) =>
        [`${name}`, `${value}`.replace('mp_…', running().readOnlyKey)] as [string, string],
    );
    const response = await fetch(running().url, { method: 'POST', headers, body });
    const answer = (await response.json()) as { result: { structuredContent: object } };
    expect(answer.result.structuredContent).to.include({ total: 35, truncated_by: 'limit' });
  });
});
