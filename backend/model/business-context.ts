/** What an organization writes down for whoever reads its timeline: Markdown, every version kept. */
import type { Actor } from './audit.ts';

/** Unicode code points. */
export const CONTEXT_LIMIT = 20_000;

/** One version, without its text. */
export interface ContextRevision {
  /** 1 for the first; rises by one. */
  readonly version: number;
  /** ms since the Unix epoch. */
  readonly updatedAt: number;
  readonly updatedBy: Actor;
  /** Unicode code points. */
  readonly length: number;
}

export interface ContextVersion extends ContextRevision {
  readonly text: string;
}
