// @ts-check
/**
 * Writes the parts of the documentation that are made from code, between
 * `<!-- name:start -->` and `<!-- name:end -->`. Run: `node --import=tsx docs/generate.mjs`.
 * A test holds what is committed against what this would write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { AUDIT_ACTIONS } from '../backend/model/audit.ts';
import { COMMANDS } from '../plugins/commands/commands.ts';
import { cell, errors, eventFields, queryParameters, settings, table } from './tables.mjs';

const root = new URL('../', import.meta.url);

/** @typedef {{ file: string, name: string, make: () => string | Promise<string> }} Section */

/** @type {readonly Section[]} */
const SECTIONS = [
  { file: 'docs/github-action.md', name: 'action-inputs', make: actionInputs },
  { file: 'docs/github-action.md', name: 'action-outputs', make: actionOutputs },
  { file: 'docs/command-line.md', name: 'commands', make: commands },
  ...COMMANDS.filter(({ run }) => run !== undefined).map(({ name, help }) => ({
    file: 'docs/command-line.md',
    name: `${name}-help`,
    make: () => asText(help),
  })),
  { file: 'docs/command-line.md', name: 'keys-help', make: () => ownHelp('keys', 'KEYS_HELP') },
  {
    file: 'docs/command-line.md',
    name: 'trust-help',
    make: () => ownHelp('trust', 'TRUST_HELP'),
  },
  {
    file: 'docs/command-line.md',
    name: 'retention-help',
    make: () => ownHelp('retention', 'RETENTION_HELP'),
  },
  {
    file: 'docs/command-line.md',
    name: 'users-help',
    make: () => ownHelp('users', 'USERS_HELP'),
  },
  {
    file: 'docs/command-line.md',
    name: 'context-help',
    make: () => ownHelp('context', 'CONTEXT_HELP'),
  },
  {
    file: 'docs/command-line.md',
    name: 'integrations-help',
    make: () => ownHelp('integrations', 'INTEGRATIONS_HELP'),
  },
  { file: 'docs/sending-events.md', name: 'event-fields', make: eventFields },
  { file: 'docs/sending-events.md', name: 'errors', make: errors },
  { file: 'docs/querying.md', name: 'query-parameters', make: queryParameters },
  { file: 'docs/configuration.md', name: 'settings', make: settings },
  { file: 'docs/audit.md', name: 'audit-actions', make: auditActions },
];

/**
 * Every generated file as it is to be, by its path in the repository.
 *
 * @returns {Promise<Record<string, string>>}
 */
export async function generate() {
  /** @type {Record<string, string>} */
  const files = {};
  for (const { file, name, make } of SECTIONS) {
    const text = files[file] ?? readFileSync(new URL(file, root), 'utf8');
    files[file] = replaceSection(text, name, await make());
  }
  return files;
}

/** @param {string} text @param {string} name @param {string} content */
function replaceSection(text, name, content) {
  const start = `<!-- ${name}:start -->`;
  const end = `<!-- ${name}:end -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`there is no section ${name}`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

function actionInputs() {
  const rows = Object.entries(manifest().inputs).map(
    ([name, { description, default: fallback }]) => [
      `\`${name}\``,
      cell(description),
      fallback === undefined ? '' : `\`${fallback}\``,
    ],
  );
  return table([['input', 'meaning', 'default'], ...rows]);
}

function actionOutputs() {
  const rows = Object.entries(manifest().outputs).map(([name, { description }]) => [
    `\`${name}\``,
    cell(description),
  ]);
  return table([['output', 'meaning'], ...rows]);
}

/**
 * @typedef {{
 *   inputs: Record<string, { description: string, default?: string }>,
 *   outputs: Record<string, { description: string }>,
 * }} Manifest
 */

function manifest() {
  return /** @type {Manifest} */ (load(readFileSync(new URL('action.yml', root), 'utf8')));
}

/** One a line. */
function auditActions() {
  return AUDIT_ACTIONS.map((action) => `- \`${action}\``).join('\n');
}

/** Every command, with a link to its section where it has one. */
function commands() {
  const rows = COMMANDS.map(({ name, summary, run }) => {
    const hasSection = run !== undefined || name !== 'serve';
    return [hasSection ? `[\`${name}\`](#milepost-${name})` : `\`${name}\``, cell(summary)];
  });
  return table([['command', 'what it does'], ...rows]);
}

/** @param {string} module @param {string} name */
function ownHelp(module, name) {
  return textIn(`backend/commands/${module}.ts`, name);
}

/** @param {string} path @param {string} name */
async function textIn(path, name) {
  /** @type {Record<string, string>} */
  const texts = await import(new URL(path, root).href);
  return asText(texts[name] ?? '');
}

/** @param {string} text */
function asText(text) {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(await generate())) {
    writeFileSync(new URL(file, root), text);
    process.stdout.write(`${file}\n`);
  }
}
