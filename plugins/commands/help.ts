/** What the commands say about themselves; `docs/command-line.md` is made from the same texts. */
import type { Command } from './command.ts';
import { type OptionTable, optionLines } from './options.ts';

export const ENVIRONMENT_HELP = `Environment:
  MILEPOST_URL           Address of Milepost, such as https://milepost.example.com
  MILEPOST_API_KEY       The API key
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                         The proxy, in lower case too
  NODE_EXTRA_CA_CERTS    File with the certificate of your own authority
`;

/** `environment`: the variables that matter, with a blank line behind them. */
export function commandHelp(
  usage: string,
  table: OptionTable,
  rest: string,
  environment = `${ENVIRONMENT_HELP}\n`,
): string {
  return `Usage: ${usage}\n\nOptions:\n${optionLines(table)}\n${environment}${rest}`;
}

/** The help of `milepost` itself. */
export function mainHelp(commands: readonly Command[]): string {
  const rows = [
    ...commands.map(({ usage, summary }) => ({ left: `milepost ${usage}`, summary })),
    { left: 'milepost --version', summary: 'The version' },
  ];
  const width = Math.max(...rows.map(({ left }) => left.length));
  const lines = rows.map(({ left, summary }) => `  ${left.padEnd(width)}  ${summary}\n`).join('');
  return `Milepost keeps a timeline of what changed in your infrastructure.

Usage:
${lines}
All but the commands for the server’s machine speak to a server: they find it by MILEPOST_URL, and the
key by MILEPOST_API_KEY. What a command can do: milepost help <command>.
`;
}
