/** What is answered as an error of JSON-RPC, apart from any SDK. */
import type { MilepostError } from '../errors.ts';
import { toCallerError } from '../http/respond.ts';
import type { Log } from '../log.ts';
import { clip, escapeText } from './text.ts';

/** https://www.jsonrpc.org/specification#error_object; not found is MCP's own. */
export const FAULT = {
  invalidParams: -32_602,
  internal: -32_603,
  /** Up to 2025-11-25; since 2026-07-28 it is -32602 with the uri, which the v2 SDK makes of it. */
  resourceNotFound: -32_002,
} as const;

const MESSAGE_LIMIT = 1000;

export class ProtocolFault extends Error {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = 'ProtocolFault';
    this.code = code;
    this.data = data;
  }
}

export function invalidParams(message: string): ProtocolFault {
  return new ProtocolFault(FAULT.invalidParams, message);
}

export function resourceNotFound(uri: string, message: string): ProtocolFault {
  const shown = clip(escapeText(uri), MESSAGE_LIMIT);
  return new ProtocolFault(FAULT.resourceNotFound, message, { uri: shown });
}

/** What a caller may know of an error, about the resource at `uri` where there is one. */
export function toFault(
  error: unknown,
  {
    log,
    requestId,
    uri,
  }: { readonly log: Log; readonly requestId: string; readonly uri: string | undefined },
): ProtocolFault {
  if (error instanceof ProtocolFault) return error;
  const known = toCallerError(error, requestId, log);
  const message = messageOf(known);
  if (known.code === 'NOT_FOUND' && uri !== undefined) return resourceNotFound(uri, message);
  if (known.code === 'VALIDATION_ERROR') return invalidParams(message);
  return new ProtocolFault(FAULT.internal, message);
}

/** All that is wrong, a line each, with nothing hidden in it. */
export function messageOf({ message, details }: MilepostError, limit = MESSAGE_LIMIT): string {
  const problems = details.map((problem) => `${problem.field}: ${problem.message}`);
  return clip(escapeText(problems.length > 0 ? problems.join('\n') : message), limit);
}
