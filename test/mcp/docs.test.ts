import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { connect, useMilepost } from './support.ts';

const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, text]) => `${text}`,
  );

describe('docs/mcp.md', () => {
  const { client, running } = useMilepost();

  /** What stands in the first column of the table below a heading. */
  const rowsOf = (heading: string) => {
    const [, section = ''] = page.split(`\n## ${heading}\n`);
    const [text = ''] = section.split('\n## ');
    return [...text.matchAll(/^\| `([^`]+)` +\|(.*)$/gm)].map(([, name, rest]) => ({ name, rest }));
  };
  const namesOf = (heading: string) => rowsOf(heading).map(({ name }) => name);

  it('lists the tools that there are, in their order', async () => {
    const writer = await connect(running().url, running().key);
    const { tools } = await writer.listTools();
    await writer.close();
    expect(namesOf('Tools')).to.deep.equal(tools.map(({ name }) => name));
  });

  it('lists the resources and templates that there are', async () => {
    const { resources } = await client().listResources();
    const { resourceTemplates } = await client().listResourceTemplates();
    expect(namesOf('Resources')).to.deep.equal([
      ...resources.map(({ uri }) => uri),
      ...resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ]);
  });

  it('lists the prompts that there are, with their arguments', async () => {
    const { prompts } = await client().listPrompts();
    const shown = rowsOf('Prompts').map(({ name, rest = '' }) => [
      name,
      ...[...rest.matchAll(/`([^`]+)`/g)].map(([, argument]) => argument),
    ]);
    expect(shown).to.deep.equal(
      prompts.map(({ name, arguments: all = [] }) => [
        name,
        ...all.map((one) => (one.required ? `${one.name}*` : one.name)),
      ]),
    );
  });

  it('has valid JSON, with the address of the endpoint', () => {
    for (const text of blocks('json')) {
      const servers = Object.values(JSON.parse(text)).at(-1) as Record<
        string,
        { url?: string; httpUrl?: string; args?: string[] }
      >;
      const { url, httpUrl, args } = servers['milepost'] ?? {};
      expect(url ?? httpUrl ?? args?.find((one) => one.startsWith('https'))).to.equal(
        'https://timeline.example.com/api/mcp/mcp',
      );
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
