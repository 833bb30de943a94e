/** One GET to an address that a stranger has named: nothing of this machine's networks can be asked. */
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';

/** The documents that we know take 1 to 3 KiB. */
const LIMIT_BYTES = 32_768;
const TIMEOUT_MS = 5000;

export interface FetchOptions {
  /** One address to connect to; what it does not like, it rejects. */
  readonly resolve: (hostname: string) => Promise<LookupAddress>;
  /** Trusted beside those of the system. */
  readonly ca?: string | undefined;
  /** For all of it, ms. */
  readonly timeoutMs?: number;
}

/** Follows no redirect. Rejects with a reason that may be shown. */
export async function fetchDocument(url: URL, options: FetchOptions): Promise<unknown> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    const pinned = await abortable(options.resolve(url.hostname), signal);
    return parse(await read(await open(url, pinned, options.ca, signal)));
  } catch (error) {
    // What a network says of its inside is nobody's business.
    const reason = error instanceof Refusal ? error.message : 'cannot be read';
    throw new Error(`${url.href} ${signal.aborted ? 'does not answer in time' : reason}`);
  }
}

class Refusal extends Error {}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Refusal('timed out')), { once: true });
    work.then(resolve, reject);
  });
}

function open(
  url: URL,
  { address, family }: LookupAddress,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        signal,
        // A connection of its own: one that is shared may lead elsewhere.
        agent: false,
        headers: { Accept: 'application/json', 'User-Agent': 'Milepost' },
        lookup: (_hostname, wanted, answer) => {
          if (wanted.all === true) answer(null, [{ address, family }]);
          else answer(null, address, family);
        },
        ...(ca === undefined ? {} : { ca }),
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function read(response: IncomingMessage): Promise<string> {
  const type = response.headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Refusal(`answers with status ${response.statusCode}`);
  }
  if (!/^application\/([\w.-]+\+)?json$/i.test(type)) {
    response.destroy();
    throw new Refusal('is no JSON');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LIMIT_BYTES) throw new Refusal(`is larger than ${LIMIT_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('is no JSON');
  }
}
