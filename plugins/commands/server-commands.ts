/**
 * The commands that run where the server and its store are. The backend's bundle holds them, and the
 * launcher chooses: here is what help and completion have to know.
 */
import type { Command } from './command.ts';

export const SERVER_COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    usage: 'serve',
    summary: 'Run the server; configured by the environment',
    options: {},
    help: `Usage: milepost serve

Runs the server until it gets a signal. It is configured by the environment: PORT, HOST, DATA_DIR,
MONGODB_URI, BASE_URL and others; docs/configuration.md names them all.
`,
  },
  {
    name: 'keys',
    usage: 'keys create|list|revoke',
    summary: 'Manage API keys, on the server’s machine',
    options: {
      name: { type: 'string', value: '<name>', help: 'What the key is for' },
      scope: { type: 'string', value: '<scope>', help: 'READ_WRITE or READ_ONLY' },
      org: { type: 'string', value: '<organization>', help: 'default when absent' },
      'expires-in': { type: 'string', value: '<time>', help: 'Such as 90d' },
      json: { type: 'boolean', help: 'JSON instead of text' },
      help: { type: 'boolean', short: 'h', help: 'This text' },
    },
    words: ['create', 'list', 'revoke'],
    help: `Usage: milepost keys create|list|revoke

Works on the store that the environment names, DATA_DIR or MONGODB_URI, also while Milepost runs.
The rest is said by: milepost keys --help
`,
  },
  {
    name: 'trust',
    usage: 'trust add|list|revoke',
    summary: 'Let pipelines in without a key, on the server’s machine',
    options: {
      environment: { type: 'string', value: '<name>', help: 'Only jobs of this environment' },
      'repository-id': { type: 'string', value: '<n>', help: 'The id of the GitHub repository' },
      'project-id': { type: 'string', value: '<n>', help: 'The id of the GitLab project' },
      issuer: { type: 'string', value: '<url>', help: 'The issuer of your own GitHub or GitLab' },
      org: { type: 'string', value: '<organization>', help: 'default when absent' },
      json: { type: 'boolean', help: 'JSON instead of text' },
      help: { type: 'boolean', short: 'h', help: 'This text' },
    },
    words: ['add', 'list', 'revoke'],
    help: `Usage: milepost trust add|list|revoke

Works on the store that the environment names, DATA_DIR or MONGODB_URI, also while Milepost runs.
The rest is said by: milepost trust --help
`,
  },
];
