/** Which page an address shows. Pure. */
import { TIMELINE_PATH } from '../backend/model/links.ts';

export const SETTINGS_PAGES = [
  'profile',
  'organization',
  'members',
  'keys',
  'connections',
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
  { kind: 'home', path: '/', name: 'What runs where', key: 'h', icon: 'grid' },
  { kind: 'timeline', path: TIMELINE_PATH, name: 'Timeline', key: 't', icon: 'list' },
  { kind: 'incident', path: '/incident', name: 'Incident', key: 'i', icon: 'alert' },
  { kind: 'insights', path: '/insights', name: 'Insights', key: 'd', icon: 'chart' },
] as const;
export type ViewKind = (typeof VIEWS)[number]['kind'];

export type Place =
  | { readonly kind: ViewKind }
  /** The pages of links that bring a token along. */
  | { readonly kind: 'set-up' | 'invite' | 'reset' }
  /** How to send the first event. */
  | { readonly kind: 'welcome' }
  /** An assistant asks to be let in. */
  | { readonly kind: 'consent' }
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
    case 'consent':
      return { kind: first };
    case 'settings':
      return { kind: 'settings', page: SETTINGS_PAGES.find((one) => one === second) ?? 'profile' };
    default:
      return null;
  }
}

/** What the timeline had in its address when it was at `/`. */
const OLD_PARAMETERS = [
  ...['severity', 'type', 'subject', 'source', 'version'],
  ...['search', 'from', 'to'],
];

/** Where an address leads today: links to the timeline are kept for years. */
export function currentAddress(path: string, query: string): string {
  const parameters = new URLSearchParams(query);
  const isOld = path === '/' && OLD_PARAMETERS.some((name) => parameters.has(name));
  return isOld ? `${TIMELINE_PATH}${query}` : path + query;
}

/** Whether the dashboard has a page there. */
export function isPlace(path: string): boolean {
  return placeAt(path) !== null;
}

export function settingsPath(page: SettingsPage): string {
  return `/settings/${page}`;
}
