import type { StoredEvent } from '../../backend/model/event.ts';
import { isObject } from '../ci/payload.ts';
import type { RetryDependencies } from '../retry.ts';
import { ask, type Failed, refused } from './ask.ts';
import type { Connection } from './connection.ts';

export interface Page {
  readonly kind: 'page';
  readonly events: readonly StoredEvent[];
  readonly hasMore: boolean;
}

/** `limit` of the largest page that the server gives. */
export const LARGEST_PAGE = 100;

/** The list of events, page by page, until the reader leaves or something fails. */
export async function* readPages(
  query: URLSearchParams,
  connection: Connection,
  delivery: RetryDependencies,
): AsyncGenerator<Page | Failed> {
  const asked = new URLSearchParams(query);
  for (;;) {
    const one = await ask('/api/v1/events', asked, connection, delivery);
    if (one.kind === 'failed') {
      yield one;
      return;
    }
    const { data, page } = one.answer;
    if (!Array.isArray(data) || !isObject(page)) {
      yield refused(`what answers at ${connection.target.url} is not Milepost: check the address`);
      return;
    }
    const { nextCursor } = page;
    const hasMore = typeof nextCursor === 'string';
    yield { kind: 'page', events: data as unknown as readonly StoredEvent[], hasMore };
    if (!hasMore) return;
    asked.set('cursor', nextCursor);
  }
}
