/** `POST /api/v1/ingest/{ci}`: the variables of an agent, by a shell that has curl and no more. */
import { z } from 'zod';
import { invalidField, MilepostError, type Problem, validationError } from '../errors.ts';
import { noParameters } from '../model/query-schema.ts';
import { GIVEN, type PipelineReport, type Pipelines } from '../services/pipelines.ts';
import { pipelineAnswer } from './answers.ts';
import { authorize } from './auth.ts';
import { readText } from './body.ts';
import { type IngestDoor, sendOne } from './ingest.ts';
import { parseJson } from './json.ts';
import { parseParameters } from './parameters.ts';
import { queryOf, type Route } from './route.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

const text = z.string({ error: 'must be a string' });
const givenSchema = z.strictObject(
  Object.fromEntries(GIVEN.map((name) => [name, text.optional()])) as Record<
    (typeof GIVEN)[number],
    z.ZodOptional<z.ZodString>
  >,
);
const reportSchema = z.strictObject({
  env: z.record(z.string(), text).default({}).meta({
    description: 'Variables of the agent by name; unknown ones are not looked at.',
  }),
  given: givenSchema.default({}).meta({
    description: 'What the author of the step wrote; `data` is a JSON object as text.',
  }),
});
const formSchema = z.record(z.string(), text).meta({
  description: 'Fields `env.NAME` and `given.name`, so that curl --data-urlencode can write them.',
});

export interface PipelineDoor extends Pick<IngestDoor, 'rateLimit' | 'eventMaxBytes'> {
  readonly pipelines: Pipelines;
}

export function pipelineRoutes({ pipelines, rateLimit, eventMaxBytes }: PipelineDoor): Route[] {
  return [
    {
      method: 'post',
      path: '/api/v1/ingest/:ci',
      scope: 'READ_WRITE',
      parameters: noParameters,
      document: {
        tag: 'Events',
        summary: 'Record an event of a pipeline by its variables',
        description:
          'For agents without Node.js: the event is derived as the plugins do it. A retry of the same job is stored once. The answer tells where each value comes from.',
        path: { ci: 'github, gitlab, jenkins, circleci, azure-pipelines, bitbucket or buildkite.' },
        body: { [FORM_TYPE]: formSchema, 'application/json': reportSchema },
        answers: {
          200: {
            description: 'Stored before (Idempotency-Replayed: true).',
            schema: pipelineAnswer,
          },
          201: { description: 'Stored.', schema: pipelineAnswer },
        },
        errors: [
          'VALIDATION_ERROR',
          'NOT_FOUND',
          'CONFLICT',
          'PAYLOAD_TOO_LARGE',
          'UNSUPPORTED_MEDIA_TYPE',
          'RATE_LIMITED',
        ],
      },
      handle: async (req, res, gate) => {
        const { organization, keyId } = await authorize(req, gate, 'READ_WRITE');
        parseParameters(noParameters, queryOf(req));
        const read = readerOf(req.headers['content-type'] ?? '');
        await rateLimit.take(keyId, 1);
        const report = read(await readText(req, eventMaxBytes));
        const ci = String(req.params['ci']);
        const { ingested, origins } = await pipelines.record(organization, ci, report);
        sendOne(res, ingested, [], { origins });
      },
    },
  ];
}

function readerOf(contentType: string): (body: string) => PipelineReport {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === FORM_TYPE) return readForm;
  if (mediaType === 'application/json') return (body) => checked(parseJson(body));
  throw new MilepostError(
    'UNSUPPORTED_MEDIA_TYPE',
    `content-type: ${mediaType || 'is missing'}${mediaType ? ' is not supported' : ''}, use ${FORM_TYPE} or application/json`,
  );
}

function readForm(body: string): PipelineReport {
  const report: { env: Record<string, string>; given: Record<string, string> } = {
    env: {},
    given: {},
  };
  for (const [field, value] of new URLSearchParams(body)) {
    const [, part, name = ''] = /^(env|given)\.(.+)$/.exec(field) ?? [];
    if (part !== 'env' && part !== 'given') {
      throw invalidField(field, 'unknown field, use env.NAME and given.name');
    }
    report[part][name] = value;
  }
  return checked(report);
}

function checked(value: unknown): PipelineReport {
  const parsed = reportSchema.safeParse(value);
  if (parsed.success) return parsed.data as PipelineReport;
  const [first, ...rest] = parsed.error.issues.map(toProblem);
  throw validationError([first ?? { field: 'body', message: 'must be an object' }, ...rest]);
}

function toProblem(issue: z.core.$ZodIssue): Problem {
  const path = issue.path.join('.') || 'body';
  if (issue.code !== 'unrecognized_keys') return { field: path, message: issue.message };
  const name = issue.keys[0] ?? '';
  const field = path === 'body' ? name : `${path}.${name}`;
  return { field, message: `unknown, use ${path === 'body' ? 'env and given' : GIVEN.join(', ')}` };
}
