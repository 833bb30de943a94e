/** Which page an address shows. Pure. */

export const SETTINGS_PAGES = [
  'profile',
  'organization',
  'members',
  'keys',
  'context',
  'retention',
  'audit',
] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

export type Place =
  | { readonly kind: 'timeline' }
  /** The pages of links that bring a token along. */
  | { readonly kind: 'set-up' | 'invite' | 'reset' }
  /** How to send the first event. */
  | { readonly kind: 'welcome' }
  | { readonly kind: 'settings'; readonly page: SettingsPage };

/** With and without a slash at the end; what it does not know is the timeline. */
export function placeAt(path: string): Place {
  const [, first = '', second = ''] = path.split('/');
  switch (first) {
    case 'set-up':
    case 'invite':
    case 'reset':
    case 'welcome':
      return { kind: first };
    case 'settings':
      return { kind: 'settings', page: SETTINGS_PAGES.find((one) => one === second) ?? 'profile' };
    default:
      return { kind: 'timeline' };
  }
}

/** Whether the dashboard has a page there. */
export function isPlace(path: string): boolean {
  return path === '/' || placeAt(path).kind !== 'timeline';
}

export function settingsPath(page: SettingsPage): string {
  return `/settings/${page}`;
}
