/** Saved views: addresses of the dashboard that were given names. */

export interface SavedView {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  /** Path and query of a page of the dashboard. */
  readonly address: string;
  /** Everybody in the organization sees it; otherwise only its owner does. */
  readonly isShared: boolean;
  readonly owner: ViewOwner;
  /** ms since the Unix epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** As they were called when they saved it. */
export interface ViewOwner {
  readonly id: string;
  readonly name: string;
}

/** Code points. */
export const VIEW_NAME_LIMIT = 80;
export const VIEW_ADDRESS_LIMIT = 4000;
/** Views that one person may own. */
export const VIEWS_OF_PERSON = 100;

/** The pages of which there may be views: `dashboard/places.ts` knows what they show. */
export const VIEW_PATHS = ['/', '/timeline', '/incident', '/insights'] as const;

const BASE = 'http://milepost.invalid';

/** What is wrong with an address; null for one that can be opened on every Milepost. */
export function viewAddressProblem(address: string): string | null {
  const url = readAddress(address);
  if (url === null)
    return 'must be a path of the dashboard and its query, such as /timeline?type=x';
  if (!(VIEW_PATHS as readonly string[]).includes(url.pathname)) {
    return `must begin with one of ${VIEW_PATHS.join(', ')}`;
  }
  return url.pathname + url.search === address
    ? null
    : 'must be written as a browser writes it: percent-encoded, without a fragment';
}

/** Null for other sites, however they are written: `//host`, `/\host`, with tabs in between. */
function readAddress(address: string): URL | null {
  if (!address.startsWith('/')) return null;
  try {
    const url = new URL(address, BASE);
    return url.origin === BASE ? url : null;
  } catch {
    return null;
  }
}
