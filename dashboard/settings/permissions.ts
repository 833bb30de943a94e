/** What the reader may do; the server decides, this only leaves out what it would refuse. Pure. */
import { MANAGERS, ROLES, type Role } from '../../backend/model/person.ts';
import type { Account } from '../api.ts';
import { SETTINGS_PAGES, type SettingsPage } from '../places.ts';

/** Keys, people, settings, and what became of them. */
export function mayManage({ person }: Account): boolean {
  return person !== null && MANAGERS.includes(person.role);
}

/** Only an owner makes owners. */
export function rolesToGive({ person }: Account): readonly Role[] {
  return person?.role === 'owner' ? ROLES : ROLES.filter((role) => role !== 'owner');
}

/** Nobody removes or demotes themselves here by accident, and only owners touch owners. */
export function mayChange(account: Account, member: { id: string; role: Role }): boolean {
  if (!mayManage(account) || account.person?.id === member.id) return false;
  return member.role !== 'owner' || account.person?.role === 'owner';
}

const FOR_MANAGERS: readonly SettingsPage[] = [
  'keys',
  'integrations',
  'metrics',
  'retention',
  'audit',
];
const FOR_KEYS: readonly SettingsPage[] = ['context'];

/** The pages that there is something to see on. */
export function pagesFor(account: Account): readonly SettingsPage[] {
  if (account.person === null) return FOR_KEYS;
  if (mayManage(account)) return SETTINGS_PAGES;
  return SETTINGS_PAGES.filter((page) => !FOR_MANAGERS.includes(page));
}
