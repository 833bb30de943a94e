/** The shapes of answers about providers: see `answers.ts`. */
import { z } from 'zod';
import { PROVIDER_KINDS, type Provider } from '../model/provider.ts';
import type { Tried } from '../services/providers.ts';
import { dataAnswer, timeAnswer } from './answers.ts';
import { iso, isoOrNull } from './console.ts';

const query = z.object({
  metric: z.string(),
  query: z.string(),
  unit: z.string().nullable(),
  subject: z.string().nullable(),
  subjectLabel: z.string().nullable(),
  source: z.string().nullable(),
  sourceLabel: z.string().nullable(),
});

const provider = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(PROVIDER_KINDS),
    url: z.string(),
    certificate: z.string().nullable(),
    intervalSeconds: z.int(),
    historyDays: z.int(),
    isPaused: z.boolean(),
    queries: z.array(query),
    credentialNames: z
      .array(z.string())
      .meta({ description: 'Which are kept; they themselves are in no answer.' }),
    createdBy: z.string(),
    createdAt: timeAnswer,
    updatedAt: timeAnswer,
    lastSuccessAt: timeAnswer.nullable(),
    lastErrorAt: timeAnswer.nullable(),
    lastError: z.string().nullable().meta({ description: 'Null when the last fetch went well.' }),
    failures: z.int().meta({ description: 'One after the other.' }),
    stored: z.int().meta({ description: 'New samples of the last fetch.' }),
    nextAt: timeAnswer.nullable().meta({ description: 'The next fetch; null while it is paused.' }),
  })
  .meta({ id: 'Provider' });

export const providerAnswer = dataAnswer(provider);
export const providerListAnswer = dataAnswer(z.array(provider));
export const removedProviderAnswer = dataAnswer(z.object({ id: z.string() }));

const tried = z.object({
  metric: z.string(),
  error: z.string().nullable().meta({ description: 'Why nothing came, in plain words.' }),
  seriesCount: z.int(),
  series: z
    .array(
      z.object({
        labels: z.record(z.string(), z.string()),
        subject: z.string().nullable().meta({ description: 'Null: this one would be left out.' }),
        source: z.string().nullable(),
        samples: z.int(),
        newest: z.object({ time: timeAnswer, value: z.number() }).nullable(),
      }),
    )
    .meta({ description: 'The first 20.' }),
});

export const providerTestAnswer = dataAnswer(z.array(tried));

const SHOWN_SERIES = 20;

export function toProviderAnswer({
  organization: _,
  state: { progress: __, ...state },
  ...kept
}: Provider): z.output<typeof provider> {
  const { createdAt, updatedAt, nextAt, isPaused, queries, credentialNames } = kept;
  return {
    ...kept,
    ...state,
    queries: [...queries],
    credentialNames: [...credentialNames],
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    lastSuccessAt: isoOrNull(state.lastSuccessAt),
    lastErrorAt: isoOrNull(state.lastErrorAt),
    nextAt: isPaused ? null : iso(nextAt),
  };
}

export function toTestAnswer(one: Tried): z.output<typeof tried> {
  const { metric } = one.query;
  if ('error' in one) return { metric, error: one.error, seriesCount: 0, series: [] };
  const series = one.series.slice(0, SHOWN_SERIES).map(({ place, series: { labels, samples } }) => {
    const newest = samples.at(-1);
    return {
      labels: { ...labels },
      subject: place?.subject ?? null,
      source: place?.source ?? null,
      samples: samples.length,
      newest: newest === undefined ? null : { time: iso(newest[0]), value: newest[1] },
    };
  });
  return { metric, error: null, seriesCount: one.series.length, series };
}
