/** Which page an address shows. Pure. */
import { TIMELINE_PATH } from '../backend/model/links.ts';

export const SETTINGS_PAGES = [
  'profile',
  'organization',
  'members',
  'keys',
  'context',
  'integrations',
  'metrics',
  'retention',
  'audit',
] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

/**
 * What the top bar leads to, in its order; `g` and the key lead there too. A new one is a line here,
 * one in `views/root.tsx`, and one in `PAGES` of `backend/http/static.ts`.
 */
export const VIEWS = [
  { kind: 'timeline', path: TIMELINE_PATH, name: 'Timeline', key: 't', icon: 'list' },
] as const;
export type ViewKind = (typeof VIEWS)[number]['kind'];

export type Place =
  | { readonly kind: ViewKind }
  /** The pages of links that bring a token along. */
  | { readonly kind: 'set-up' | 'invite' | 'reset' }
  /** How to send the first event. */
  | { readonly kind: 'welcome' }
  | { readonly kind: 'settings'; readonly page: SettingsPage };

/** With and without a slash at the end; null where the dashboard has no page. */
export function placeAt(path: string): Place | null {
  const [, first = '', second = ''] = path.split('/');
  const view = VIEWS.find((one) => one.path === `/${first}`);
  if (view !== undefined) return { kind: view.kind };
  switch (first) {
    case 'set-up':
    case 'invite':
    case 'reset':
    case 'welcome':
      return { kind: first };
    case 'settings':
      return { kind: 'settings', page: SETTINGS_PAGES.find((one) => one === second) ?? 'profile' };
    default:
      return null;
  }
}

/** Where an address leads today: the timeline used to be at `/`, and links are kept for years. */
export function currentAddress(path: string, query: string): string {
  return path === '/' ? `${TIMELINE_PATH}${query}` : path + query;
}

/** Whether the dashboard has a page there. */
export function isPlace(path: string): boolean {
  return path === '/' || placeAt(path) !== null;
}

export function settingsPath(page: SettingsPage): string {
  return `/settings/${page}`;
}
