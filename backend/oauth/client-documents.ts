import { unavailable } from '../errors.ts';
import type { ClientDocuments } from '../services/oauth-clients.ts';
import { fetchDocument } from './fetch-document.ts';
import { resolvePublic } from './public-address.ts';

/** How long a document is believed without asking again, and how long a failure, ms. */
const FRESH_MS = 600_000;
const FAILED_MS = 30_000;
const CACHE_LIMIT = 200;
const AT_ONCE = 8;

interface Known {
  readonly answer: Promise<unknown>;
  until: number;
}

export interface ClientDocumentsDependencies {
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly fetch?: (url: URL) => Promise<unknown>;
}

/** Client-id metadata documents, each asked for once in a while. */
export function createClientDocuments({
  clock,
  fetch = (url) => fetchDocument(url, { resolve: (hostname) => resolvePublic(hostname) }),
}: ClientDocumentsDependencies): ClientDocuments {
  const known = new Map<string, Known>();
  let underWay = 0;

  const load = (url: URL): Promise<unknown> => {
    if (underWay >= AT_ONCE) throw unavailable('too many clients are looked at, try again');
    underWay += 1;
    const answer = fetch(url).finally(() => {
      underWay -= 1;
    });
    const entry: Known = { answer, until: clock() + FRESH_MS };
    answer.catch(() => {
      entry.until = clock() + FAILED_MS;
    });
    if (known.size >= CACHE_LIMIT) known.clear();
    known.set(url.href, entry);
    return answer;
  };

  return {
    read: async (url) => {
      const have = known.get(url.href);
      return have !== undefined && clock() < have.until ? have.answer : load(url);
    },
  };
}
