import { foldCase } from '../../model/query.ts';
import type { Collections } from './documents.ts';
import { guard } from './errors.ts';

/** Behind each version, so that every character starts a trigram and short texts begin one. */
const PADDING = '\u0001\u0001';
const TRIGRAM = 3;
/** More matching versions than this are not listed: then many events match, and reading finds them. */
const VERSION_LIMIT = 1000;

/** The distinct runs of three characters of a version, the last ones padded. */
export function trigramsOf(folded: string): string[] {
  const characters = [...folded, ...PADDING];
  const trigrams = characters
    .slice(0, -PADDING.length)
    .map((_, start) => characters.slice(start, start + TRIGRAM).join(''));
  return [...new Set(trigrams)];
}

/** A pattern that matches the text itself, wherever it stands. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The distinct versions that contain the text, case-insensitively; undefined when there are many. */
export async function matchingVersions(
  { versions }: Collections,
  organization: string,
  search: string,
): Promise<readonly string[] | undefined> {
  const folded = foldCase(search);
  const characters = [...folded];
  const whole = characters
    .slice(0, Math.max(0, characters.length - TRIGRAM + 1))
    .map((_, start) => characters.slice(start, start + TRIGRAM).join(''));
  const trigrams =
    characters.length < TRIGRAM
      ? { $regex: `^${literally(folded)}` }
      : { $all: [...new Set(whole)] };
  const found = await guard(() =>
    versions
      .find({ organization, trigrams, folded: { $regex: literally(folded) } })
      .limit(VERSION_LIMIT + 1)
      .toArray(),
  );
  return found.length > VERSION_LIMIT ? undefined : found.map((one) => one.version);
}
