import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Principal, Scope } from '../model/key.ts';
import type { Person, Role } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import type { Gate } from '../services/authenticator.ts';
import { crossSite } from '../services/callers.ts';
import type { Caller } from '../services/sessions.ts';
import { authorize, requireRole } from './auth.ts';
import { JSON_TYPE, readJson } from './json-body.ts';
import { parseParameters } from './parameters.ts';

/** One answer of a route, for the OpenAPI document. */
export interface DocumentedAnswer {
  readonly description: string;
  /** Absent where the answer is no JSON. */
  readonly schema?: z.ZodType;
  readonly contentTypes?: readonly string[];
}

/** What is written about a route, beside what it does. */
export interface RouteDocument {
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'Events' | 'Timeline' | 'Metrics' | 'Operation' | 'Set-up' | 'Console';
  /** Path parameters and what they mean. */
  readonly path?: Readonly<Record<string, string>>;
  /** Media types that a request body may have, and their schemas. */
  readonly body?: Readonly<Record<string, z.ZodType>>;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  /** What may go wrong beside what follows from the method, the path and the scope. */
  readonly errors?: readonly ErrorCode[];
}

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As Express writes it: `/api/v1/events/:id`. */
  readonly path: string;
  /** The scope that the key needs; null for what anyone may see. */
  readonly scope: Scope | null;
  /** The roles of which a person needs one; absent where a key will do. */
  readonly roles?: readonly Role[];
  readonly parameters: z.ZodObject;
  readonly document: RouteDocument;
  readonly handle: (req: Request, res: Response, gate: Gate) => Promise<void>;
}

interface Call<Query> {
  readonly req: Request;
  readonly res: Response;
  readonly query: Query;
  readonly organization: string;
  readonly principal: Principal;
}

/** A route that needs a key: authorization first, then its parameters, then its work. */
export function keyedRoute<Schema extends z.ZodObject>(
  route: Omit<Route, 'handle' | 'parameters' | 'scope' | 'method'> & {
    readonly parameters: Schema;
    readonly handle: (call: Call<z.output<Schema>>) => Promise<void>;
  },
): Route {
  const scope = 'READ_ONLY';
  return {
    ...route,
    method: 'get',
    scope,
    handle: async (req, res, gate) => {
      const principal = await authorize(req, gate, scope);
      const { organization } = principal;
      const query = parseParameters(route.parameters, queryOf(req));
      await route.handle({ req, res, query, organization, principal });
    },
  };
}

interface PersonCall<Query, Body> extends Call<Query> {
  readonly person: Person;
  readonly body: Body;
}

type BodyOf<Body extends z.ZodObject | null> = Body extends z.ZodObject ? z.output<Body> : null;

interface PersonRoute<Schema extends z.ZodObject, Body extends z.ZodObject | null>
  extends Omit<Route, 'handle' | 'parameters' | 'scope' | 'roles' | 'document'> {
  readonly roles: readonly Role[];
  readonly parameters: Schema;
  /** What the JSON in the body must be; null where there is none. */
  readonly body: Body;
  readonly document: Omit<RouteDocument, 'body' | 'tag'>;
  readonly handle: (call: PersonCall<z.output<Schema>, BodyOf<Body>>) => Promise<void>;
}

/** A route for people of some roles: who they are first, then parameters and body, then its work. */
export function personRoute<Schema extends z.ZodObject, Body extends z.ZodObject | null>({
  body,
  document,
  ...route
}: PersonRoute<Schema, Body>): Route {
  const scope = 'READ_ONLY';
  return {
    ...route,
    scope,
    document: withBody(document, body),
    handle: async (req, res, gate) => {
      const principal = await authorize(req, gate, scope);
      const person = requireRole(principal, route.roles);
      const query = parseParameters(route.parameters, queryOf(req));
      const content = await readBody(req, body);
      const { organization } = principal;
      await route.handle({ req, res, query, organization, principal, person, body: content });
    },
  };
}

function withBody(
  document: Omit<RouteDocument, 'body' | 'tag'>,
  body: z.ZodObject | null,
): RouteDocument {
  return { ...document, tag: 'Console', ...(body !== null && { body: { [JSON_TYPE]: body } }) };
}

async function readBody<Body extends z.ZodObject | null>(
  req: IncomingMessage,
  body: Body,
): Promise<BodyOf<Body>> {
  return (body === null ? null : await readJson(req, body)) as BodyOf<Body>;
}

/** A route for anyone, such as who is about to sign in; what a foreign page sends is refused. */
export function openRoute<Body extends z.ZodObject | null>({
  body,
  document,
  ...route
}: Pick<Route, 'path'> & {
  readonly body: Body;
  readonly document: Omit<RouteDocument, 'body' | 'tag'>;
  readonly handle: (call: {
    readonly req: Request;
    readonly res: Response;
    readonly caller: Caller;
    readonly body: BodyOf<Body>;
  }) => Promise<void>;
}): Route {
  return {
    ...route,
    method: 'post',
    scope: null,
    parameters: noParameters,
    document: withBody(document, body),
    handle: async (req, res, { callers }) => {
      if (callers.isForeign(req.headers)) throw crossSite();
      parseParameters(noParameters, queryOf(req));
      const caller = callers.of(req);
      await route.handle({ req, res, caller, body: await readBody(req, body) });
    },
  };
}

/** The query as it was sent; only the part behind the first question mark. */
export function queryOf({ url = '' }: Pick<IncomingMessage, 'url'>): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}
