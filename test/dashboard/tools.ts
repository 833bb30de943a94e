/** What somebody does with the tools of the dashboard, in the tests of each of them. */
import type { Role } from '../../backend/model/person.ts';
import type { Page } from '../support/browser.ts';
import { isLive, type ReaderOptions, type Stage, signInAs } from './world.ts';

/** Signs in somebody with this role, and goes to the page. */
export async function enter(
  { server, open }: Pick<Stage, 'server' | 'open'>,
  role: Role,
  path = '/timeline',
  options: ReaderOptions = {},
): Promise<Page> {
  const { email } = await server().newPerson(role);
  const page = await open(server(), options);
  await page.goto(server().baseUrl + path);
  await signInAs(page, email);
  await isLive(page);
  return page;
}

/** Saves what is shown, from the keyboard. */
export async function saveView(page: Page, name: string, isShared = false): Promise<void> {
  await page.keyboard.press('v');
  await page.getByLabel('Name of what you see now').fill(name);
  if (isShared) await page.getByLabel('Share with everybody here').check();
  await page.keyboard.press('Enter');
  await page.getByText(`Saved “${name}”`).waitFor();
}

export async function openViews(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Saved views', exact: true }).click();
  await page.getByRole('heading', { name: 'Saved views' }).waitFor();
}

export async function openActions(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Change “${name}”` }).click();
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}
