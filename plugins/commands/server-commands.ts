/**
 * The commands that run where the server and its store are. The backend's bundle holds them, and the
 * launcher chooses: here is what help and completion have to know.
 */
import type { Command } from './command.ts';

const text = (value: string, help: string) => ({ type: 'string', value, help }) as const;

const COMMON = {
  org: text('<organization>', 'default when absent'),
  json: { type: 'boolean', help: 'JSON on stdout' },
  help: { type: 'boolean', short: 'h', help: 'The whole help' },
} as const;

function helpOf(usage: string, name: string): string {
  return `Usage: milepost ${usage}

Runs where the store of the server is, which the environment names: DATA_DIR or MONGODB_URI.
The rest is said by: milepost ${name} --help
`;
}

export const SERVER_COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    usage: 'serve',
    summary: 'Run the server; configured by the environment',
    options: {},
    help: helpOf('serve', 'serve'),
  },
  {
    name: 'keys',
    usage: 'keys create|list|revoke',
    summary: 'Manage API keys, on the server’s machine',
    options: {
      name: text('<name>', 'What the key is for'),
      scope: text('<scope>', 'READ_WRITE or READ_ONLY'),
      'expires-in': text('<duration>', 'Such as 90d; for ever when absent'),
      ...COMMON,
    },
    words: ['create', 'list', 'revoke'],
    help: helpOf('keys create|list|revoke', 'keys'),
  },
  {
    name: 'trust',
    usage: 'trust add|list|revoke',
    summary: 'Let pipelines in without a key, on the server’s machine',
    options: {
      'repository-id': text('<n>', 'The repository on GitHub, whatever it is called'),
      'project-id': text('<n>', 'The project on GitLab, whatever it is called'),
      environment: text('<name>', 'Only jobs of this environment'),
      issuer: text('<url>', 'Of id tokens, on a server of your own'),
      ...COMMON,
    },
    words: ['add', 'list', 'revoke'],
    help: helpOf('trust add|list|revoke', 'trust'),
  },
  {
    name: 'retention',
    usage: 'retention show|set|run',
    summary: 'Say how long events are kept, on the server’s machine',
    options: {
      'dry-run': { type: 'boolean', help: 'Only say how many events would go' },
      ...COMMON,
    },
    words: ['show', 'set', 'run'],
    help: helpOf('retention show|set|run', 'retention'),
  },
  {
    name: 'users',
    usage: 'users list|reset|invite',
    summary: 'Let people in who cannot get in, on the server’s machine',
    options: {
      role: text('<role>', 'owner, admin, member or viewer'),
      ...COMMON,
    },
    words: ['list', 'reset', 'invite'],
    help: helpOf('users list|reset|invite', 'users'),
  },
  {
    name: 'context',
    usage: 'context get|set',
    summary: 'Read and write the business context, on the server’s machine',
    options: {
      'based-on': text('<version>', 'Only where this is still the newest version'),
      ...COMMON,
    },
    words: ['get', 'set'],
    help: helpOf('context get|set', 'context'),
  },
  {
    name: 'integrations',
    usage: 'integrations create|list|revoke',
    summary: 'Manage senders that sign, on the server’s machine',
    options: { name: text('<name>', 'Who sends'), ...COMMON },
    words: ['create', 'list', 'revoke'],
    help: helpOf('integrations create|list|revoke', 'integrations'),
  },
];
