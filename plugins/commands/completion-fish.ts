import type { Command } from './command.ts';
import { valuesOf, withHelp } from './completion-values.ts';
import type { Option } from './options.ts';

export function fishCompletion(commands: readonly Command[]): string {
  const all = withHelp(commands);
  const names = all
    .map(({ name, summary }) => line('__fish_use_subcommand', `-a ${name}`, summary))
    .join('');
  return `# fish completion of milepost, made by: milepost completion fish
complete -c milepost -f
${names}${all.map(commandLines).join('')}`;
}

function commandLines({ name, options, words }: Command): string {
  const condition = `__fish_seen_subcommand_from ${name}`;
  const lines = Object.entries(options).map(([option, table]) =>
    line(condition, optionWords(option, table), table.help),
  );
  if (words === undefined) return lines.join('');
  const offer = words === 'files' ? '-F' : `-a ${fishQuoted(words.join(' '))}`;
  // Else a command that takes another's name, as help does, would be both.
  const first =
    words === 'files' ? condition : `${condition}; and test (count (commandline -opc)) -eq 2`;
  return [...lines, `complete -c milepost -n ${fishQuoted(first)} ${offer}\n`].join('');
}

function optionWords(name: string, option: Option): string {
  const long = `-l ${name}`;
  if (option.type === 'boolean') return option.short ? `-s ${option.short} ${long}` : long;
  const offered = valuesOf(option);
  if (offered === undefined) return `${long} -x`;
  return offered === 'files' ? `${long} -r -F` : `${long} -x -a ${fishQuoted(offered.join(' '))}`;
}

function line(condition: string, words: string, help: string): string {
  return `complete -c milepost -n ${fishQuoted(condition)} ${words} -d ${fishQuoted(help)}\n`;
}

/** Inside of quotes, fish knows these two escapes and no other. */
function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
