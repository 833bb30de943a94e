/** Clients of the protocol of 2026-07-28, by the SDK's second line: the same surface, other words. */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import type { McpExchange } from './endpoint.ts';
import { FAULT, ProtocolFault } from './fault.ts';
import { CAPABILITIES, METHODS, type Surface } from './surface.ts';

/** How long clients may keep lists and the discovery; they differ by key, so nobody may share them. */
const LISTS_MS = 300_000;
const LISTED = [
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'server/discover',
] as const;
const cacheHints = Object.fromEntries(
  LISTED.map((method) => [method, { ttlMs: LISTS_MS, cacheScope: 'private' as const }]),
);

/** Whether a request is for the other line of the SDK; what is neither, this one answers. */
export function isModern({ request, message }: McpExchange): Promise<boolean> {
  return isLegacyRequest(request, message).then((isLegacy) => !isLegacy);
}

export async function answerModern(
  { request, message }: McpExchange,
  surface: () => Promise<Surface>,
  onError: (error: unknown) => void,
): Promise<Response> {
  const handler = createMcpHandler(async () => createModernServer(await surface()), {
    legacy: 'reject',
    onerror: onError,
  });
  request.signal.addEventListener('abort', () => void handler.close().catch(onError));
  return handler.fetch(request, { parsedBody: message });
}

function createModernServer({ info, instructions, handlers }: Surface): Server {
  const server = new Server(info, { instructions, capabilities: CAPABILITIES, cacheHints });
  for (const method of METHODS) {
    // One handler type for all methods: what each gives is checked by the SDK at run time.
    server.setRequestHandler(method, async ({ params }, context): Promise<never> => {
      try {
        return (await handlers[method](params ?? {}, context.mcpReq.signal)) as never;
      } catch (error) {
        throw error instanceof ProtocolFault ? toProtocolError(error) : error;
      }
    });
  }
  return server;
}

function toProtocolError({ code, message, data }: ProtocolFault): ProtocolError {
  return code === FAULT.resourceNotFound
    ? new ResourceNotFoundError(String(data?.['uri']), message)
    : new ProtocolError(code, message, data);
}
