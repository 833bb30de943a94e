/** Lighthouse, fetched for the occasion: 200 packages that nobody else needs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executablePath } from '../test/support/browser.ts';

/** The last one for Node.js 20. */
const VERSION = '12.8.2';

interface Report {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number }>>;
}

/** Scores of 100 by category, as somebody who holds the key sees the page. */
export async function runLighthouse(
  url: string,
  key: string,
): Promise<Readonly<Record<string, number>>> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-lighthouse-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    await run('npm', ['install', '--no-audit', '--no-fund', `lighthouse@${VERSION}`], folder);
    writeFileSync(join(folder, 'run.mjs'), SCRIPT);
    await run(process.execPath, ['run.mjs', url, key, await executablePath()], folder);
    const { categories } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
    return Object.fromEntries(
      Object.values(categories).map(({ title, score }) => [title, Math.round(score * 100)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The key lies in the page's storage, as it does for a reader who opened Milepost with one. */
const SCRIPT = `
import { writeFileSync } from 'node:fs';
import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';
const [url, key, executablePath] = process.argv.slice(2);
const args = ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'];
const browser = await puppeteer.launch({ executablePath, headless: 'shell', args });
const page = await browser.newPage();
await page.goto(url);
await page.evaluate((secret) => localStorage.setItem('milepost.key', secret), key);
const flags = { output: 'json', disableStorageReset: true };
const { lhr } = await lighthouse(url, flags, desktopConfig, page);
writeFileSync('report.json', JSON.stringify(lhr));
await browser.close();
`;

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ''} ended with ${code}`);
}
