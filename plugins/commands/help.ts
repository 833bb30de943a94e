/** What the command says about itself; `docs/command-line.md` is made from the same texts. */
import { type OptionTable, optionLines } from './options.ts';

export const MAIN_HELP = `Milepost keeps a timeline of what changed in your infrastructure.

Usage:
  milepost send [options]          Record one event; derives what it can from the CI it runs in
  milepost query [options]         List events
  milepost serve                   Run the server; configured by the environment
  milepost keys create|list|revoke Manage API keys, on the server's machine
  milepost <command> --help        What a command can do
  milepost --version               The version

send and query find the server by MILEPOST_URL and the key by MILEPOST_API_KEY.
`;

export const ENVIRONMENT_HELP = `Environment:
  MILEPOST_URL           Address of Milepost, such as https://milepost.example.com
  MILEPOST_API_KEY       The API key
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                         The proxy, in lower case too
  NODE_EXTRA_CA_CERTS    File with the certificate of your own authority
`;

export function commandHelp(usage: string, table: OptionTable, rest: string): string {
  return `Usage: ${usage}\n\nOptions:\n${optionLines(table)}\n${ENVIRONMENT_HELP}\n${rest}`;
}
