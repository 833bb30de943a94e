/** Doors open in one direction only. What `docs/architecture.md` says of the house, held here. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['action', 'plugins', 'backend', 'dashboard'];

interface Source {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
  /** Files of ours, relative to the root. */
  readonly imports: readonly { readonly path: string; readonly isTypeOnly: boolean }[];
  /** Packages, `node:` modules left out. */
  readonly packages: readonly string[];
}

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)';?$/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'\s*\)/g;

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'dist' ? [] : filesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const found = [
    ...[...text.matchAll(IMPORT)].map(([, type, name]) => ({
      name,
      isTypeOnly: type !== undefined,
    })),
    ...[...text.matchAll(DYNAMIC_IMPORT)].map(([, name]) => ({ name, isTypeOnly: false })),
  ];
  const imports: { path: string; isTypeOnly: boolean }[] = [];
  const packages: string[] = [];
  for (const { name = '', isTypeOnly } of found) {
    if (name.startsWith('.')) {
      imports.push({ path: relative(ROOT, resolve(ROOT, dirname(path), name)), isTypeOnly });
    } else if (!name.startsWith('node:') && !isTypeOnly) {
      packages.push(
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    }
  }
  return { path, text, imports, packages };
}

const SOURCES = ROOMS.flatMap(filesIn).map(readSource);
const byPath = new Map(SOURCES.map((source) => [source.path, source]));

/** For each place: what it may import of ours, and which packages. The first match counts. */
const RULES: readonly { in: RegExp; may: readonly RegExp[]; packages?: readonly RegExp[] }[] = [
  { in: /^backend\/model\/[^/]*schema\.ts$/, may: [/^backend\/model\//], packages: [/^zod$/] },
  { in: /^backend\/model\//, may: [/^backend\/model\/(?!.*schema)/], packages: [] },
  {
    in: /^backend\/(errors|group-commit|ids|log|metrics|config|[\w-]+-settings)\.ts$/,
    may: [/^backend\/(errors|[\w-]+-settings)\.ts$/, /^backend\/model\/(?!.*schema)/],
    packages: [/^(pino|prom-client|uuid|zod)$/],
  },
  {
    in: /^backend\/statistics\//,
    may: [/^backend\/statistics\//],
    packages: [/^simple-statistics$/],
  },
  {
    in: /^backend\/services\//,
    may: [
      /^backend\/(services|model|statistics)\//,
      /^backend\/(errors|group-commit)\.ts$/,
      /^type:backend\/store\/(\w+-)?port\.ts$/,
      // The derivation of the plugins, for agents that cannot run it themselves: pure, no network.
      /^plugins\/(build-event|given|repetition|rollback)\.ts$/,
      /^plugins\/ci\//,
    ],
    packages: [],
  },
  {
    in: /^backend\/store\//,
    may: [
      /^backend\/(store|model)\//,
      /^backend\/(errors|group-commit)\.ts$/,
      /^type:backend\/config\.ts$/,
    ],
    packages: [/^mongodb$/, /^@photostructure\/sqlite$/],
  },
  {
    in: /^backend\/(http|live|mcp)\//,
    may: [
      /^backend\/(services|model|http|live|mcp)\//,
      /^backend\/errors\.ts$/,
      /^type:backend\/(log|metrics|store\/(\w+-)?port)\.ts$/,
    ],
  },
  {
    in: /^backend\/oidc\//,
    may: [
      /^backend\/(oidc|model)\//,
      /^backend\/errors\.ts$/,
      /^backend\/services\/single-sign-on\.ts$/,
      /^type:backend\/services\/trusted-tokens\.ts$/,
    ],
    packages: [/^jose$/, /^openid-client$/],
  },
  {
    in: /^backend\/mail\//,
    may: [/^type:backend\/services\/post\.ts$/],
    packages: [/^nodemailer$/],
  },
  {
    in: /^backend\/oauth\//,
    may: [
      /^backend\/oauth\//,
      /^backend\/errors\.ts$/,
      /^type:backend\/services\/oauth-clients\.ts$/,
    ],
    packages: [],
  },
  {
    in: /^backend\/providers\//,
    may: [
      /^backend\/(providers|model)\//,
      /^backend\/errors\.ts$/,
      /^type:backend\/services\/provider-adapter\.ts$/,
    ],
    packages: [/^jose$/],
  },
  {
    in: /^backend\/auth\//,
    may: [
      /^backend\/(auth|services|model)\//,
      /^backend\/errors\.ts$/,
      /^type:backend\/store\/(\w+-)?port\.ts$/,
    ],
    packages: [/^better-auth$/, /^zod$/, /^otpauth$/, /^uqr$/],
  },
  { in: /^backend\/((compose(-\w+)?|main)|commands\/\w+)\.ts$/, may: [/^backend\//] },
  {
    in: /^plugins\//,
    may: [/^plugins\//, /^backend\/model\/(?!.*schema)/],
    packages: [/^fastest-levenshtein$/],
  },
  {
    in: /^action\//,
    may: [/^(action|plugins)\//, /^backend\/model\/(?!.*schema)/],
    packages: [/^@actions\/(core|github)$/],
  },
  {
    in: /^dashboard\//,
    may: [/^dashboard\//, /^backend\/model\/(?!.*schema)/],
    packages: [/^preact$/, /^@preact\/signals$/, /^socket\.io-client$/],
  },
];

/** Own door, own folder: nobody else knows HTTP, sockets, MCP, id tokens or a database. */
const DOORS = [
  'backend/http',
  'backend/live',
  'backend/mcp',
  'backend/oidc',
  'backend/oauth',
  'backend/providers',
  'backend/auth',
  'backend/mail',
  'backend/store/sqlite',
  'backend/store/mongo',
];

describe('the house', () => {
  it('is read at all', () => {
    expect(SOURCES.length).to.be.greaterThan(100);
    expect(byPath.get('backend/http/ingest.ts')?.imports.map((one) => one.path)).to.include(
      'backend/services/ingest.ts',
    );
  });

  it('lets nobody import what the design does not allow', () => {
    const wrong: string[] = [];
    for (const { path, imports, packages } of SOURCES) {
      const rule = RULES.find((one) => one.in.test(path));
      if (rule === undefined) {
        wrong.push(`${path}: no rule says what it may import`);
        continue;
      }
      for (const { path: target, isTypeOnly } of imports) {
        const isAllowed = rule.may.some(
          (one) => one.test(target) || (isTypeOnly && one.test(`type:${target}`)),
        );
        if (!isAllowed) wrong.push(`${path} imports ${target}`);
      }
      for (const name of packages) {
        if (rule.packages?.some((one) => one.test(name)) === false) {
          wrong.push(`${path} imports the package ${name}`);
        }
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  it('keeps doors and databases to themselves', () => {
    const wrong = SOURCES.flatMap(({ path, imports }) =>
      imports
        .filter(({ path: target }) => {
          const door = DOORS.find((one) => target.startsWith(`${one}/`));
          if (door === undefined || path.startsWith(`${door}/`)) return false;
          // The MCP door answers over HTTP; the composition root and the opener know them all.
          if (path.startsWith('backend/mcp/') && door === 'backend/http') return false;
          return !/^backend\/(compose(-\w+)?|main|commands\/\w+|store\/open)\.ts$/.test(path);
        })
        .map(({ path: target }) => `${path} imports ${target}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('has no import cycles at run time', () => {
    const cycles: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const visit = (path: string, trail: readonly string[]): void => {
      if (state.get(path) === 'done') return;
      if (state.get(path) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
        return;
      }
      state.set(path, 'open');
      for (const { path: target, isTypeOnly } of byPath.get(path)?.imports ?? []) {
        if (!isTypeOnly) visit(target, [...trail, path]);
      }
      state.set(path, 'done');
    };
    for (const { path } of SOURCES) visit(path, []);
    expect(cycles).to.deep.equal([]);
  });

  it('reads the environment in one file per program', () => {
    const readers = SOURCES.filter(({ text }) => /process\.env\b/.test(text)).map(
      ({ path }) => path,
    );
    expect(readers).to.deep.equal(['action/index.ts', 'plugins/pipeline.ts']);
    // The others are handed it by the launcher.
    const launcher = readFileSync(join(ROOT, 'bin/milepost.mjs'), 'utf8');
    expect(launcher.match(/process\.env\b/g)).to.have.length(1);
  });

  it('keeps files small', () => {
    const lines = SOURCES.map(({ path, text }) => ({ path, count: text.split('\n').length - 1 }));
    const others = ['test', 'bench']
      .flatMap(textsIn)
      .filter(({ path }) => path.endsWith('.ts'))
      .map(({ path, text }) => ({ path, count: text.split('\n').length - 1 }));
    expect([...lines, ...others].filter(({ count }) => count > 350)).to.deep.equal([]);
    const sorted = lines.map(({ count }) => count).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)], 'median').to.be.at.most(90);
  });

  it('has no default exports, no barrels, no escape hatches', () => {
    const HATCHES =
      /\bexport default\b|\bexport \* from\b|(?::|<)\s*any\b(?!\()|\bas any\b|@ts-(ignore|expect-error|nocheck)|biome-ignore|\bTODO\b|\bFIXME\b/;
    const wrong = SOURCES.filter(({ text }) => HATCHES.test(text)).map(({ path }) => path);
    expect(wrong).to.deep.equal([]);
  });

  it('has no path of anyone’s machine in it', () => {
    const texts = ['README.md', 'docs', 'test', 'bench', '.ci'].flatMap((name) => textsIn(name));
    const wrong = [...SOURCES, ...texts].filter(({ text }) =>
      /(^|[\s'"`(=])\/(root|work)\/[a-z]/m.test(text),
    );
    expect(wrong.map(({ path }) => path)).to.deep.equal([]);
  });
});

function textsIn(path: string): { readonly path: string; readonly text: string }[] {
  const full = join(ROOT, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (stats.isFile()) return [{ path, text: readFileSync(full, 'utf8') }];
  return readdirSync(full)
    .filter((name) => !['node_modules', 'output'].includes(name) && !/\.(png|ico)$/.test(name))
    .flatMap((name) => textsIn(`${path}/${name}`));
}
