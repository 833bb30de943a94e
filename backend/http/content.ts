/** How an event travels: CloudEvents' HTTP binding, and what plain clients send. */
import type { IncomingHttpHeaders } from 'node:http';
import { MilepostError } from '../errors.ts';

/** `structured`: the body is the event; `binary`: its attributes are in `ce-*` headers. */
export type ContentMode = 'structured' | 'binary' | 'batch' | 'ndjson';

export const BATCH_TYPE = 'application/cloudevents-batch+json';

const MODES: Readonly<Record<string, ContentMode>> = {
  'application/json': 'structured',
  'application/cloudevents+json': 'structured',
  [BATCH_TYPE]: 'batch',
  'application/x-ndjson': 'ndjson',
};
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

/** The event of a request in binary mode; `data` is its body. Validation comes later. */
export function fromBinaryMode(
  headers: IncomingHttpHeaders,
  data: unknown,
): Record<string, unknown> {
  const event: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('ce-')) event[name.slice(3)] = decodeHeader(String(value));
  }
  event['datacontenttype'] = headers['content-type'];
  event['data'] = data;
  return event;
}

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md#3132-http-header-values */
function decodeHeader(value: string): string {
  // Node reads header bytes as Latin-1; clients that skip the encoding send UTF-8.
  const bytes = unquote(value).replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value.slice(1, -1).replace(/\\(.)/g, '$1');
}
