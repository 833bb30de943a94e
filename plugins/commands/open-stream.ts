import { persist, type RetryDependencies } from '../retry.ts';
import { explain } from '../send.ts';
import { type HttpRequest, type HttpStream, readBody, type Transport } from '../transport.ts';
import { type Failed, refused, unanswered } from './ask.ts';
import type { Connection } from './connection.ts';
import { interruptible } from './interrupt.ts';
import type { Terminal } from './terminal.ts';

export type Opened = { readonly kind: 'opened'; readonly stream: HttpStream } | Failed;

/**
 * Tries until an answer begins, as `persist` does for whole ones. An attempt's time ends with the
 * answer's head; the signal ends the body too. Rejects with `Interrupted`.
 */
export async function openStream(
  request: HttpRequest,
  { target, policy }: Connection,
  terminal: Terminal,
  signal: AbortSignal,
  onRetry?: RetryDependencies['onRetry'],
): Promise<Opened> {
  let stream: HttpStream | undefined;
  const transport: Transport = async (asked, attempt) => {
    const controller = new AbortController();
    const end = () => controller.abort();
    attempt.addEventListener('abort', end);
    const opened = await terminal.stream(asked, AbortSignal.any([controller.signal, signal]));
    const { status, headers } = opened;
    if (status === 200) stream = opened;
    const body = stream === undefined ? await readBody(opened.body) : '';
    attempt.removeEventListener('abort', end);
    return { status, headers, body };
  };
  const { sleep, clock, random } = interruptible(terminal, signal);
  const dependencies = { transport, sleep, clock, random, ...(onRetry ? { onRetry } : {}) };
  const answer = await persist(request, dependencies, policy);
  if (answer.kind !== 'answered') return unanswered(answer, target);
  if (stream === undefined) return refused(explain(answer.response, target));
  return { kind: 'opened', stream };
}
