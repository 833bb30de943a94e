/** Where Milepost fetches samples itself. Plain types, and what every kind needs to be told. */

export const PROVIDER_KINDS = ['prometheus', 'datadog', 'sentry', 'ga4'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Lengths in Unicode code points. */
export const PROVIDER_LIMITS = {
  name: 100,
  url: 1000,
  certificate: 20_000,
  credential: 20_000,
  query: 5000,
  label: 200,
  queries: 50,
  /** Of one organization. */
  providers: 50,
  intervalSeconds: { min: 60, max: 86_400, fallback: 60 },
  historyDays: { min: 0, max: 30, fallback: 1 },
} as const;

export interface CredentialFact {
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
}

export interface ProviderFact {
  readonly name: string;
  /** The vendor's address; null where everybody has their own. */
  readonly url: string | null;
  /** What the address is, for people. */
  readonly urlHint: string;
  readonly queryHint: string;
  readonly queryExample: string;
  readonly credentials: readonly CredentialFact[];
}

export const PROVIDER_FACTS: Readonly<Record<ProviderKind, ProviderFact>> = {
  prometheus: {
    name: 'Prometheus',
    url: null,
    urlHint: 'Of Prometheus, Thanos, Mimir, VictoriaMetrics, or another with the same API',
    queryHint: 'PromQL; the labels of its result are the ones to choose from',
    queryExample: 'sum by (env, service) (rate(http_requests_total{code=~"5.."}[5m]))',
    credentials: [
      { name: 'username', label: 'User name', isRequired: false },
      { name: 'password', label: 'Password', isRequired: false },
      { name: 'token', label: 'Bearer token', isRequired: false },
    ],
  },
  datadog: {
    name: 'Datadog',
    url: 'https://api.datadoghq.com',
    urlHint: 'Of your Datadog site, such as https://api.datadoghq.eu',
    queryHint: 'A metrics query; its tags are the labels',
    queryExample: 'avg:trace.http.request.errors{*} by {env,service}',
    credentials: [
      { name: 'apiKey', label: 'API key', isRequired: true },
      { name: 'applicationKey', label: 'Application key', isRequired: true },
    ],
  },
  sentry: {
    name: 'Sentry',
    url: null,
    urlHint: 'With the organization: https://sentry.io/api/0/organizations/acme',
    queryHint: 'Parameters of its sessions API; labels are environment, project, release',
    queryExample: 'field=crash_free_rate(session)&groupBy=environment',
    credentials: [{ name: 'token', label: 'Auth token (org:read)', isRequired: true }],
  },
  ga4: {
    name: 'Google Analytics 4',
    url: 'https://analyticsdata.googleapis.com',
    urlHint: 'Of the Analytics Data API',
    queryHint: 'property, metric and dimensions; dimensions are the labels',
    queryExample: 'property=123456&metric=screenPageViews&dimension=hostName',
    credentials: [
      { name: 'serviceAccount', label: 'Service account key (JSON)', isRequired: true },
    ],
  },
};

/** One metric, and whose samples they are: by a label of the answer, or else as it is said here. */
export interface ProviderQuery {
  readonly metric: string;
  readonly query: string;
  readonly unit: string | null;
  readonly subject: string | null;
  readonly subjectLabel: string | null;
  readonly source: string | null;
  readonly sourceLabel: string | null;
}

export type Credentials = Readonly<Record<string, string>>;

/** What somebody has set. */
export interface ProviderSettings {
  readonly name: string;
  readonly kind: ProviderKind;
  /** Without a slash at the end. */
  readonly url: string;
  /** Of the authority that signed the server's, PEM; null for those that everybody trusts. */
  readonly certificate: string | null;
  readonly intervalSeconds: number;
  /** How much of the past the first fetch brings. */
  readonly historyDays: number;
  readonly isPaused: boolean;
  readonly queries: readonly ProviderQuery[];
}

/** How it goes. Times in ms since the Unix epoch. */
export interface ProviderState {
  readonly lastSuccessAt: number | null;
  readonly lastErrorAt: number | null;
  /** In plain words; null when the last fetch went well. */
  readonly lastError: string | null;
  /** One after the other. */
  readonly failures: number;
  /** Samples that the last fetch that went well has brought. */
  readonly stored: number;
  /** By the key of a query: up to when its samples are here. */
  readonly progress: Readonly<Record<string, number>>;
}

export interface Provider extends ProviderSettings {
  readonly id: string;
  readonly organization: string;
  /** Those that are kept; what they are is nobody's business. */
  readonly credentialNames: readonly string[];
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When it is fetched from next. */
  readonly nextAt: number;
  readonly state: ProviderState;
}

export const UNTRIED: ProviderState = {
  lastSuccessAt: null,
  lastErrorAt: null,
  lastError: null,
  failures: 0,
  stored: 0,
  progress: {},
};
