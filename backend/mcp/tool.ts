/** What a tool is, apart from any SDK; and the one way in which every tool is called. */
import type { z } from 'zod';
import { toCallerError } from '../http/respond.ts';
import type { Log } from '../log.ts';
import type { Principal, Scope } from '../model/key.ts';
import type { Causes } from '../services/causes.ts';
import type { BusinessContext } from '../services/context.ts';
import type { DeliveryMetrics } from '../services/delivery.ts';
import type { ImpactService } from '../services/impact.ts';
import type { MetricCatalog } from '../services/metric-catalog.ts';
import type { Query } from '../services/query.ts';
import { parseArguments } from './arguments.ts';
import { messageOf } from './fault.ts';
import { ANSWER_LIMIT } from './fit.ts';
import type { Recorder } from './recorder.ts';
import { escapeValue } from './text.ts';

/** Claude Code cuts long error texts near 11,000 characters. */
const ERROR_LIMIT = 4000;

/** What tools ask. */
export interface ToolServices {
  readonly query: Query;
  readonly businessContext: Pick<BusinessContext, 'get'>;
  readonly metrics: Pick<MetricCatalog, 'list'>;
  readonly impact: ImpactService;
  readonly causes: Causes;
  readonly delivery: DeliveryMetrics;
  readonly recorder: Recorder;
}

/** Who asks, when, and what may be asked. The tenant stands here and in no argument. */
export interface ToolContext extends ToolServices {
  readonly principal: Principal;
  /** ms since the Unix epoch. */
  readonly now: number;
  /** Where people see the timeline. */
  readonly consoleUrl: string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/** Promises about a tool that clients build on: whether to ask the user first, whether to retry. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export const READ_ONLY_ANNOTATIONS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A repetition writes again, unless the caller names what it writes. */
export const WRITE_ANNOTATIONS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

interface ToolDescription {
  /** snake_case, verb first. */
  readonly name: string;
  readonly title: string;
  /** What it is for, when to use it and when not, an example. */
  readonly description: string;
  /** Keys without the scope do not see the tool. */
  readonly scope: Scope;
  readonly annotations: ToolAnnotations;
}

export interface Tool extends ToolDescription {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Rejects with VALIDATION_ERROR for wrong arguments. */
  readonly run: (
    context: ToolContext,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>>>;
}

/** Ties a handler to the schemas of what it takes and gives. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDescription & {
    readonly input: Input;
    readonly output: Output;
    readonly handler: (
      context: ToolContext,
      args: z.output<Input>,
    ) => Promise<z.input<NoInfer<Output>>>;
  },
): Tool {
  const { handler, ...description } = tool;
  return {
    ...description,
    run: async (context, args) => handler(context, parseArguments(tool.input, args)),
  };
}

export interface ToolResult {
  readonly text: string;
  /** The same as `text`; absent when the call failed. */
  readonly structured?: Record<string, unknown>;
}

/** Calls a tool. Never rejects: what went wrong becomes text that says how to do better. */
export async function callTool(
  tool: Tool,
  context: ToolContext,
  args: Readonly<Record<string, unknown>>,
  { log, requestId }: { readonly log: Log; readonly requestId: string },
): Promise<ToolResult> {
  const start = performance.now();
  const result = await runTool(tool, context, args).catch((error: unknown): ToolResult => {
    if (context.signal.aborted) return { text: 'the client has gone' };
    return { text: messageOf(toCallerError(error, requestId, log), ERROR_LIMIT) };
  });
  const facts = {
    requestId,
    key: context.principal.keyId,
    tool: tool.name,
    ms: Math.round(performance.now() - start),
    characters: result.text.length,
    failed: result.structured === undefined,
  };
  // Arguments are not logged: they can hold what nobody wants to find in a log.
  log.info(facts, 'an assistant called a tool');
  return result;
}

/** The answer of a tool, with nothing hidden in it. Rejects with what the handler rejects with. */
export async function runTool(
  tool: Tool,
  context: ToolContext,
  args: Readonly<Record<string, unknown>>,
): Promise<Required<ToolResult>> {
  const output = await tool.run({ ...context, ...whileWanted(context) }, args);
  const structured = escapeValue(output) as Record<string, unknown>;
  const text = JSON.stringify(structured);
  if (text.length > ANSWER_LIMIT) {
    throw new Error(
      `${tool.name} answered ${text.length} characters, the limit is ${ANSWER_LIMIT}`,
    );
  }
  return { text, structured };
}

/** The services, until the client has gone: then nothing more is read on its behalf. */
function whileWanted(context: ToolContext): ToolServices {
  const { query, businessContext, metrics, impact, causes, delivery, recorder, signal } = context;
  const guarded = <Service extends object>(service: Service): Service =>
    new Proxy(service, {
      get: (target, name, receiver) => {
        signal.throwIfAborted();
        return Reflect.get(target, name, receiver);
      },
    });
  return {
    query: guarded(query),
    businessContext: guarded(businessContext),
    metrics: guarded(metrics),
    impact: guarded(impact),
    causes: guarded(causes),
    delivery: guarded(delivery),
    recorder: guarded(recorder),
  };
}
