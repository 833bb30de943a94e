import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Principal, Scope } from '../model/key.ts';
import type { Authenticator } from '../services/authenticator.ts';
import { authorize } from './auth.ts';
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
  readonly tag: 'Events' | 'Timeline' | 'Metrics' | 'Operation' | 'Set-up';
  /** Path parameters and what they mean. */
  readonly path?: Readonly<Record<string, string>>;
  /** Media types that a request body may have, and their schemas. */
  readonly body?: Readonly<Record<string, z.ZodType>>;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  /** What may go wrong beside what follows from the method, the path and the scope. */
  readonly errors?: readonly ErrorCode[];
}

export interface Route {
  readonly method: 'get' | 'post';
  /** As Express writes it: `/api/v1/events/:id`. */
  readonly path: string;
  /** The scope that the key needs; null for what anyone may see. */
  readonly scope: Scope | null;
  readonly parameters: z.ZodObject;
  readonly document: RouteDocument;
  readonly handle: (req: Request, res: Response, keys: Authenticator) => Promise<void>;
}

interface Call<Query> {
  readonly req: Request;
  readonly res: Response;
  readonly query: Query;
  readonly organization: string;
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
    handle: async (req, res, keys) => {
      const { organization }: Principal = await authorize(req, keys, scope);
      const query = parseParameters(route.parameters, queryOf(req));
      await route.handle({ req, res, query, organization });
    },
  };
}

/** The query as it was sent; only the part behind the first question mark. */
export function queryOf({ url = '' }: Pick<IncomingMessage, 'url'>): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}
