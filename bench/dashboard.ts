/** How fast the dashboard is in a real Chromium, with `npm run bench -- dashboard [--lighthouse]`. */
import { launchBrowser, type Page, type Session } from '../test/support/browser.ts';
import { generateEvents } from './dataset.ts';
import { runLighthouse } from './lighthouse.ts';
import { pageScript } from './page-probe.ts';
import { figure, median, print, printTable, quantile } from './report.ts';
import { type BenchServer, startMilepost } from './servers.ts';

export interface DashboardOptions {
  readonly rounds: number;
  readonly hasLighthouse: boolean;
}

interface Gate {
  readonly name: string;
  /** The most that is good enough; undefined where the figure is only of interest. */
  readonly most?: number;
}

const FIRST_EVENTS = 500;
const LOADED_EVENTS = 10_000;
const ALL_EVENTS = 30_000;
const LIVE_SECONDS = 5;
/** One at a time, so that they come at every moment of the page's own rhythm. */
const LIVE_EVERY_MS = 10;
const LIVE_EVENTS = (LIVE_SECONDS * 1000) / LIVE_EVERY_MS;
const SCROLL_PX = 40_000;
/** A frame longer than this was missed, ms. */
const SLOW_FRAME_MS = 25;
const BATCH = 1000;

const GATES = {
  paint: { name: 'first paint, ms', most: 600 },
  rows: { name: 'rows visible, 500 events, ms', most: 800 },
  longTasks: { name: 'long tasks at 100 events/s, 10,000 loaded', most: 0 },
  latencyMedian: { name: 'sent to painted, p50, ms' },
  latency: { name: 'sent to painted, p95, ms', most: 400 },
  liveFrames: { name: 'frame at 100 events/s, p95, ms', most: 34 },
  slowFrames: { name: 'scrolling: frames over 25 ms, %', most: 5 },
  held: { name: 'rows in memory after 30,000 events' },
  heap: { name: 'heap then, MB', most: 60 },
  nodes: { name: 'DOM nodes', most: 2000 },
} as const satisfies Readonly<Record<string, Gate>>;
type Figures = Readonly<Record<keyof typeof GATES, number>>;

export async function benchDashboard({ rounds, hasLighthouse }: DashboardOptions): Promise<void> {
  const found: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startMilepost();
    try {
      found.push(await measure(server));
    } finally {
      await server.stop();
    }
  }
  print(`\nThe dashboard in Chromium, median of ${rounds}\n`);
  const gates = Object.entries(GATES) as [keyof Figures, Gate][];
  printTable([
    ['', 'figure', 'gate', 'rounds'],
    ...gates.map(([key, { name, most }]) => {
      const all = found.map((figures) => figures[key]);
      const gate = most === undefined ? '' : `≤ ${figure(most)}`;
      return [name, figure(median(all)), gate, all.map(figure).join(', ')];
    }),
  ]);
  if (hasLighthouse) await benchLighthouse();
}

async function measure(server: BenchServer): Promise<Figures> {
  const browser = await launchBrowser();
  try {
    await post(server, FIRST_EVENTS, Date.now() - 60_000);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const key = JSON.stringify(server.headers['Authorization']?.replace('Bearer ', ''));
    await page.addInitScript({ content: `sessionStorage.setItem('milepost.key', ${key})` });
    await page.addInitScript({ content: pageScript });
    // Each event on its own row: many alike stand together otherwise.
    const address = `${new URL(server.url).origin}/timeline?bursts=off`;
    // Once for the caches of the server; what a reader's browser keeps is not shared.
    await page.goto(address);
    await page.locator('.row').first().waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await page.goto(address);
    await page.locator('.row').first().waitFor();
    const first = await read(page, 'first()');
    await post(server, LOADED_EVENTS - FIRST_EVENTS, Date.now() - 60_000);
    await loadAll(page);
    const live = await follow(server, page);
    const slow = await scroll(page, session);
    await page.evaluate(`document.querySelector('.grid-body').scrollTop = 0`);
    await post(server, ALL_EVENTS - LOADED_EVENTS, Date.now());
    await page.evaluate(`probe.total(${ALL_EVENTS + LIVE_EVENTS})`);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
    const { nodes, held } = await read(page, 'size()');
    return {
      ...{ paint: first.paint ?? 0, rows: first.rows ?? 0, slowFrames: slow },
      ...{ heap: usedSize / 1_000_000, nodes: nodes ?? 0, held: held ?? 0 },
      ...live,
    };
  } finally {
    await browser.close();
  }
}

/** Events of a believable company, the last of them at `end`, ms. */
async function post(server: BenchServer, count: number, end: number): Promise<void> {
  let batch: object[] = [];
  for (const { id, type, source, subject, severity, version, data } of generateEvents(count, end)) {
    const time = new Date(end - (count - batch.length)).toISOString();
    const named = { id: `${id}-${end}`, type, source, subject, severity, version, data, time };
    batch.push({ specversion: '1.0', ...named });
    if (batch.length < BATCH) continue;
    await send(server, batch);
    batch = [];
  }
  if (batch.length > 0) await send(server, batch);
}

async function send({ url, headers }: BenchServer, batch: readonly object[]): Promise<void> {
  const type = { 'Content-Type': 'application/cloudevents-batch+json' };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, ...type },
    body: JSON.stringify(batch),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
}

/** Scrolls until so many rows are loaded, and back. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(`location.reload()`);
  await page.locator('.row').first().waitFor();
  const isDone = await page.evaluate(`probe.loadAll(${LOADED_EVENTS - 100})`);
  if (isDone !== true) throw new Error('the list did not load to its end');
}

/** 100 events a second, while the page says how long it took to paint them. */
async function follow(server: BenchServer, page: Page) {
  await page.evaluate(`probe.startLive()`);
  const count = LIVE_EVENTS;
  const start = performance.now();
  const sending: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = start + index * LIVE_EVERY_MS - performance.now();
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    const version = `live-${index}-${Date.now()}`;
    const common = { specversion: '1.0', type: 'deployment', source: 'live', time: 'NOW' };
    sending.push(send(server, [{ ...common, id: `live-${index}`, version }]));
  }
  await Promise.all(sending);
  await page.evaluate(`probe.settled(${count})`);
  const { latencies, frames, longTasks } = (await page.evaluate(`probe.endLive()`)) as {
    latencies: number[];
    frames: number[];
    longTasks: number[];
  };
  return {
    longTasks: longTasks.length,
    // One that was never painted, because too many came at once, counts as the slowest.
    ...percentiles([
      ...latencies,
      ...new Array<number>(count - latencies.length).fill(LIVE_SECONDS * 1000),
    ]),
    liveFrames: quantile(frames, 0.95),
  };
}

function percentiles(latencies: readonly number[]) {
  return { latencyMedian: quantile(latencies, 0.5), latency: quantile(latencies, 0.95) };
}

/** Share of slow frames in percent, by the same events that a wheel makes. */
async function scroll(page: Page, session: Session): Promise<number> {
  await page.evaluate(`probe.startFrames()`);
  await session.send('Input.synthesizeScrollGesture', {
    ...{ x: 700, y: 600, yDistance: -SCROLL_PX, speed: 8000, gestureSourceType: 'mouse' },
  });
  const frames = (await page.evaluate(`probe.endFrames()`)) as number[];
  return (100 * frames.filter((ms) => ms > SLOW_FRAME_MS).length) / frames.length;
}

async function read(page: Page, call: string): Promise<Partial<Record<string, number>>> {
  return (await page.evaluate(`probe.${call}`)) as Partial<Record<string, number>>;
}

async function benchLighthouse(): Promise<void> {
  const server = await startMilepost();
  try {
    await post(server, FIRST_EVENTS, Date.now());
    const key = server.headers['Authorization']?.replace('Bearer ', '') ?? '';
    const scores = await runLighthouse(`${new URL(server.url).origin}/timeline`, key);
    print('Lighthouse 12.8.2, desktop, signed in\n');
    printTable([
      ['', 'score'],
      ...Object.entries(scores).map(([name, score]) => [name, figure(score)]),
    ]);
  } finally {
    await server.stop();
  }
}
