import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Config, loadConfig, SETTINGS } from '../../backend/config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULTS: Config = {
  port: 4000,
  host: '127.0.0.1',
  baseUrl: undefined,
  trustProxy: 0,
  authSecret: undefined,
  oidcAudience: undefined,
  oauth: 'on',
  signOn: undefined,
  isPasswordSignInOn: true,
  mail: undefined,
  dataDir: './data',
  mongodbUri: undefined,
  secretKey: undefined,
  logLevel: 'info',
  eventMaxBytes: 65_536,
  batchMaxBytes: 4_194_304,
  metricSeriesLimit: 10_000,
  providersMayBePrivate: true,
  ingestRateLimit: 0,
  mcpAllowedOrigins: [],
};

function configOf(env: Environment): Config {
  const loaded = loadConfig(env);
  return loaded.ok ? loaded.config : expect.fail(loaded.problems.join('\n'));
}

function problemsOf(env: Environment): readonly string[] {
  const loaded = loadConfig(env);
  return loaded.ok ? expect.fail('it was accepted') : loaded.problems;
}

describe('the configuration', () => {
  it('has the defaults of the contract, whatever else is in the environment', () => {
    expect(configOf({})).to.deep.equal(DEFAULTS);
    expect(configOf({ HOME: '/root', port: '1', PORTS: '2', MILEPOST_URL: 'x' })).to.deep.equal(
      DEFAULTS,
    );
  });

  it('takes what is empty for absent', () => {
    const empty = Object.keys(SETTINGS).flatMap((name) => [
      [name, ''],
      [`${name}_FILE`, ''],
    ]);
    expect(configOf(Object.fromEntries(empty))).to.deep.equal(DEFAULTS);
  });

  const READ: readonly (readonly [string, string, Partial<Config>])[] = [
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PORT', '0080', { port: 80 }],
    ['HOST', '::', { host: '::' }],
    ['BASE_URL', 'https://milepost.example', { baseUrl: 'https://milepost.example' }],
    ['OIDC_AUDIENCE', 'https://in.example/x', { oidcAudience: 'https://in.example/x' }],
    ['BASE_URL', 'http://host:1//', { baseUrl: 'http://host:1' }],
    ['DATA_DIR', '/var/lib/with space', { dataDir: '/var/lib/with space' }],
    ['MONGODB_URI', 'mongodb://u:p@h/db', { mongodbUri: 'mongodb://u:p@h/db' }],
    ['MONGODB_URI', 'mongodb+srv://h', { mongodbUri: 'mongodb+srv://h' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['EVENT_MAX_BYTES', '1024', { eventMaxBytes: 1024 }],
    ['BATCH_MAX_BYTES', '268435456', { batchMaxBytes: 268_435_456 }],
    ['INGEST_RATE_LIMIT', '1000000', { ingestRateLimit: 1_000_000 }],
  ];
  for (const [name, value, expected] of READ) {
    it(`reads ${name}=${value}`, () => {
      expect(configOf({ [name]: value })).to.deep.equal({ ...DEFAULTS, ...expected });
    });
  }

  const LEVELS = 'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent';
  const REFUSED: readonly (readonly [string, readonly string[], string])[] = [
    [
      'PORT',
      ['65536', '-1', '+1', '4e3', '0x50', '80.0', ' 80', '4000x', '٤٠٠٠', '9'.repeat(400)],
      'PORT: must be a whole number from 0 to 65535',
    ],
    [
      'BASE_URL',
      ['https://host/milepost'],
      'BASE_URL: must have no path: Milepost answers at the root of its host',
    ],
    ['BASE_URL', ['milepost', 'ftp://h', 'javascript:1'], 'BASE_URL: must be an http or https URL'],
    [
      'BASE_URL',
      ['https://h/below', 'https://h//x/', 'https://h?x', 'https://h/#x'],
      'BASE_URL: must have no path: Milepost answers at the root of its host',
    ],
    [
      'OIDC_AUDIENCE',
      ['two words', 'a\nb', 'ä', 'x'.repeat(501)],
      'OIDC_AUDIENCE: must be ASCII without spaces, such as an address',
    ],
    [
      'MONGODB_URI',
      ['postgres://u:secret@h', 'localhost', 'mongodb:secret'],
      'MONGODB_URI: must start with mongodb:// or mongodb+srv://',
    ],
    ['LOG_LEVEL', ['INFO', 'verbose', 'warning'], LEVELS],
    [
      'EVENT_MAX_BYTES',
      ['1023', '16777217', '64k'],
      'EVENT_MAX_BYTES: must be a whole number from 1024 to 16777216',
    ],
    [
      'BATCH_MAX_BYTES',
      ['1023', '268435457'],
      'BATCH_MAX_BYTES: must be a whole number from 1024 to 268435456',
    ],
    [
      'INGEST_RATE_LIMIT',
      ['1000001', 'off'],
      'INGEST_RATE_LIMIT: must be a whole number from 0 to 1000000',
    ],
  ];
  for (const [name, values, problem] of REFUSED) {
    it(`refuses ${name}=${values[0]} with one sentence that does not repeat it`, () => {
      for (const value of values) {
        expect(problemsOf({ [name]: value }), value).to.deep.equal([problem]);
      }
    });
  }
});

describe('a setting from a file', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-config-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const file = (text: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  };

  it('is read without the line break at its end', () => {
    const path = file('mongodb://u:p@h/db\n');
    expect(configOf({ MONGODB_URI_FILE: path }).mongodbUri).to.equal('mongodb://u:p@h/db');
  });

  it('may be any setting', () => {
    const path = file('1234\r\n');
    const config = configOf({ PORT_FILE: path, EVENT_MAX_BYTES_FILE: path, HOST_FILE: path });
    expect(config).to.deep.equal({ ...DEFAULTS, port: 1234, eventMaxBytes: 1234, host: '1234' });
  });

  it('is absent when the file is empty', () => {
    expect(configOf({ PORT_FILE: file(' \n'), MONGODB_URI_FILE: file('') })).to.deep.equal(
      DEFAULTS,
    );
  });

  it('is checked like any other, and not repeated', () => {
    expect(problemsOf({ MONGODB_URI_FILE: file('hunter2') })).to.deep.equal([
      'MONGODB_URI: must start with mongodb:// or mongodb+srv://',
    ]);
  });

  it('is a problem when the file cannot be read, with the reason', () => {
    for (const path of [join(folder, 'none'), folder]) {
      const [problem = '', ...others] = problemsOf({ PORT_FILE: path });
      expect(others).to.deep.equal([]);
      expect(problem).to.match(/^PORT_FILE: E(NOENT|ISDIR): /);
    }
  });

  it('is not a file beside the setting itself', () => {
    const path = file('4001');
    expect(problemsOf({ PORT: '4001', PORT_FILE: path })).to.deep.equal([
      'PORT: is set twice, by PORT and by PORT_FILE',
    ]);
    expect(configOf({ PORT: '', PORT_FILE: path }).port).to.equal(4001);
    expect(configOf({ PORT: '4002', PORT_FILE: '' }).port).to.equal(4002);
  });
});

describe('several problems of a configuration', () => {
  it('are all reported at once', () => {
    const problems = problemsOf({
      HOST: 'fine',
      PORT: 'x',
      PORT_FILE: '/nowhere/port',
      DATA_DIR_FILE: '/nowhere/data',
      MONGODB_URI: 'x',
      BASE_URL: 'x',
      LOG_LEVEL: 'x',
      EVENT_MAX_BYTES: '1',
    });
    expect(problems.map((problem) => problem.split(' ', 3).join(' '))).to.have.members([
      'PORT: is set',
      'PORT: must be',
      'DATA_DIR_FILE: ENOENT: no',
      'MONGODB_URI: must start',
      'BASE_URL: must be',
      'LOG_LEVEL: must be',
      'EVENT_MAX_BYTES: must be',
    ]);
  });
});

describe('the table of settings', () => {
  it('describes each, and knows which one is a secret', () => {
    const names = Object.entries(SETTINGS);
    for (const [name, setting] of names) {
      expect(setting.meta()?.description, name).to.match(/^[A-Z].+\.$/s);
    }
    const secrets = names.filter(([, setting]) => setting.meta()?.['secret'] === true);
    expect(secrets.map(([name]) => name)).to.deep.equal([
      'AUTH_SECRET',
      'OIDC_CLIENT_SECRET',
      'SMTP_URL',
      'MONGODB_URI',
      'SECRET_KEY',
    ]);
  });
});
