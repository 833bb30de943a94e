/**
 * Takes the pictures of the console: `node --import=tsx test/tools/screenshots.ts [folder] [all]`.
 * Without `all`, only those that the documentation shows.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, sendEvents, sendSamples } from '../../demo/client.ts';
import { DAY_MS } from '../../demo/releases.ts';
import { tellStory } from '../../demo/story.ts';
import { buildDashboard, DASHBOARD, event, isLive, openSettings } from '../dashboard/world.ts';
import { launchBrowser, type Page, until } from '../support/browser.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { newPerson, PASSWORD } from '../support/person.ts';

const [folder = 'docs/screenshots', isAll] = process.argv.slice(2);
const LOOKS = [
  { name: '1280-light', width: 1280, height: 800, colorScheme: 'light', isShown: true },
  { name: '360-dark', width: 360, height: 740, colorScheme: 'dark', isShown: true },
  { name: '1280-dark', width: 1280, height: 800, colorScheme: 'dark', isShown: false },
  { name: '360-light', width: 360, height: 740, colorScheme: 'light', isShown: false },
] as const;

/** One picture for each look of the page as it is. */
async function take(page: Page, name: string): Promise<void> {
  for (const { name: look, width, height, colorScheme, isShown } of LOOKS) {
    if (!isShown && isAll === undefined) continue;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await until(page, `document.querySelector('.skeleton') === null`);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function takeDoors(page: Page, { url, setupToken }: TestMilepost): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await take(page, 'sign-in');
  await page.goto(`${url}/set-up#${setupToken}`);
  await page.getByLabel('Organization').fill('Acme Shops');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.locator('input[name="password"]').fill(PASSWORD);
  await take(page, 'set-up');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.locator('.secret-shown').waitFor();
  await page.getByLabel('GitLab').check();
  await take(page, 'welcome');
}

async function takeSettings(page: Page, store: TestMilepost['store']): Promise<void> {
  for (const role of ['admin', 'member', 'viewer'] as const) await newPerson(store, role);
  await openSettings(page, 'Members');
  await page.getByLabel('E-mail').fill('grace@example.com');
  await page.getByRole('button', { name: 'Make an invitation' }).click();
  await page.locator('.made').waitFor();
  await take(page, 'members');
  await openSettings(page, 'Business context');
  await page.getByRole('button', { name: 'Write it' }).click();
  await page.getByRole('button', { name: 'Start from a template' }).click();
  await take(page, 'business-context');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.item').waitFor();
  const rest = ['Profile', 'Organization', 'API keys', 'Retention', 'Audit log'];
  for (const name of [...rest, 'Integrations', 'Metrics', 'Connections']) {
    await openSettings(page, name);
    await take(page, name.toLowerCase().replace(' ', '-'));
  }
}

/** The story of the demo, with samples of its last days. */
async function tell({ url, key }: TestMilepost, now: number) {
  const story = tellStory({ now, days: 30, seed: 1 });
  const client = createClient(url, key);
  const quiet = () => undefined;
  await sendEvents(client, story.events, quiet);
  const { effects } = story;
  await sendSamples(client, { effects, from: now - 2 * DAY_MS, to: now, seed: 1 }, quiet);
  return story;
}

async function takeViews(page: Page, milepost: TestMilepost): Promise<void> {
  const now = Date.now();
  const { truths } = await tell(milepost, now);
  const harm = truths.findLast(({ effect }) => effect === 'harm');
  if (harm === undefined) throw new Error('a story without harm');
  const opened = new URLSearchParams({ event: harm.id, eventSource: harm.source });
  const moment = new URLSearchParams({
    ...{ at: new Date(harm.incidentAt ?? now).toISOString(), subject: 'production' },
    source: harm.source,
  });
  const past = new URLSearchParams({ at: new Date(now - 7 * DAY_MS).toISOString() });
  const views: Readonly<Record<string, string>> = {
    home: '/',
    'home-compare': '/?compare=staging&compare=production',
    'home-as-of': `/?${past}`,
    timeline: '/timeline?from=-24h',
    event: `/timeline?${opened}`,
    incident: `/incident?${moment}`,
    insights: '/insights',
  };
  for (const [name, path] of Object.entries(views)) {
    await page.goto(`${milepost.url}${path}`);
    await isLive(page);
    await page.locator('main').waitFor();
    await take(page, name);
  }
  await page.goto(milepost.url);
  await isLive(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('pay');
  await take(page, 'palette');
}

mkdirSync(folder, { recursive: true });
await buildDashboard();
const [milepost, browser] = await Promise.all([
  startMilepost({ dashboardFolder: DASHBOARD }),
  launchBrowser(),
]);
const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });
const page = await context.newPage();
page.setDefaultTimeout(10_000);
await takeDoors(page, milepost);
await fetch(`${milepost.url}/api/v1/events`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${milepost.key}`, 'Content-Type': 'application/json' },
  body: JSON.stringify(event({ source: '//gitlab.example.com/acme/shop' })),
});
await page.locator('.received').waitFor();
await page.getByRole('link', { name: 'Go to the timeline' }).click();
await isLive(page);
await takeViews(page, milepost);
await takeSettings(page, milepost.store);
await browser.close();
await milepost.close();
