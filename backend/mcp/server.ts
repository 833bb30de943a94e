/** The thin part between the table of tools and the SDK; nothing else here knows MCP's messages. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  type Tool as ListedTool,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { instructionsFor } from './instructions.ts';
import { quote } from './text.ts';
import type { Tool, ToolResult } from './tool.ts';

export interface McpServerOptions {
  readonly tools: readonly Tool[];
  readonly version: string;
  readonly websiteUrl: string;
  /** Said behind the instructions of the server itself. */
  readonly background: string;
  readonly call: (
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<ToolResult>;
}

/** Would otherwise be made anew for every request; it is for elicitation, which is not used. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/**
 * A server for one request. The handlers of tools are set here and not through `registerTool`:
 * wrong arguments and unknown tools then get answers in our words, schemas are translated once, and
 * `listChanged` is not promised, which a server without sessions could not keep.
 */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { tools, version, websiteUrl, background, call } = options;
  const names = tools.map((tool) => tool.name);
  const mcp = new McpServer(
    { name: 'milepost', title: 'Milepost', version, websiteUrl },
    { instructions: `${instructionsFor(names)}${background}`, jsonSchemaValidator },
  );
  const { server } = mcp;
  server.registerCapabilities({ tools: { listChanged: false } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toListed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find((one) => one.name === params.name);
    if (tool === undefined) return toResult({ text: unknownTool(params.name, names) });
    return toResult(await call(tool, params.arguments ?? {}, signal));
  });
  return mcp;
}

function toResult({ text, structured }: ToolResult) {
  const content = [{ type: 'text' as const, text }];
  return structured === undefined
    ? { content, isError: true }
    : { content, structuredContent: structured };
}

function unknownTool(name: string, names: readonly string[]): string {
  const nearest = closest(name, [...names]);
  const meant = distance(name, nearest) <= name.length / 2 ? ` Did you mean ${nearest}?` : '';
  return `There is no tool ${quote(name)} for this API key.${meant} Tools: ${names.join(', ')}`;
}

const listed = new WeakMap<Tool, ListedTool>();

/** A tool as clients see it; schemas are translated when they are asked for first. */
export function toListed(tool: Tool): ListedTool {
  const known = listed.get(tool);
  if (known !== undefined) return known;
  const { name, title, description, input, output, annotations } = tool;
  const made: ListedTool = {
    name,
    title,
    description,
    inputSchema: toJsonSchema(input, 'input'),
    outputSchema: toJsonSchema(output, 'output'),
    annotations: { title, ...annotations },
  };
  listed.set(tool, made);
  return made;
}

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // What says nothing only costs tokens: other members are allowed anyway.
    override: ({ jsonSchema }) => {
      if (JSON.stringify(jsonSchema.additionalProperties) === '{}') {
        delete jsonSchema.additionalProperties;
      }
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  // The root of both is an object, and no schema in it is a mere boolean.
  return rest as ListedTool['inputSchema'];
}
