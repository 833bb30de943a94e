import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { invalidField, MilepostError, type Problem, validationError } from '../errors.ts';
import { readText } from './body.ts';
import { parseJson } from './json.ts';
import { unknownParameter } from './parameters.ts';

export const JSON_TYPE = 'application/json';

/** Bytes; the business context, 20,000 characters, is the largest body of the console. */
const LIMIT_BYTES = 256 * 1024;

/** The body as `schema` wants it. Rejects with VALIDATION_ERROR, naming every problem. */
export async function readJson<Schema extends z.ZodType>(
  req: IncomingMessage,
  schema: Schema,
): Promise<z.output<Schema>> {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== undefined && type !== '' && type !== JSON_TYPE) {
    throw new MilepostError(
      'UNSUPPORTED_MEDIA_TYPE',
      `content-type: ${type} is not supported, use ${JSON_TYPE}`,
    );
  }
  return checkJson(parseJson(await readText(req, LIMIT_BYTES)), schema);
}

/** A value as `schema` wants it. Throws VALIDATION_ERROR, naming every problem. */
export function checkJson<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
): z.output<Schema> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField('body', 'must be a JSON object');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first, ...rest] = parsed.error.issues.flatMap((issue) => toProblems(issue, schema));
  throw validationError([first ?? { field: 'body', message: 'is not valid' }, ...rest]);
}

function toProblems(issue: z.core.$ZodIssue, schema: z.ZodType): Problem[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = 'shape' in schema ? Object.keys(schema.shape as object) : [];
    return issue.keys.map((name) => ({
      field: name,
      message: unknownParameter(name, known).replace('parameter', 'member'),
    }));
  }
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return [{ field: path || 'body', message: isMissing ? 'is required' : issue.message }];
}
