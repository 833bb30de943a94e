/**
 * Events of pipelines that can say what their environment holds and no more: an agent without
 * Node.js posts its variables, and what the plugins derive there is derived here.
 */
import { buildWithPast, isPaired, type Origin } from '../../plugins/build-event.ts';
import { derived } from '../../plugins/ci/context.ts';
import { ciBySlug } from '../../plugins/ci/index.ts';
import { parseObject } from '../../plugins/ci/payload.ts';
import { GIVEN_NAMES, type Given, givenBy } from '../../plugins/given.ts';
import { isRepetition } from '../../plugins/repetition.ts';
import { type AskCell, CELL_EVENTS, lookBack } from '../../plugins/rollback.ts';
import { MilepostError, notFound, type Problem, validationError } from '../errors.ts';
import { type EventInput, toStoredEvent } from '../model/event.ts';
import { STATE_TYPES } from '../model/query.ts';
import type { Ingest, Ingested } from './ingest.ts';
import type { Query } from './query.ts';

/** What the author of a step may write; everything else is derived. */
export const GIVEN = [...GIVEN_NAMES, 'data'] as const;
type GivenField = (typeof GIVEN)[number];

export interface PipelineReport {
  /** Variables of the agent; a CI looks at those that its list names, and at no other. */
  readonly env: Readonly<Record<string, string>>;
  readonly given: Readonly<Partial<Record<GivenField, string>>>;
}

export interface RecordedReport {
  readonly ingested: Exclude<Ingested, { kind: 'rejected' }>;
  readonly origins: readonly Origin[];
}

export interface Pipelines {
  /** Rejects with NOT_FOUND for a CI that is not known, and as ingest does. */
  record(organization: string, ci: string, report: PipelineReport): Promise<RecordedReport>;
}

export interface PipelinesDependencies {
  readonly ingest: Pick<Ingest, 'one'>;
  readonly query: Pick<Query, 'list' | 'get'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

export function createPipelines({ ingest, query, clock, newId }: PipelinesDependencies): Pipelines {
  const store = async (
    organization: string,
    event: EventInput & { readonly id: string },
    timeIsOurs: boolean,
  ): Promise<RecordedReport['ingested']> => {
    try {
      return await ingest.one(organization, timeIsOurs ? { ...event, time: 'NOW' } : event);
    } catch (error) {
      if (!timeIsOurs || !(error instanceof MilepostError) || error.code !== 'CONFLICT')
        throw error;
      const stored = await query.get(organization, event.id, event.source);
      if (!isRepetition(event, toStoredEvent(stored))) throw error;
      return { kind: 'replayed', event: stored };
    }
  };
  return {
    record: async (organization, slug, { env, given }) => {
      const ci = ciBySlug(slug);
      if (ci === undefined) throw notFound(`ci: there is no CI ${slug}, see /docs`);
      const built = await buildWithPast(
        {
          context: ci.read(env, {}),
          given: readGiven(given),
          now: clock(),
          newId,
          sourceAdvice: 'give given.source',
          isPaired: isPaired(given.status, given.startedAt),
        },
        (event) =>
          lookBack(event, {
            ask: askTimeline(query, organization),
            isAncestor: async () => undefined,
          }),
      );
      if (built.kind === 'wrong') throw toValidationError(built.problems);
      const ingested = await store(organization, built.event, built.timeIsOurs);
      return { ingested, origins: built.origins };
    },
  };
}

function readGiven(given: PipelineReport['given']): Given {
  const data = given.data ? parseObject(given.data) : {};
  if (data === undefined) throw toValidationError(['given.data: must be a JSON object']);
  return { ...givenBy((name) => derived(given[name], `given.${name}`)), data };
}

function askTimeline(query: Pick<Query, 'list'>, organization: string): AskCell {
  return async ({ source, subject, version, order }) => {
    const { events } = await query.list(organization, {
      type: STATE_TYPES,
      source: [source],
      subject: [subject],
      version: version === undefined ? undefined : [version],
      order,
      limit: CELL_EVENTS,
    });
    return events.map(toStoredEvent);
  };
}

/** The derivation tells its problems as `field: message`. */
function toValidationError(texts: readonly string[]): MilepostError {
  const [first = { field: 'body', message: 'is no event' }, ...rest] = texts.map(
    (text): Problem => {
      const [field = '', ...message] = text.split(': ');
      return { field, message: message.join(': ') };
    },
  );
  return validationError([first, ...rest]);
}
