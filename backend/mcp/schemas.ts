/** Tools as clients see them. */
import { z } from 'zod';
import type { Tool, ToolAnnotations } from './tool.ts';

export interface JsonObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: 'object';
}

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
  readonly outputSchema: JsonObjectSchema;
  readonly annotations: ToolAnnotations & { readonly title: string };
}

const listed = new WeakMap<Tool, ListedTool>();

/** Schemas are translated when they are asked for first. */
export function toListed(tool: Tool): ListedTool {
  const known = listed.get(tool);
  if (known !== undefined) return known;
  const { name, title, description, input, output, annotations } = tool;
  const made: ListedTool = {
    name,
    title,
    description,
    inputSchema: toJsonSchema(input, 'input'),
    outputSchema: toJsonSchema(output, 'output'),
    annotations: { title, ...annotations },
  };
  listed.set(tool, made);
  return made;
}

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // What says nothing only costs tokens: other members are allowed anyway.
    override: ({ jsonSchema }) => {
      if (JSON.stringify(jsonSchema.additionalProperties) === '{}') {
        delete jsonSchema.additionalProperties;
      }
      if (JSON.stringify(jsonSchema.properties) === '{}') delete jsonSchema.properties;
      delete jsonSchema.maxItems;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  // The root of both is an object, and no schema in it is a mere boolean.
  return rest as JsonObjectSchema;
}
