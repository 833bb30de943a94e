import { commandHelp } from './help.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const COMPLETION_OPTIONS = {
  help: { type: 'boolean', short: 'h', help: 'This text' },
} as const;

export const COMPLETION_HELP = commandHelp(
  'milepost completion bash|zsh|fish',
  COMPLETION_OPTIONS,
  `Prints what makes a shell complete commands, options and their values. For good:
  bash  milepost completion bash > ~/.local/share/bash-completion/completions/milepost
  zsh   milepost completion zsh > "\${fpath[1]}/_milepost"
  fish  milepost completion fish > ~/.config/fish/completions/milepost.fish
`,
  '',
);
