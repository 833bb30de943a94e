/** A Milepost with the real dashboard, and people who look at it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { EventInput } from '../../backend/model/event.ts';
import type { Scope } from '../../backend/model/key.ts';
import type { Person, Role } from '../../backend/model/person.ts';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import {
  type Browser,
  type Locator,
  launchBrowser,
  type Page,
  until,
  whyNoBrowser,
} from '../support/browser.ts';
import { startMilepost } from '../support/milepost.ts';
import { newPerson, PASSWORD } from '../support/person.ts';

export interface Server {
  readonly baseUrl: string;
  readonly port: number;
  /** READ_WRITE, from the first start. */
  readonly key: string;
  readonly setupToken: string;
  newKey(scope: Scope): Promise<{ readonly secret: string; revoke(): Promise<void> }>;
  /** Makes somebody with this role, whose password is `PASSWORD`. */
  newPerson(role: Role): Promise<Person>;
  /** Records events with the READ_WRITE key. */
  post(...events: Partial<EventInput>[]): Promise<void>;
  /** As often as one likes. */
  close(): Promise<void>;
}

export const DASHBOARD = fileURLToPath(new URL('../output/dashboard', import.meta.url));

/** Names of files: what a page loads at first, and what it loads when that is needed. */
export interface Scripts {
  readonly initial: readonly string[];
  readonly lazy: readonly string[];
}

/** Builds what is served, away from what others run. */
export async function buildDashboard(): Promise<Scripts> {
  const script = new URL('../../build.mjs', import.meta.url).href;
  const { buildDashboard: build } = (await import(script)) as {
    buildDashboard(folder: string): Promise<Scripts>;
  };
  rmSync(DASHBOARD, { recursive: true, force: true });
  return await build(DASHBOARD);
}

export interface ServerOptions {
  /** Kept between servers; in memory when absent. */
  readonly file?: string;
  /** Another one than is built here. */
  readonly dashboardFolder?: string;
  /** A free one when absent. */
  readonly port?: number;
  /** Settings, as the environment would give them. */
  readonly env?: Readonly<Record<string, string>>;
  /** The key of the first start, for the servers after it. */
  readonly key?: string;
}

async function startServer(options: ServerOptions = {}): Promise<Server> {
  const { file, port = 0, key, env, dashboardFolder = DASHBOARD } = options;
  const milepost = await startMilepost({
    env: { PORT: String(port), SECRET_KEY: 'a secret key of at least 32 characters', ...env },
    dashboardFolder,
    ...(file === undefined ? {} : { open: () => openSqliteStore(file) }),
  });
  const usedKey = key ?? milepost.key;
  let closing: Promise<void> | undefined;
  return {
    baseUrl: milepost.url,
    port: milepost.port,
    key: usedKey,
    setupToken: milepost.setupToken,
    newKey: async (scope) => {
      const secret = await milepost.newKey(scope);
      return { secret, revoke: () => milepost.revoke(secret) };
    },
    newPerson: (role) => newPerson(milepost.store, role),
    post: (...events) => post(milepost.url, usedKey, events),
    close: () => {
      closing ??= milepost.close();
      return closing;
    },
  };
}

/** An event that happens now; name what matters. */
export function event(over: Partial<EventInput> = {}): EventInput {
  const common = { specversion: '1.0', type: 'deployment', source: 'shop', time: 'NOW' } as const;
  return { ...common, subject: 'production', severity: 'MINOR', version: '1.0.0', ...over };
}

async function post(baseUrl: string, key: string, events: Partial<EventInput>[]): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/events`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/cloudevents-batch+json',
    },
    body: JSON.stringify(events.map((one) => event(one))),
  });
  if (response.status !== 201) throw new Error(await response.text());
}

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'milepost-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface ReaderOptions {
  /** Signed in with it; a guest when absent. */
  readonly key?: string;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** What a suite works with; everything that it opens is closed behind each test. */
export interface Stage {
  /** Lasts as long as the suite. */
  readonly server: () => Server;
  /** Lasts as long as the test. */
  start(options?: ServerOptions): Promise<Server>;
  open(where: Server, options?: ReaderOptions): Promise<Page>;
  /** Signed in, on the timeline, with the live feed at work. */
  openTimeline(query?: string, where?: Server, options?: ReaderOptions): Promise<Page>;
}

const PATIENCE_MS = 5000;
const SUITE_MS = 60_000;

/** A suite with a browser and a server; where there is no browser, one line that says why. */
export function describeDashboard(title: string, define: (stage: Stage) => void): void {
  const reason = whyNoBrowser();
  if (reason !== null) {
    describe(title, () => {
      it(`is not tested: ${reason}`);
    });
    return;
  }
  describe(title, function suite() {
    this.timeout(SUITE_MS);
    let browser: Browser | undefined;
    let server: Server | undefined;
    let readers: Reader[] = [];
    let servers: Server[] = [];
    const stage: Stage = {
      server: () => here(server),
      start: async (options) => {
        const started = await startServer(options);
        servers.push(started);
        return started;
      },
      open: async (where, options = {}) => {
        const reader = await openReader(here(browser), where, options);
        readers.push(reader);
        return reader.page;
      },
      openTimeline: async (query = '', where = here(server), options = {}) => {
        const page = await stage.open(where, { key: where.key, ...options });
        await page.goto(`${where.baseUrl}/timeline${query}`);
        await isLive(page);
        return page;
      },
    };

    before(async () => {
      await buildDashboard();
      [browser, server] = await Promise.all([launchBrowser(), startServer()]);
    });
    afterEach(async () => {
      const [gone, stopped] = [readers, servers];
      [readers, servers] = [[], []];
      for (const reader of gone) await reader.close();
      for (const started of stopped) await started.close();
      expect(gone.flatMap((reader) => reader.complaints)).to.deep.equal([]);
    });
    after(async () => {
      await browser?.close();
      await server?.close();
    });
    define(stage);
  });
}

function here<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('only there while the suite runs');
  return thing;
}

interface Reader {
  readonly page: Page;
  /** What the browser complained about: errors of scripts and violations of the policy. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

async function openReader(
  browser: Browser,
  server: Server,
  { key, width = 1280, height = 800, colorScheme = 'light' }: ReaderOptions,
): Promise<Reader> {
  const context = await browser.newContext({
    ...{ viewport: { width, height }, colorScheme },
    ...{ locale: 'en-GB', timezoneId: 'Europe/Berlin' },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The browser itself reports every answer that is an error, and every line that fails.
    const isNetwork = /^(Failed to load resource|WebSocket connection)/.test(message.text());
    if (message.type() === 'error' && !isNetwork) complaints.push(message.text());
  });
  if (key !== undefined) {
    const origin = JSON.stringify(server.baseUrl);
    const store = `sessionStorage.setItem('milepost.key', ${JSON.stringify(key)})`;
    await page.addInitScript({ content: `if (location.origin === ${origin}) ${store}` });
  }
  return { page, complaints, close: () => context.close() };
}

export async function isLive(page: Page): Promise<void> {
  await page.locator('.connection[data-tone="live"]').waitFor();
}

/** Signs in with a password, on the page that asks for it. */
export async function signInAs(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A page of the settings, by the account menu or from another one of them. */
export async function openSettings(page: Page, name: string): Promise<void> {
  const pages = page.locator('.settings-nav');
  if ((await pages.count()) === 0) {
    await page.goto(new URL('/timeline', page.url()).href);
    await isLive(page);
    await page.locator('.account summary').click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await pages.waitFor();
  }
  await pages.getByRole('link', { name }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

/** From the page that asks for a password to the one that asks for a key. */
export async function askForKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open with an API key' }).click();
  await page.locator('input[name="key"]').waitFor();
}

/** A row that shows the text. */
export function row(page: Page, text: string): Locator {
  return page.locator('.row').filter({ hasText: text }).first();
}

/** Waits for exactly so many rows. */
export async function rowsAre(page: Page, count: number): Promise<void> {
  await until(page, `document.querySelectorAll('.row').length === ${count}`);
}

/** What each row shows of a pattern, in the order of the screen. */
export async function rowsShow(page: Page, pattern: RegExp): Promise<(string | undefined)[]> {
  const texts = await page.evaluate(
    `[...document.querySelectorAll('.row')]
      .sort((a, b) => a.ariaRowIndex - b.ariaRowIndex).map((row) => row.innerText)`,
  );
  return (texts as string[]).map((text) => pattern.exec(text)?.[0]);
}

export function queryOf(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}
