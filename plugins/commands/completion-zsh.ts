import type { Command } from './command.ts';
import { quoted, valuesOf, withHelp } from './completion-values.ts';
import type { Option } from './options.ts';

/** For `compinit`, and for a file that is sourced behind it. */
export function zshCompletion(commands: readonly Command[]): string {
  const all = withHelp(commands);
  const names = all.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}\n`).join('');
  return `#compdef milepost
# zsh completion of milepost, made by: milepost completion zsh
_milepost() {
  local -a commands
  commands=(
${names}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  # What follows is about the words behind the command.
  shift words
  ((CURRENT--))
  case $command in
${all.map(commandCase).join('')}  esac
}
if [[ $funcstack[1] == _milepost ]]; then
  _milepost "$@"
else
  compdef _milepost milepost
fi
`;
}

function commandCase({ name, options, words }: Command): string {
  const specs = Object.entries(options).map(([option, table]) => optionSpec(option, table));
  const beside = words === undefined ? [] : [quoted(`1:${name}:${action(words)}`)];
  const all = [...specs, ...beside].map((spec) => ` \\\n        ${spec}`).join('');
  return `    ${name})\n      _arguments${all}\n      ;;\n`;
}

function optionSpec(name: string, option: Option): string {
  const { type, multiple, help, value = '' } = option;
  const repeat = multiple ? '*' : '';
  const title = help.replace(/[[\]\\]/g, '\\$&');
  if (type === 'boolean') return quoted(`${repeat}--${name}[${title}]`);
  const offered = valuesOf(option);
  const message = value.replace(/[<>:]/g, '');
  const offer = offered === undefined ? ' ' : action(offered);
  return quoted(`${repeat}--${name}=[${title}]:${message}:${offer}`);
}

function action(values: readonly string[] | 'files'): string {
  return values === 'files' ? '_files' : `(${values.join(' ')})`;
}
