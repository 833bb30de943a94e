/**
 * What Milepost claims about speed, as commands: docs/performance.md.
 *
 *   npm run bench                          everything, up to a million events
 *   npm run bench -- ingest --seconds 10 --rounds 5
 *   npm run bench -- action                a step of a pipeline
 *   npm run bench -- dashboard            what a reader's browser has to do; --lighthouse as well
 *   npm run bench -- impact                how often verdicts on metrics are right
 *   npm run bench -- metrics               a year of minutes of 20 series
 *   npm run bench -- mcp --seconds 60      tools of assistants, and twenty clients for a minute
 *   npm run bench -- retention             what posts notice of old events being deleted
 *   npm run bench -- query --large         ten million events too: 10 GB of disk, half an hour
 *
 * `BENCH_NODE` names another Node.js for the servers.
 */
import { parseArgs } from 'node:util';
import { benchAction } from './action.ts';
import { benchDashboard } from './dashboard.ts';
import { benchImpact } from './impact.ts';
import { benchIngest } from './ingest.ts';
import { benchMcp } from './mcp.ts';
import { benchMetrics } from './metrics.ts';
import { benchQuery } from './query.ts';
import { printMachine } from './report.ts';
import { benchRetention } from './retention.ts';

const SIZES = [10_000, 1_000_000];
const LARGE = 10_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    large: { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
  },
});
const isAsked = (name: string): boolean => positionals.length === 0 || positionals.includes(name);

printMachine();
if (isAsked('ingest')) {
  await benchIngest({ seconds: Number(values.seconds), rounds: Number(values.rounds) });
}
if (isAsked('action')) await benchAction();
if (isAsked('dashboard')) {
  await benchDashboard({ rounds: Number(values.rounds), hasLighthouse: values.lighthouse });
}
if (isAsked('impact')) benchImpact();
if (isAsked('metrics')) await benchMetrics();
if (isAsked('mcp')) await benchMcp(SIZES, Number(values.seconds));
if (isAsked('retention')) await benchRetention(Number(values.seconds));
if (isAsked('query')) await benchQuery(values.large ? [...SIZES, LARGE] : SIZES);
