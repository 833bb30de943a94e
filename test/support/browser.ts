/** A real Chromium for tests, from test/tools or from CHROMIUM_PATH. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** What the tests use of Playwright; its own types are only there where test/tools is installed. */
export interface Locator {
  click(options?: { readonly modifiers?: readonly string[] }): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  check(): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  inputValue(): Promise<string>;
  focus(): Promise<void>;
  hover(): Promise<void>;
  waitFor(options?: {
    readonly state?: 'visible' | 'hidden' | 'detached';
    /** ms. */
    readonly timeout?: number;
  }): Promise<void>;
  count(): Promise<number>;
  first(): Locator;
  nth(index: number): Locator;
  filter(options: { readonly hasText: string | RegExp }): Locator;
  locator(selector: string): Locator;
  getByRole(role: string, options?: RoleOptions): Locator;
  getByText(text: string | RegExp): Locator;
  textContent(): Promise<string | null>;
  allInnerTexts(): Promise<string[]>;
  getAttribute(name: string): Promise<string | null>;
  isVisible(): Promise<boolean>;
  boundingBox(): Promise<{ x: number; y: number; width: number; height: number } | null>;
}

interface RoleOptions {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
}

export interface Page {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  url(): string;
  title(): Promise<string>;
  close(): Promise<void>;
  context(): Context;
  locator(selector: string): Locator;
  getByRole(role: string, options?: RoleOptions): Locator;
  getByLabel(text: string | RegExp): Locator;
  getByText(text: string | RegExp): Locator;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  readonly clock: { install(): Promise<void>; fastForward(ms: number): Promise<void> };
  readonly mouse: {
    wheel(x: number, y: number): Promise<void>;
    move(x: number, y: number, options?: { readonly steps?: number }): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  /** A string, so that what runs in the page is not taken for code of Node. */
  evaluate(expression: string): Promise<unknown>;
  addInitScript(script: { readonly content: string }): Promise<void>;
  emulateMedia(media: {
    readonly colorScheme?: 'light' | 'dark';
    readonly forcedColors?: 'active' | 'none';
    readonly reducedMotion?: 'reduce';
    readonly media?: 'print' | 'screen';
  }): Promise<void>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  screenshot(options: { readonly path: string }): Promise<unknown>;
  pdf(options: { readonly format: 'A4' }): Promise<Buffer>;
  waitForEvent(event: 'download'): Promise<Download>;
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  setDefaultTimeout(ms: number): void;
}

/** The protocol underneath, for what Playwright has no word for. */
export interface Session {
  send(method: string, parameters?: object): Promise<unknown>;
}

export interface Download {
  suggestedFilename(): string;
  /** Where it lies until the context is closed. */
  path(): Promise<string>;
}

export interface Context {
  newPage(): Promise<Page>;
  newCDPSession(page: Page): Promise<Session>;
  grantPermissions(permissions: readonly string[]): Promise<void>;
  close(): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
}

export interface Browser {
  newContext(options?: {
    readonly viewport?: { readonly width: number; readonly height: number };
    readonly locale?: string;
    readonly timezoneId?: string;
    readonly colorScheme?: 'light' | 'dark';
    readonly permissions?: readonly string[];
    readonly hasTouch?: boolean;
    readonly isMobile?: boolean;
    readonly deviceScaleFactor?: number;
    readonly acceptDownloads?: boolean;
  }): Promise<Context>;
  version(): string;
  close(): Promise<void>;
}

interface LaunchOptions {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly headless: boolean;
}

type Playwright = { readonly chromium: { launch(options: LaunchOptions): Promise<Browser> } };
type Sparticuz = {
  readonly default: { readonly args: readonly string[]; executablePath(): Promise<string> };
};

const TOOLS = new URL('../tools/package.json', import.meta.url);
const require = createRequire(TOOLS);
const OWN_BROWSER = process.env['CHROMIUM_PATH'] || undefined;

/** Nothing but the machine itself can be reached: whoever loads from elsewhere fails here. */
const HERMETIC = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost';
/** They forgive what a reader's browser does not, or end the browser with its first window. */
const UNWANTED = [
  ...[
    '--disable-web-security',
    '--allow-running-insecure-content',
    '--disable-site-isolation-trials',
  ],
  ...['--single-process', '--no-zygote'],
];

/** Why there is no browser here, in one line; null where there is one. */
export function whyNoBrowser(): string | null {
  if (!existsSync(new URL('node_modules/playwright-core', TOOLS))) {
    return 'no browser: run npm ci in test/tools';
  }
  if (OWN_BROWSER !== undefined) return null;
  if (process.platform === 'linux' && process.arch === 'x64') return null;
  return `no browser for ${process.platform} ${process.arch}: set CHROMIUM_PATH to a Chromium or Chrome`;
}

export async function launchBrowser(): Promise<Browser> {
  const { chromium } = require('playwright-core') as Playwright;
  if (OWN_BROWSER !== undefined) {
    return chromium.launch({
      executablePath: OWN_BROWSER,
      args: ['--no-sandbox', HERMETIC],
      headless: true,
    });
  }
  const { args } = await loadSparticuz();
  return chromium.launch({
    executablePath: await executablePath(),
    args: [...args.filter((flag) => !UNWANTED.includes(flag)), HERMETIC],
    headless: true,
  });
}

/** Where the browser of the tests lies. */
export async function executablePath(): Promise<string> {
  return OWN_BROWSER ?? (await loadSparticuz()).executablePath();
}

async function loadSparticuz(): Promise<Sparticuz['default']> {
  const path = require.resolve('@sparticuz/chromium');
  return ((await import(pathToFileURL(path).href)) as Sparticuz).default;
}

const PATIENCE_MS = 5000;

/** Waits until an expression holds in the page, frame by frame. */
export async function until(page: Page, expression: string): Promise<void> {
  // Not waitForFunction: it needs eval inside of the page, which the page's own policy refuses.
  const isTrue = await page.evaluate(`new Promise((resolve) => {
    const end = performance.now() + ${PATIENCE_MS};
    const look = () => {
      if (${expression}) resolve(true);
      else if (performance.now() > end) resolve(false);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  if (isTrue !== true) throw new Error(`still not true: ${expression}`);
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with a page, one line each; empty when it finds nothing. */
export async function findViolations(page: Page): Promise<string[]> {
  // Evaluated, because a script element would be refused by the page's own policy.
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(RULES)} }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => id + ': ' + node.target + ' ' + node.failureSummary)))`);
  return found as string[];
}
