/** What a person can start with: a question in good words, its arguments completed from real values. */
import { closest } from 'fastest-levenshtein';
import { invalidParams } from './fault.ts';
import { PROMPTS, type Prompt, type PromptArgument } from './prompt-table.ts';
import { clip, escapeText, quote } from './text.ts';

const VALUE_LIMIT = 500;

export function listPrompts() {
  return PROMPTS.map(({ name, title, description, arguments: all }) => ({
    ...{ name, title, description },
    arguments: all.map(({ complete: _, ...argument }) => argument),
  }));
}

export function argumentOf(prompt: string, argument: string): PromptArgument | undefined {
  return find(prompt)?.arguments.find(({ name }) => name === argument);
}

/** The prompt with its values in place; rejects with a `ProtocolFault` for wrong ones. */
export function getPrompt(name: string, given: Readonly<Record<string, string>>) {
  const prompt = find(name);
  if (prompt === undefined) throw invalidParams(unknownPrompt(name));
  const values = checked(prompt, given);
  const text = prompt.render(values);
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  };
}

function find(name: string): Prompt | undefined {
  return PROMPTS.find((one) => one.name === name);
}

function unknownPrompt(name: string): string {
  const names = PROMPTS.map((one) => one.name);
  return `there is no prompt ${quote(name)}, did you mean ${closest(name, names)}? Prompts: ${names.join(', ')}`;
}

/** Trimmed and on one line; empty ones count as not given. */
function checked(
  { name, arguments: all }: Prompt,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const known = all.map((one) => one.name);
  const unknown = Object.keys(given).find((one) => !known.includes(one));
  if (unknown !== undefined) {
    throw invalidParams(`${name} has no argument ${quote(unknown)}; it takes ${known.join(', ')}`);
  }
  const values = Object.entries(given)
    .map(([one, value]) => [one, clip(escapeText(value.replace(/\s+/g, ' ').trim()), VALUE_LIMIT)])
    .filter(([, value]) => value !== '');
  const result: Readonly<Record<string, string>> = Object.fromEntries(values);
  const missing = all.find((one) => one.required === true && result[one.name] === undefined);
  if (missing !== undefined) {
    throw invalidParams(`${name} needs ${missing.name}: ${missing.description}`);
  }
  return result;
}
