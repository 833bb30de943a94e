/** Configuration by environment variables: read once, checked whole, every problem reported. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MAIL_SETTINGS, type MailConfig, problemsOfMail, toMail } from './mail-settings.ts';
import {
  problemsOfSignOn,
  SIGN_ON_SETTINGS,
  type SignOnConfig,
  toSignOn,
} from './sign-on-settings.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

function integer(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .default(fallback);
}

const ORIGIN = /^(\*|[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+)$/i;

/** The settings, in the order of the generated table. `secret`: `NAME_FILE` is the better way. */
export const SETTINGS = {
  PORT: integer(0, 65_535, 4000).meta({
    description: 'Port to listen on; 0 takes a free one.',
  }),
  HOST: z.string().default('127.0.0.1').meta({
    description: 'Address to listen on; 0.0.0.0 for every interface.',
  }),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
    .refine((url) => /^\w+:\/\/[^/?#]+\/*$/.test(url), {
      error: 'must have no path: Milepost answers at the root of its host',
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .meta({
      description: 'How people and pipelines reach Milepost; http://HOST:PORT when absent.',
    }),
  TRUST_PROXY: integer(0, 10, 0).meta({
    description:
      'How many reverse proxies stand in front and set X-Forwarded-For and X-Forwarded-Proto; 0 when none does. Decides on the address that sign-in attempts are counted for, and on Secure cookies.',
  }),
  AUTH_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional().meta({
    description:
      'What session cookies are signed with; made at the first start and kept in the database when absent. Another one ends every session.',
    secret: true,
  }),
  OIDC_AUDIENCE: z
    .string()
    .regex(/^[!-~]{1,500}$/, { error: 'must be ASCII without spaces, such as an address' })
    .optional()
    .meta({
      description:
        'Another audience beside BASE_URL that id tokens of pipelines may be for, where they reach Milepost by another name.',
    }),
  OAUTH: z
    .enum(['on', 'offline', 'off'], { error: 'must be on, offline or off' })
    .default('on')
    .meta({
      description:
        'Lets assistants sign in for a person instead of holding an API key, where BASE_URL is https or this machine; offline without fetching what clients publish about themselves.',
    }),
  ...SIGN_ON_SETTINGS,
  ...MAIL_SETTINGS,
  DATA_DIR: z.string().default('./data').meta({
    description: 'Where SQLite keeps its file, when MONGODB_URI is absent.',
  }),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, { error: 'must start with mongodb:// or mongodb+srv://' })
    .optional()
    .meta({
      description:
        'Keep everything in MongoDB instead; the database is the one the URI names, or milepost.',
      secret: true,
    }),
  SECRET_KEY: z
    .string()
    .min(32, { error: 'must have at least 32 characters, such as from: openssl rand -base64 32' })
    .optional()
    .meta({
      description:
        'Encrypts the secrets of integrations and the credentials of providers; the same on every node. When absent, a key is made in DATA_DIR; with MONGODB_URI both need it.',
      secret: true,
    }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .default('info')
    .meta({
      description: 'The least that is logged (JSON lines on stderr); debug logs every request.',
    }),
  EVENT_MAX_BYTES: integer(1024, 16_777_216, 65_536).meta({
    description: 'The largest event that is accepted, bytes.',
  }),
  BATCH_MAX_BYTES: integer(1024, 268_435_456, 4_194_304).meta({
    description: 'The largest batch that is accepted, bytes.',
  }),
  METRIC_SERIES_LIMIT: integer(0, 10_000_000, 10_000).meta({
    description:
      'Series of metrics (metric, subject and source) that one organization may have; 0 for no limit. Samples that would make more are refused.',
  }),
  PROVIDER_PRIVATE_ADDRESSES: z
    .enum(['allow', 'refuse'], { error: 'must be allow or refuse' })
    .default('allow')
    .meta({
      description:
        'Whether metric providers that owners and admins set up may have loopback and private addresses; refuse where they must not reach into the network of the server. Link-local and metadata addresses are always refused.',
    }),
  INGEST_RATE_LIMIT: integer(0, 1_000_000, 0).meta({
    description: 'Events a second that one API key may send; 0 for no limit.',
  }),
  MCP_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((origin) => origin.trim().replace(/\/+$/, '')))
    .transform((list) => list.filter((origin) => origin !== ''))
    .refine((list) => list.every((origin) => ORIGIN.test(origin)), {
      error: 'must be origins such as https://app.example.com, separated by commas, or *',
    })
    .meta({
      description:
        'Other sites whose pages may call the MCP endpoint with a key, separated by commas; * for all. Pages of Milepost itself and of localhost always may.',
    }),
} as const;

export type SettingName = keyof typeof SETTINGS;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string | undefined;
  /** How many reverse proxies stand in front. */
  readonly trustProxy: number;
  readonly authSecret: string | undefined;
  /** Beside the base URL, whom id tokens may be for. */
  readonly oidcAudience: string | undefined;
  /** Whether assistants may sign in for a person. */
  readonly oauth: 'on' | 'offline' | 'off';
  /** Undefined: people sign in with passwords alone. */
  readonly signOn: SignOnConfig | undefined;
  readonly isPasswordSignInOn: boolean;
  /** Undefined: nothing is mailed. */
  readonly mail: MailConfig | undefined;
  readonly dataDir: string;
  readonly mongodbUri: string | undefined;
  /** What encrypts secrets; where undefined, the data folder holds it. */
  readonly secretKey: string | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly eventMaxBytes: number;
  readonly batchMaxBytes: number;
  /** Series of an organization; 0 for no limit. */
  readonly metricSeriesLimit: number;
  /** Whether providers may have loopback and private addresses. */
  readonly providersMayBePrivate: boolean;
  /** Events a second and key; 0 for no limit. */
  readonly ingestRateLimit: number;
  /** Other sites whose pages may call the MCP endpoint; `*` for all. */
  readonly mcpAllowedOrigins: readonly string[];
}

export type LoadedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** How people and pipelines reach a server that listens on `port`. */
export function baseUrlOf({ baseUrl, host, port }: Config, listening = port): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return baseUrl ?? `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${listening}`;
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/;

/**
 * Whether tokens can be given out: over TLS, or on this machine alone, and where the address that
 * clients are told is the one that they come by.
 */
export function canGiveTokens({ baseUrl, host }: Pick<Config, 'baseUrl' | 'host'>): boolean {
  if (baseUrl === undefined) return LOOPBACK.test(host);
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || LOOPBACK.test(hostname);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads every setting from `NAME` or from the file that `NAME_FILE` names; empty means absent. */
export function loadConfig(env: Environment): LoadedConfig {
  const problems: string[] = [];
  const given: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const value = readSetting(env, name, problems);
    if (value !== undefined) given[name] = value;
  }
  const parsed = z.object(SETTINGS).safeParse(given);
  if (!parsed.success) {
    problems.push(
      ...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  } else problems.push(...problemsOfSignOn(parsed.data), ...problemsOfMail(parsed.data));
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, config: toConfig(parsed.data) };
}

function readSetting(env: Environment, name: SettingName, problems: string[]): string | undefined {
  const value = env[name] || undefined;
  const path = env[`${name}_FILE`] || undefined;
  if (path === undefined) return value;
  if (value !== undefined) {
    problems.push(`${name}: is set twice, by ${name} and by ${name}_FILE`);
    return value;
  }
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    problems.push(`${name}_FILE: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return undefined;
  }
}

function toConfig(settings: z.output<z.ZodObject<typeof SETTINGS>>): Config {
  return {
    port: settings.PORT,
    host: settings.HOST,
    baseUrl: settings.BASE_URL,
    trustProxy: settings.TRUST_PROXY,
    authSecret: settings.AUTH_SECRET,
    oidcAudience: settings.OIDC_AUDIENCE,
    oauth: settings.OAUTH,
    signOn: toSignOn(settings),
    isPasswordSignInOn: settings.PASSWORD_SIGN_IN === 'on',
    mail: toMail(settings),
    dataDir: settings.DATA_DIR,
    mongodbUri: settings.MONGODB_URI,
    secretKey: settings.SECRET_KEY,
    logLevel: settings.LOG_LEVEL,
    eventMaxBytes: settings.EVENT_MAX_BYTES,
    batchMaxBytes: settings.BATCH_MAX_BYTES,
    metricSeriesLimit: settings.METRIC_SERIES_LIMIT,
    providersMayBePrivate: settings.PROVIDER_PRIVATE_ADDRESSES === 'allow',
    ingestRateLimit: settings.INGEST_RATE_LIMIT,
    mcpAllowedOrigins: settings.MCP_ALLOWED_ORIGINS,
  };
}
