/** Tools, resources and prompts by the names that the public conformance suite looks for. */
import { setTimeout as wait } from 'node:timers/promises';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ListToolsRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
});
const said = (...content: (ReturnType<typeof text | typeof resource> | typeof image)[]) => ({
  messages: content.map((one) => ({ role: 'user' as const, content: one })),
});

/** For one request, as the product makes its own. */
export function createFixtures(): McpServer {
  const mcp = new McpServer(
    { name: 'fixtures', version: '1' },
    { capabilities: { logging: {}, resources: { subscribe: true } } },
  );
  addTools(mcp);
  addTalkingTools(mcp);
  addResources(mcp);
  addPrompts(mcp);
  listSchemaTool(mcp);
  return mcp;
}

function addTools(mcp: McpServer): void {
  const tool = (name: string, content: () => object[]) =>
    mcp.registerTool(name, { description: `Gives ${name}.` }, async () => ({
      content: content() as ReturnType<typeof text>[],
    }));
  tool('test_simple_text', () => [text('This is a simple text response for testing.')]);
  tool('test_image_content', () => [image]);
  tool('test_audio_content', () => [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }]);
  tool('test_embedded_resource', () => [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]);
  tool('test_multiple_content_types', () => [
    ...[text('Multiple content types test:'), image],
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]);
  tool('test_reconnection', () => [text('The stream was not closed: nobody could resume it.')]);
  tool('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

function addTalkingTools(mcp: McpServer): void {
  const description = 'Speaks while it works.';
  mcp.registerTool('test_tool_with_logging', { description }, async (extra) => {
    for (const data of [
      'Tool execution started',
      'Tool processing data',
      'Tool execution completed',
    ]) {
      const params = { level: 'info' as const, data };
      await extra.sendNotification({ method: 'notifications/message', params });
      await wait(50);
    }
    return { content: [text('done')] };
  });
  mcp.registerTool('test_tool_with_progress', { description }, async (extra) => {
    const progressToken = extra._meta?.progressToken ?? 0;
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100 };
      await extra.sendNotification({ method: 'notifications/progress', params });
      await wait(50);
    }
    return { content: [text('done')] };
  });
}

function addResources(mcp: McpServer): void {
  const add = (
    uri: string,
    contents: { mimeType: string; text: string } | { mimeType: string; blob: string },
  ) =>
    mcp.registerResource(uri.slice('test://'.length), uri, {}, async () => ({
      contents: [{ uri, ...contents }],
    }));
  add('test://static-text', { mimeType: 'text/plain', text: 'Static text.' });
  add('test://static-binary', { mimeType: 'image/png', blob: PIXEL });
  add('test://watched-resource', { mimeType: 'text/plain', text: 'Watched.' });
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  mcp.registerResource('template', template, {}, async (uri, { id }) => {
    const value = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text: value }] };
  });
  mcp.server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  mcp.server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
}

function addPrompts(mcp: McpServer): void {
  const description = 'Says something.';
  mcp.registerPrompt('test_simple_prompt', { description }, () =>
    said(text('This is a simple prompt.')),
  );
  const suggest = (value: string) => [`${value}ing`];
  mcp.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: { arg1: completable(z.string(), suggest), arg2: z.string() } },
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  mcp.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: { resourceUri: z.string() } },
    ({ resourceUri }) =>
      said(resource(resourceUri, 'text/plain', 'Embedded.'), text('Please process it.')),
  );
  mcp.registerPrompt('test_prompt_with_image', { description }, () =>
    said(image, text('Please analyze it.')),
  );
}

/** A schema that no translation of ours would make, to see that the way out leaves it as it is. */
function listSchemaTool(mcp: McpServer): void {
  const tool = {
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object' as const,
      $defs: {
        address: {
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
  };
  const others = ['test_simple_text', 'test_error_handling'].map((name) => ({
    ...{ name, description: `Gives ${name}.`, inputSchema: { type: 'object' as const } },
  }));
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...others, tool] }));
}
