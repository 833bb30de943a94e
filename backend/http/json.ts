import { invalidField } from '../errors.ts';

/** Reads a body; rejects with VALIDATION_ERROR and says where it broke. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw invalidField('body', 'is empty, send JSON');
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable';
    throw invalidField('body', `is not valid JSON: ${reason}`);
  }
}
