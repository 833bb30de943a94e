/** Clients of the protocol up to 2025-11-25, by the SDK's first line. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { z } from 'zod';
import type { McpExchange } from './endpoint.ts';
import { CAPABILITIES, METHODS, type Method, type Surface } from './surface.ts';

/** Would otherwise be made anew for every request; it is for elicitation, which is not used. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

const requestSchema = (method: Method) =>
  z.looseObject({ method: z.literal(method), params: z.looseObject({}).optional() });
const SCHEMAS = METHODS.map((method) => [method, requestSchema(method)] as const);

/**
 * A server for one request. Its handlers are ours and not `registerTool` and its like: wrong
 * arguments and unknown names then get answers in our words, schemas are translated once, and
 * `listChanged` is not promised, which a server without sessions could not keep.
 */
export function createLegacyServer({ info, instructions, handlers }: Surface): Server {
  const server = new Server(info, {
    instructions,
    capabilities: CAPABILITIES,
    jsonSchemaValidator,
  });
  for (const [method, schema] of SCHEMAS) {
    // The SDK answers with code, message and data of a `ProtocolFault` as they are.
    server.setRequestHandler(
      schema,
      async ({ params }, { signal }) =>
        (await handlers[method](params ?? {}, signal)) as Record<string, unknown>,
    );
  }
  return server;
}

/** One request, one server, one transport: a transport without sessions cannot be used twice. */
export async function answerLegacy(
  server: Pick<Server, 'connect' | 'close'>,
  { request, message, acceptsStream }: Pick<McpExchange, 'request' | 'message' | 'acceptsStream'>,
  onError: (error: unknown) => void,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !acceptsStream,
  });
  request.signal.addEventListener('abort', () => void server.close().catch(onError));
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: message });
}
