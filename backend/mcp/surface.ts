/** Everything that one caller can ask, method by method, apart from any SDK. */
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { completionOf } from './completion.ts';
import { FAULT, invalidParams, ProtocolFault, toFault } from './fault.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, listTemplates, readResource } from './resources.ts';
import { toListed } from './schemas.ts';
import { toolsFor } from './table.ts';
import { quote } from './text.ts';
import { callTool, type ToolContext, type ToolResult } from './tool.ts';

export const METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
] as const;
export type Method = (typeof METHODS)[number];

/** Without `listChanged` and `subscribe`, which a server without sessions could not keep. */
export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Rejects with a `ProtocolFault`. */
export type Handler = (params: unknown, signal: AbortSignal) => Promise<object>;

export interface Surface {
  readonly info: {
    readonly name: string;
    readonly title: string;
    readonly version: string;
    readonly websiteUrl: string;
  };
  /** For the model; empty for all but the first message of a conversation. */
  readonly instructions: string;
  readonly handlers: Readonly<Record<Method, Handler>>;
}

export interface SurfaceOptions {
  readonly context: Omit<ToolContext, 'signal'>;
  readonly log: Log;
  readonly requestId: string;
}

const text = z.string();
const callParams = z.looseObject({
  name: text,
  arguments: z.record(text, z.unknown()).default({}),
});
const readParams = z.looseObject({ uri: text });
const promptParams = z.looseObject({ name: text, arguments: z.record(text, text).default({}) });
const completeParams = z.looseObject({
  ref: z.looseObject({ type: text, name: text.optional(), uri: text.optional() }),
  argument: z.looseObject({ name: text, value: text }),
  context: z.looseObject({ arguments: z.record(text, text).default({}) }).optional(),
});

interface Asked {
  readonly method: Method;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  readonly uri?: string;
}

export function createHandlers(options: SurfaceOptions): Surface['handlers'] {
  const { context, log, requestId } = options;
  const tools = toolsFor(context.principal.scope);
  const names = tools.map(({ name }) => name);
  /** Logs without arguments: they can hold what nobody wants to find in a log. */
  const asked = async <Result>(
    { method, signal, uri }: Asked,
    run: () => Result | Promise<Result>,
  ): Promise<Result> => {
    const start = performance.now();
    try {
      return await run();
    } catch (error) {
      if (signal.aborted) throw new ProtocolFault(FAULT.internal, 'the client has gone');
      throw toFault(error, { log, requestId, uri });
    } finally {
      const ms = Math.round(performance.now() - start);
      log.info({ requestId, key: context.principal.keyId, method, ms }, 'an assistant asked');
    }
  };
  return {
    'tools/list': async () => ({ tools: tools.map(toListed) }),
    'tools/call': async (params, signal) => {
      const { name, arguments: args } = read(callParams, params);
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) return toResult({ text: unknownTool(name, names) });
      return toResult(await callTool(tool, { ...context, signal }, args, { log, requestId }));
    },
    'resources/list': async () => ({ resources: listResources() }),
    'resources/templates/list': async () => ({ resourceTemplates: listTemplates() }),
    'resources/read': async (params, signal) => {
      const { uri } = read(readParams, params);
      return asked({ method: 'resources/read', signal, uri }, () =>
        readResource({ ...context, signal }, uri),
      );
    },
    'prompts/list': async () => ({ prompts: listPrompts() }),
    'prompts/get': async (params, signal) => {
      const { name, arguments: args } = read(promptParams, params);
      return asked({ method: 'prompts/get', signal }, () => getPrompt(name, args));
    },
    'completion/complete': async (params, signal) => {
      const request = read(completeParams, params);
      return asked({ method: 'completion/complete', signal }, () =>
        completionOf(context, { ...request, given: request.context?.arguments ?? {} }),
      );
    },
  };
}

function read<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidParams(`params.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is wrong'}`);
}

function toResult({ text: answer, structured }: ToolResult) {
  const content = [{ type: 'text' as const, text: answer }];
  return structured === undefined
    ? { content, isError: true }
    : { content, structuredContent: structured };
}

function unknownTool(name: string, names: readonly string[]): string {
  const nearest = closest(name, [...names]);
  const meant = distance(name, nearest) <= name.length / 2 ? ` Did you mean ${nearest}?` : '';
  return `There is no tool ${quote(name)} for this API key.${meant} Tools: ${names.join(', ')}`;
}
