/** What is behind the door for assistants: the surface for who asks, in the words of their protocol. */
import type { Log } from '../log.ts';
import { contextInstructions } from './business-context.ts';
import type { McpExchange } from './endpoint.ts';
import { factsInstructions, instructionsFor } from './instructions.ts';
import { answerLegacy, createLegacyServer } from './legacy.ts';
import { answerModern, isModern } from './modern.ts';
import { createHandlers, type Surface } from './surface.ts';
import { toolsFor } from './table.ts';
import type { ToolServices } from './tool.ts';

export interface AnswerDependencies {
  readonly services: ToolServices;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly log: Log;
  readonly version: string;
  /** How people reach this server; known once it listens. */
  readonly baseUrl: () => string;
}

/** Messages that begin a conversation; only their answers hold instructions. */
const OPENINGS: readonly unknown[] = ['initialize', 'server/discover'];

export function createMcpAnswer({
  services,
  clock,
  log,
  version,
  baseUrl,
}: AnswerDependencies): (exchange: McpExchange) => Promise<Response> {
  const surfaceFor = async ({ principal, message, requestId }: McpExchange): Promise<Surface> => {
    const context = { principal, ...services, now: clock(), consoleUrl: baseUrl() };
    const instructions = async () => {
      const tools = toolsFor(principal.scope).map(({ name }) => name);
      // A conversation may begin all the same: the tools say what is wrong when they are called.
      const known = await knownOf(services, principal.organization).catch((error: unknown) => {
        log.warn({ err: error, requestId }, 'instructions lack what the timeline has');
        return '';
      });
      return `${instructionsFor(tools)}${known}`;
    };
    return {
      info: { name: 'milepost', title: 'Milepost', version, websiteUrl: baseUrl() },
      instructions: isOpening(message) ? await instructions() : '',
      handlers: createHandlers({ context, log, requestId }),
    };
  };
  return async (exchange) => {
    const { requestId } = exchange;
    const onError = (error: unknown) => log.debug({ err: error, requestId }, 'MCP');
    if (await isModern(exchange)) {
      return answerModern(exchange, () => surfaceFor(exchange), onError);
    }
    const server = createLegacyServer(await surfaceFor(exchange));
    server.onerror = onError;
    return answerLegacy(server, exchange, onError);
  };
}

function isOpening(message: unknown): boolean {
  const messages: readonly unknown[] = [message].flat();
  return messages.some((one) => OPENINGS.includes((one as { method?: unknown } | null)?.method));
}

/** What the organization has and wrote down. Rejects when the store does not answer. */
async function knownOf(
  { query, businessContext }: ToolServices,
  organization: string,
): Promise<string> {
  const [facets, context] = await Promise.all([
    query.facets(organization, {}),
    businessContext.get(organization),
  ]);
  return `${factsInstructions(facets)}${contextInstructions(context)}`;
}
