/** Providers as somebody sets them up. */
import { z } from 'zod';
import { METRIC_LIMITS } from './metric.ts';
import { metricName } from './metric-schema.ts';
import {
  PROVIDER_FACTS,
  PROVIDER_KINDS,
  PROVIDER_LIMITS,
  type ProviderQuery,
  type ProviderSettings,
} from './provider.ts';
import { requiredText, text } from './schema.ts';

const optional = (limit: number, description: string) => text(limit, description).nullish();

const querySchema = z
  .strictObject({
    metric: metricName,
    query: requiredText(PROVIDER_LIMITS.query, 'In the language of the provider.'),
    unit: optional(METRIC_LIMITS.unit, 'What the value counts, such as ms or ratio.'),
    subject: optional(METRIC_LIMITS.subject, 'The environment, where no label says it.'),
    subjectLabel: optional(PROVIDER_LIMITS.label, 'The label that says the environment.'),
    source: optional(METRIC_LIMITS.source, 'The system, where no label says it.'),
    sourceLabel: optional(PROVIDER_LIMITS.label, 'The label that says the system.'),
  })
  .refine(({ subject, subjectLabel }) => subject || subjectLabel, {
    error: 'is required, or subjectLabel: samples belong to an environment',
    path: ['subject'],
  });

function whole({ min, max }: { readonly min: number; readonly max: number }) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

const URL_FORM =
  'must be an http or https address without a user, such as http://prometheus.internal:9090';

export const providerBody = z
  .strictObject({
    name: requiredText(PROVIDER_LIMITS.name, 'How people call it.'),
    kind: z.enum(PROVIDER_KINDS, { error: `must be one of ${PROVIDER_KINDS.join(', ')}` }),
    url: z
      .string({ error: 'must be a string' })
      .max(PROVIDER_LIMITS.url)
      .refine(isAddress, { error: URL_FORM })
      .nullish()
      .meta({ description: 'The address of its API; the one of the vendor when absent.' }),
    certificate: z
      .string({ error: 'must be a string' })
      .max(PROVIDER_LIMITS.certificate)
      .refine((pem) => pem.trim() === '' || /^-+BEGIN CERTIFICATE-+/.test(pem.trim()), {
        error: 'must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----',
      })
      .nullish()
      .meta({ description: 'Of its authority, PEM, where that is one of your own.' }),
    intervalSeconds: whole(PROVIDER_LIMITS.intervalSeconds)
      .default(PROVIDER_LIMITS.intervalSeconds.fallback)
      .meta({ description: 'How long between two fetches.' }),
    historyDays: whole(PROVIDER_LIMITS.historyDays)
      .default(PROVIDER_LIMITS.historyDays.fallback)
      .meta({ description: 'How much of the past the first fetch brings.' }),
    isPaused: z.boolean({ error: 'must be true or false' }).default(false),
    queries: z
      .array(querySchema, { error: 'must be a list of queries' })
      .min(1, { error: 'must have at least one query' })
      .max(PROVIDER_LIMITS.queries, {
        error: `must be at most ${PROVIDER_LIMITS.queries} queries`,
      }),
    credentials: z
      .record(z.string(), z.string().max(PROVIDER_LIMITS.credential))
      .nullish()
      .meta({ description: 'By kind; null or absent in a change: those that are there stay.' }),
  })
  .superRefine(({ kind, url }, context) => {
    if (url || PROVIDER_FACTS[kind].url !== null) return;
    context.addIssue({ code: 'custom', path: ['url'], message: 'is required' });
  });

export type ProviderInput = z.output<typeof providerBody>;

export const providerTestBody = providerBody.safeExtend({
  id: z
    .string()
    .nullish()
    .meta({ description: 'A provider whose credentials are used where none are given.' }),
});

/** The settings of a checked body; empty and null count as not given. */
export function settingsOf(body: ProviderInput): ProviderSettings {
  const { name, kind, intervalSeconds, historyDays, isPaused } = body;
  return {
    ...{ name, kind, intervalSeconds, historyDays, isPaused },
    url: (body.url || PROVIDER_FACTS[kind].url || '').replace(/\/+$/, ''),
    certificate: body.certificate?.trim() || null,
    queries: body.queries.map(toQuery),
  };
}

function toQuery(query: ProviderInput['queries'][number]): ProviderQuery {
  return {
    metric: query.metric,
    query: query.query.trim(),
    unit: query.unit || null,
    subject: query.subject || null,
    subjectLabel: query.subjectLabel || null,
    source: query.source || null,
    sourceLabel: query.sourceLabel || null,
  };
}

function isAddress(text: string): boolean {
  if (text === '') return true;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
