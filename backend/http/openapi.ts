/** The OpenAPI 3.1 document, made from the routes and the schemas that validate their requests. */
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { errorAnswer } from './answers.ts';
import type { DocumentedAnswer, Route } from './route.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const TAGS = [
  { name: 'Events', description: 'Record what changed.' },
  { name: 'Timeline', description: 'Ask what changed.' },
  { name: 'Metrics', description: 'Record metrics, and ask what a change did to them.' },
  { name: 'Set-up', description: 'The first minutes of an installation.' },
  { name: 'Console', description: 'Let people in, and keep house.' },
  { name: 'Operation', description: 'Run Milepost.' },
];

export function createOpenApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  const schemas: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const described = withNamedSchemas(operation(route), schemas);
    paths[path] = { ...paths[path], [route.method]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Milepost',
      version,
      description: 'A self-hosted timeline of infrastructure events.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, mp_ and 46 characters; or the id token (OpenID Connect) of a job of GitHub Actions or GitLab CI whose repository is trusted here, made out to the address of this server.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'milepost-session',
          description:
            'The cookie of who signed in to the console; over TLS its name starts with __Host-. Requests that change something must come from a page of this server (Origin).',
        },
      },
    },
  };
}

/** Moves the schemas that have a name to the components, once each, and refers to them there. */
function withNamedSchemas(document: object, schemas: Record<string, JsonSchema>): object {
  const text = JSON.stringify(document, (key, value: unknown) => {
    if (key !== '$defs') return value;
    Object.assign(schemas, JSON.parse(toComponentReferences(JSON.stringify(value))));
    return undefined;
  });
  return JSON.parse(toComponentReferences(text)) as object;
}

function toComponentReferences(text: string): string {
  return text.replaceAll('"#/$defs/', '"#/components/schemas/');
}

function operation(route: Route): object {
  const { summary, description, tag, body } = route.document;
  return {
    operationId: operationId(route),
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: securityOf(route),
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: responses(route),
  };
}

/** Where a role is needed, a key is not enough. */
function securityOf({ scope, roles }: Route): object[] {
  if (scope === null) return [];
  return roles === undefined ? [{ apiKey: [] }, { session: [] }] : [{ session: [] }];
}

function operationId({ method, path }: Route): string {
  return `${method}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next?: string) => (next ?? '').toUpperCase())}`;
}

function pathParameters({ document }: Route): object[] {
  return Object.entries(document.path ?? {}).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }));
}

function queryParameters({ parameters }: Route): object[] {
  const schema = toJsonSchema(parameters, 'input');
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: 'query',
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function requestBody(body: Readonly<Record<string, z.ZodType>>): object {
  const content = Object.entries(body).map(([type, schema]) => [
    type,
    { schema: toJsonSchema(schema, 'input') },
  ]);
  return { required: true, content: Object.fromEntries(content) };
}

function responses(route: Route): object {
  const answers = Object.entries(route.document.answers).map(([status, answer]) => [
    status,
    response(answer),
  ]);
  const errors = errorCodes(route).map((code) => [
    String(ERROR_STATUS[code]),
    response({ description: code, schema: errorAnswer }),
  ]);
  // Where an answer says more than the error of its status does, it is the one to read.
  return Object.fromEntries([...errors, ...answers]);
}

/** What any request may meet: too large are also headers, such as a URL of many parameters. */
const ALWAYS: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'INTERNAL_ERROR', 'UNAVAILABLE'];

function errorCodes({ method, scope, roles, path, document }: Route): ErrorCode[] {
  if (scope === null) return [...(document.errors ?? []), ...ALWAYS];
  const codes: ErrorCode[] = ['VALIDATION_ERROR', 'UNAUTHORIZED', ...ALWAYS];
  if (path.includes(':')) codes.push('NOT_FOUND');
  if (roles !== undefined) codes.push('FORBIDDEN', ...(document.errors ?? []));
  if (roles === undefined && method === 'post') {
    codes.push('FORBIDDEN', 'CONFLICT', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED');
  }
  return codes;
}

function response({ description, schema, contentTypes = [] }: DocumentedAnswer): object {
  if (schema === undefined) {
    const content = contentTypes.map((type) => [type, { schema: { type: 'string' } }]);
    return { description, content: Object.fromEntries(content) };
  }
  return {
    description,
    content: { 'application/json': { schema: toJsonSchema(schema, 'output') } },
  };
}

/** `override` in a schema's metadata stands for what text in a URL means, such as a number. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  // As a member of something, so that a schema with a name is referred to by it.
  const { properties, $defs } = z.toJSONSchema(z.object({ schema }), {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      const replacement = jsonSchema['override'];
      if (typeof replacement !== 'object' || replacement === null) return;
      const { description } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, replacement, description === undefined ? {} : { description });
    },
  });
  return { ...(properties?.['schema'] as JsonSchema), ...($defs === undefined ? {} : { $defs }) };
}
