import type { Command } from './command.ts';
import { quoted, valuesOf, withHelp } from './completion-values.ts';

/** Works in every bash from 3.2 on, with and without the package bash-completion. */
export function bashCompletion(commands: readonly Command[]): string {
  const all = withHelp(commands);
  const names = [...all.map(({ name }) => name), '--help', '--version'];
  return `# bash completion of milepost, made by: milepost completion bash
_milepost_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}
_milepost_files() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$cur"))
  compopt -o filenames 2>/dev/null
}
_milepost() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  # bash takes --name=value for three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    _milepost_words ${quoted(names.join(' '))}
    return
  fi
  case \${COMP_WORDS[1]} in
${all.map(commandCase).join('')}  esac
}
complete -F _milepost milepost
`;
}

function commandCase({ name, options, words }: Command): string {
  const values = Object.entries(options).flatMap(([option, table]) => {
    if (table.type === 'boolean') return [];
    const offered = valuesOf(table);
    const action = offered === undefined ? ':' : offer(offered);
    return [`        --${option}) ${action}; return ;;\n`];
  });
  const choose = values.length === 0 ? '' : `      case $prev in\n${values.join('')}      esac\n`;
  const names = Object.keys(options).map((option) => `--${option}`);
  const beside = words === undefined ? ':' : offer(words);
  return `    ${name})
${choose}      if [[ $cur == -?* || $cur == - ]]; then
        _milepost_words ${quoted(names.join(' '))}
      else
        ${words === undefined ? `_milepost_words ${quoted(names.join(' '))}` : beside}
      fi
      ;;
`;
}

function offer(values: readonly string[] | 'files'): string {
  return values === 'files' ? '_milepost_files' : `_milepost_words ${quoted(values.join(' '))}`;
}
