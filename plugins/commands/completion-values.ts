import { SEVERITIES } from '../../backend/model/event.ts';
import { SCOPES } from '../../backend/model/key.ts';
import { STATUSES } from '../ci/context.ts';
import { POLICIES } from '../report.ts';
import type { Command } from './command.ts';
import type { Option } from './options.ts';

/** What a shell can offer for the value of an option, by what stands for it in the help. */
const VALUES: Readonly<Record<string, readonly string[] | 'files'>> = {
  '<file>': 'files',
  '<level>': SEVERITIES,
  '<order>': ['desc', 'asc'],
  '<format>': ['ndjson', 'csv'],
  '<when>': POLICIES,
  '<scope>': SCOPES,
  '<status>': STATUSES,
};

/** Undefined where anything may stand. */
export function valuesOf({ value = '' }: Option): readonly string[] | 'files' | undefined {
  return Object.hasOwn(VALUES, value) ? VALUES[value] : undefined;
}

/** A text as one word of a shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `help` takes the names of the others. */
export function withHelp(commands: readonly Command[]): Command[] {
  const help: Command = {
    name: 'help',
    usage: 'help <command>',
    summary: 'Say what a command can do',
    options: {},
    words: commands.map(({ name }) => name),
    help: '',
  };
  return [...commands, help];
}
