/** An OpenAPI document, as far as the tests read it. */
import { type ZodType, z } from 'zod';

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema: object }>>;
      }
    >
  >;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** Every operation with its method and path. */
export function operationsOf({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

/** A validator for a schema of the document, its references resolved. */
export function toValidator({ components }: OpenApi, schema: object): ZodType {
  const text = JSON.stringify({ ...schema, $defs: components.schemas });
  return z.fromJSONSchema(
    JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/')) as Parameters<
      typeof z.fromJSONSchema
    >[0],
  );
}

/** Calls back for every object inside of a document. */
export function walk(
  value: unknown,
  visit: (node: Readonly<Record<string, unknown>>) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Readonly<Record<string, unknown>>);
  for (const member of Object.values(value)) walk(member, visit);
}
