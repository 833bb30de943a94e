/** Agents with and without programs: folders for the PATH of a build. */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What an agent has in any case. */
const BASICS = ['sh', 'tr', 'cat', 'sleep', 'dirname', 'mkdir', 'rm'];

export interface Agents {
  /** Node.js and curl, as the machine has them. */
  readonly full: string;
  /** curl, which also writes its command line to `$CURL_LOG`. */
  readonly curl: string;
  /** curl, and a Node.js that is too old. */
  readonly oldNode: string;
  readonly bare: string;
  /** A Node.js that shows what it was called with. */
  readonly spy: string;
}

export function createAgents(folder: string): Agents {
  const path = (name: string, programs: Readonly<Record<string, string>>): string => {
    const bin = join(folder, name);
    mkdirSync(bin, { recursive: true });
    for (const program of BASICS) symlinkSync(which(program), join(bin, program));
    for (const [program, text] of Object.entries(programs)) {
      writeFileSync(join(bin, program), `#!/bin/sh\n${text}\n`);
      chmodSync(join(bin, program), 0o755);
    }
    return bin;
  };
  const curl = `[ -z "$CURL_LOG" ] || echo "$@" >>"$CURL_LOG"\nexec ${which('curl')} "$@"`;
  return {
    full: [process.execPath.replace(/\/node$/, ''), process.env['PATH'] ?? ''].join(delimiter),
    curl: path('curl', { curl }),
    oldNode: path('old-node', { curl, node: '[ "$1" = -e ] && exit 1\necho "too old"; exit 1' }),
    bare: path('bare', {}),
    spy: path('spy', { node: '[ "$1" = -e ] && exit 0\ncat "$' + '{1%/*}/call.json"' }),
  };
}

function which(program: string): string {
  return spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
}
