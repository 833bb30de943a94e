/** A page whose code runs: every `sh` and `js` block, in its order, on one Milepost. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Block, readPage } from '../support/markdown.ts';
import { startMilepost, type TestMilepost, type TestMilepostOptions } from '../support/milepost.ts';
import { run } from '../support/shell.ts';
import { expectJson, expectText } from './answers.ts';

/** What the line above an answer says of its status. */
const STATUS = /`(\d{3})`/;

export interface Executed {
  readonly milepost: TestMilepost;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

export interface ExecutedOptions extends TestMilepostOptions {
  /** Headings whose blocks the test runs by itself. */
  readonly except?: readonly string[];
}

/** Makes a test of each block; returns what they run on, for tests behind them. */
export function executesPage(path: string, options: ExecutedOptions = {}): () => Executed {
  const { except = [], ...startOptions } = options;
  const { blocks } = readPage(path);
  let executed: Executed | undefined;
  before(async () => {
    const milepost = await startMilepost(startOptions);
    const env = { MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.key };
    executed = { milepost, env, folder: mkdtempSync(join(tmpdir(), 'milepost-')) };
  });
  after(async () => {
    await executed?.milepost.close();
    if (executed !== undefined) rmSync(executed.folder, { recursive: true });
  });
  const running = (): Executed => {
    if (executed === undefined) throw new Error('Milepost runs inside tests only');
    return executed;
  };
  for (const [index, block] of blocks.entries()) {
    const { language, heading, line } = block;
    if ((language !== 'sh' && language !== 'js') || except.includes(heading)) continue;
    it(`${heading}: line ${line} does what it says`, () =>
      expectBlock(running(), { ...block, language }, answerBehind(blocks, index)));
  }
  return running;
}

/** The block behind, when it shows what this one prints. */
export function answerBehind(blocks: readonly Block[], index: number): Block | undefined {
  const next = blocks[index + 1];
  return next !== undefined && /^It (answers|prints)\b.*:$/.test(next.lead) ? next : undefined;
}

async function expectBlock(
  { env, folder }: Executed,
  block: Block & { readonly language: 'sh' | 'js' },
  answer: Block | undefined,
): Promise<void> {
  const headers = join(folder, `headers-${block.line}`);
  const isShell = block.language === 'sh';
  const script = isShell
    ? `curl() { command curl -D "$HEADERS_FILE" "$@"; }\n${block.code}`
    : block.code;
  const options = isShell ? { env: { ...env, HEADERS_FILE: headers }, folder } : { env };
  const { code, out, err } = await run(block.language, script, options);
  expect(code, `${out}\n${err}`).to.equal(0);
  if (answer === undefined) return;
  const status = STATUS.exec(answer.lead)?.[1];
  if (status !== undefined) expect(lastStatus(headers), out).to.equal(status);
  if (answer.language === 'json') expectJson(answer.code, out);
  else expectText(answer.code, out);
}

function lastStatus(headers: string): string | undefined {
  const lines = [...readFileSync(headers, 'utf8').matchAll(/^HTTP\/\S+ (\d{3})/gm)];
  return lines.at(-1)?.[1];
}
