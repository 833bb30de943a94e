import { expect } from 'chai';
import { instructionsFor } from '../../backend/mcp/instructions.ts';
import { useMilepost } from './support.ts';

/** Characters divided by four: what tokenizers make of JSON, roughly. */
const TOKEN_CEILING = 6000;
const TOOL_CEILING = 1000;

type Schema = Readonly<Record<string, unknown>>;

/** Every schema in a schema, with its path. */
function* schemasIn(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema];
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  for (const [name, one] of Object.entries(properties)) yield* schemasIn(one, `${path}.${name}`);
  if (schema['items'] !== undefined) yield* schemasIn(schema['items'] as Schema, `${path}[]`);
}

describe('MCP tools/list', () => {
  const { client } = useMilepost([]);
  const listed = async () => (await client().listTools()).tools;

  it('holds the tools in a fixed order', async () => {
    expect((await listed()).map(({ name }) => name)).to.deep.equal([
      'get_organization_context',
      'get_business_context',
      'query_events',
      'get_event',
      'get_event_summary',
      'get_state',
      'list_event_types',
      'list_event_sources',
      'list_event_subjects',
      'list_metrics',
      'get_metrics_around_event',
      'find_likely_causes',
      'get_delivery_metrics',
    ]);
  });

  it('stays within what a model can afford', async () => {
    const tools = await listed();
    const tokens = (value: unknown) => JSON.stringify(value).length / 4;
    expect(tokens({ tools })).to.be.below(TOKEN_CEILING);
    for (const tool of tools) expect(tokens(tool), tool.name).to.be.below(TOOL_CEILING);
  });

  it('has a title, a description with an example, and every hint', async () => {
    for (const { name, title, description, annotations } of await listed()) {
      expect(name).to.match(/^[a-z]+(_[a-z]+)+$/);
      expect(title, name).to.be.a('string').and.not.equal('');
      expect(description, name).to.match(/Use .*(Example: \{.*\}|no arguments\.)$/);
      expect(annotations, name).to.deep.equal({
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
    }
  });

  it('has examples that work', async () => {
    for (const { name, description = '' } of await listed()) {
      const example = /Example: (\{.*\})$/.exec(description)?.[1];
      if (example === undefined || name === 'get_event') continue;
      const result = await client().callTool({ name, arguments: JSON.parse(example) });
      expect(result.isError, name).not.to.equal(true);
    }
  });

  it('has schemas that every client can take', async () => {
    for (const { name, inputSchema, outputSchema } of await listed()) {
      const all = [
        ...schemasIn(inputSchema, `${name} input`),
        ...schemasIn(outputSchema ?? {}, `${name} output`),
      ];
      for (const [path, schema] of all) {
        expect(schema['type'], path).to.be.oneOf([
          'object',
          'array',
          'string',
          'integer',
          'number',
          'boolean',
        ]);
        expect(schema, path).not.to.have.any.keys('anyOf', 'oneOf', 'allOf', 'not', '$ref');
        expect(schema, path).not.to.have.any.keys('pattern', '$schema');
      }
      expect(inputSchema['additionalProperties'], name).to.equal(false);
      expect(outputSchema?.['additionalProperties'], name).not.to.equal(false);
      const properties = Object.entries(inputSchema.properties ?? {}) as [string, Schema][];
      for (const [path, schema] of properties.filter(([, one]) => one['type'] === 'integer')) {
        expect(schema, path).to.include.keys('minimum', 'maximum');
      }
    }
  });
});

describe('MCP instructions', () => {
  const { client } = useMilepost([]);

  it('are short, and name only tools that exist', async () => {
    const instructions = client().getInstructions() ?? '';
    expect(instructions.split(/\s+/)).to.have.lengthOf.below(151);
    const { tools } = await client().listTools();
    const names = tools.map(({ name }) => name);
    for (const [name] of instructions.matchAll(/\b(get|query|list)_[a-z_]+/g)) {
      expect(names).to.include(name);
    }
  });

  it('leave out what a server does not offer', () => {
    expect(instructionsFor([])).not.to.match(/_/);
    expect(instructionsFor(['get_organization_context'])).to.contain('start with');
  });
});
