/** What to offer while somebody fills in an argument: values that their organization really has. */
import { foldCase } from '../model/query.ts';
import type { Completer, CompletionContext, Given } from './completers.ts';
import { invalidParams } from './fault.ts';
import { takeFitting } from './fit.ts';
import { argumentOf } from './prompts.ts';
import { templateOf } from './resources.ts';
import { escapeText, quote } from './text.ts';

/** Of the protocol. */
const LIMIT = 100;

export interface CompletionRequest {
  readonly ref: {
    readonly type: string;
    readonly name?: string | undefined;
    readonly uri?: string | undefined;
  };
  readonly argument: { readonly name: string; readonly value: string };
  readonly given: Given;
}

/** Rejects with a `ProtocolFault` for what cannot be completed. */
export async function completionOf(
  context: CompletionContext,
  { ref, argument, given }: CompletionRequest,
) {
  const all = await completerOf(ref, argument.name)(context, given);
  const matching = bestFirst([...new Set(all)].map(escapeText), argument.value);
  const values = takeFitting(matching.slice(0, LIMIT), (value) => value);
  return {
    completion: { values, total: matching.length, hasMore: values.length < matching.length },
  };
}

const NOTHING: Completer = async () => [];

function completerOf({ type, name, uri }: CompletionRequest['ref'], argument: string): Completer {
  const inPrompt = type === 'ref/prompt' ? argumentOf(name ?? '', argument) : undefined;
  if (inPrompt !== undefined) return inPrompt.complete ?? NOTHING;
  const variables = type === 'ref/resource' ? (templateOf(uri ?? '')?.variables ?? {}) : {};
  const found = Object.hasOwn(variables, argument) ? variables[argument] : undefined;
  if (found !== undefined) return found;
  throw invalidParams(
    `there is nothing to complete: ${quote(name ?? uri ?? '')} ${quote(argument)}`,
  );
}

/** What begins with the text, then what holds it; each in the order it came. */
function bestFirst(values: readonly string[], text: string): string[] {
  const wanted = foldCase(text);
  const folded = values.map((value) => [value, foldCase(value)] as const);
  const begins = folded.filter(([, value]) => value.startsWith(wanted));
  const holds = folded.filter(([, value]) => !value.startsWith(wanted) && value.includes(wanted));
  return [...begins, ...holds].map(([value]) => value);
}
