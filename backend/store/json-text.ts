/** `data` and `extensions` are kept as JSON text (docs/adr/006); nothing is kept of what is empty. */
import type { ExtensionValue, JsonObject } from '../model/event.ts';

type Extensions = Readonly<Record<string, ExtensionValue>>;

export function dataToText(data: JsonObject | null): string | null {
  return data === null ? null : JSON.stringify(data);
}

export function dataFromText(text: string | null): JsonObject | null {
  return text === null ? null : (JSON.parse(text) as JsonObject);
}

export function extensionsToText(extensions: Extensions): string | null {
  const text = JSON.stringify(extensions);
  return text === '{}' ? null : text;
}

export function extensionsFromText(text: string | null): Extensions {
  return text === null ? {} : (JSON.parse(text) as Extensions);
}
