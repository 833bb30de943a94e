/** What test/tools has for MCP: programs of others, on a Node.js that they run on. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NODE_BINARIES } from '../action-node.ts';
import { outcomeOf, type Ran } from '../process.ts';

const tools = (path: string) =>
  fileURLToPath(new URL(`../../tools/node_modules/${path}`, import.meta.url));

const CONFORMANCE = tools('@modelcontextprotocol/conformance/dist/index.js');
const INSPECTOR = tools('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const NODE_24 = NODE_BINARIES.find(({ name }) => name === 'Node 24')?.path;

async function run(script: string, args: readonly string[], cwd?: string): Promise<Ran> {
  if (NODE_24 === undefined) throw new Error('there is no Node 24');
  const child = spawn(NODE_24, [script, ...args], {
    ...{ cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  });
  return outcomeOf(child);
}

/** Undefined where the tools are not installed, or not for this platform. */
export const conformance = isThere(CONFORMANCE)
  ? (args: readonly string[], cwd: string) => run(CONFORMANCE, args, cwd)
  : undefined;

export const inspector = isThere(INSPECTOR)
  ? (args: readonly string[]) => run(INSPECTOR, ['--cli', ...args])
  : undefined;

function isThere(script: string): boolean {
  return NODE_24 !== undefined && existsSync(script);
}
