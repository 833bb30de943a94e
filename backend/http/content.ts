/** How an event travels: CloudEvents' HTTP binding, and what plain clients send. */

import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { MilepostError, type Problem, validationError } from '../errors.ts';

/** `structured`: the body is the event; `binary`: its attributes are in `ce-*` headers. */
export type ContentMode = 'structured' | 'binary' | 'batch' | 'ndjson';

export const BATCH_TYPE = 'application/cloudevents-batch+json';

const MODES: Readonly<Record<string, ContentMode>> = {
  'application/json': 'structured',
  'application/cloudevents+json': 'structured',
  [BATCH_TYPE]: 'batch',
  'application/x-ndjson': 'ndjson',
};
const PERCENT_ENCODED = /(?:%[0-9a-f]{2})+/gi;
const UTF_8_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Rejects with UNSUPPORTED_MEDIA_TYPE and names what is supported. */
export function readContentMode(headers: IncomingHttpHeaders): ContentMode {
  const header = headers['content-type'] ?? '';
  const [type = '', ...parameters] = header.split(';');
  const mediaType = type.trim().toLowerCase();
  const mode = Object.hasOwn(MODES, mediaType) ? MODES[mediaType] : undefined;
  if (mode === undefined) {
    throw new MilepostError(
      'UNSUPPORTED_MEDIA_TYPE',
      `content-type: ${mediaType === '' ? 'is missing' : `${mediaType} is not supported`}, use ${Object.keys(MODES).join(', ')}`,
    );
  }
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    const charset = value.trim().toLowerCase().replaceAll('"', '');
    if (name.trim().toLowerCase() === 'charset' && !UTF_8_CHARSETS.has(charset)) {
      throw new MilepostError(
        'UNSUPPORTED_MEDIA_TYPE',
        `content-type: the charset ${charset} is not supported, use utf-8`,
      );
    }
  }
  const isBinary = mediaType === 'application/json' && headers['ce-specversion'] !== undefined;
  return isBinary ? 'binary' : mode;
}

/**
 * The event of a request in binary mode; `data` is its body. Its values are validated later.
 * Rejects attributes whose percent-encoding is no UTF-8, as the binding demands.
 */
export function fromBinaryMode(
  headers: IncomingHttpHeaders,
  data: unknown,
): Record<string, unknown> {
  const event: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith('ce-')) continue;
    const field = name.slice(3);
    const text = decodeHeader(String(value));
    if (text === null) problems.push({ field, message: 'is not percent-encoded UTF-8' });
    else event[field] = text;
  }
  const [first, ...rest] = problems;
  if (first !== undefined) throw validationError([first, ...rest]);
  event['datacontenttype'] = headers['content-type'];
  event['data'] = data;
  return event;
}

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md#3132-http-header-values */
function decodeHeader(value: string): string | null {
  try {
    // A percent sign on its own stays: the JavaScript SDK writes values as they are.
    return fromRawBytes(unquote(value)).replace(PERCENT_ENCODED, decodeURIComponent);
  } catch {
    return null;
  }
}

/** Node reads header bytes as Latin-1; clients that skip the encoding send that, or UTF-8. */
function fromRawBytes(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value.slice(1, -1).replace(/\\(.)/g, '$1');
}
