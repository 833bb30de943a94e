/** `milepost context …`: the business context as a file, on the store that the environment names. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { invalidField, notFound } from '../errors.ts';
import { type BusinessContext, createBusinessContext } from '../services/context.ts';
import { DEFAULT_ORGANIZATION } from '../services/set-up.ts';
import { commandActor, commandOf, type Values } from './run.ts';

export const CONTEXT_HELP = `Usage:
  milepost context get [--org default] [--json]
      Prints the business context of an organization, Markdown as it was written; with --json with
      its version, and who wrote it when.
  milepost context set <file|-> [--based-on <version>] [--org default]
      Writes the text of a file, or of stdin, as the next version, and prints that version. With
      --based-on only where this is still the newest one (0: there is none yet).

Works on the store that the environment names (DATA_DIR or MONGODB_URI), also while Milepost runs.
`;

const OPTIONS = {
  'based-on': { type: 'string' },
  org: { type: 'string', default: DEFAULT_ORGANIZATION },
  json: { type: 'boolean', default: false },
} as const;

const STDIN = 0;

/** Runs one `context` command; resolves with the exit code. */
export const contextCommand = commandOf({
  help: CONTEXT_HELP,
  options: OPTIONS,
  perform: async ({ store, audit, action, operands, values }) => {
    if ((await store.organizations.find(values.org)) === null) {
      throw notFound(`organization: there is no organization ${values.org}`);
    }
    const { contexts } = store;
    const context = createBusinessContext({ contexts, audit, clock: Date.now });
    return perform(context, action, operands, values);
  },
});

async function perform(
  context: BusinessContext,
  action: string,
  [file]: readonly string[],
  values: Values<typeof OPTIONS>,
): Promise<{ readonly out: string; readonly err?: string }> {
  switch (action) {
    case 'get':
      return show(context, values);
    case 'set': {
      if (file === undefined) {
        throw invalidField('file', 'is required: milepost context set <file|->');
      }
      const newest = (await context.get(values.org))?.version ?? 0;
      const basedOn = readVersion(values['based-on']) ?? newest;
      const text = readText(file);
      const { version } = await context.put(values.org, text, basedOn, commandActor());
      return { out: `${version}\n` };
    }
    default:
      throw invalidField('context', `unknown command ${action}, use get or set`);
  }
}

async function show(context: BusinessContext, { org, json }: Values<typeof OPTIONS>) {
  const newest = await context.get(org);
  if (json) return { out: `${JSON.stringify(newest)}\n` };
  if (newest === null) {
    return { out: '', err: 'Nobody has written it yet: milepost context set <file|->\n' };
  }
  return { out: newest.text };
}

function readVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw invalidField('--based-on', 'must be the number of a version');
  return Number(text);
}

function readText(file: string): string {
  const bytes = readBytes(file);
  if (!isUtf8(bytes)) throw invalidField('file', `${file} is not valid UTF-8`);
  const text = bytes.toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? STDIN : file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw invalidField('file', reason);
  }
}
