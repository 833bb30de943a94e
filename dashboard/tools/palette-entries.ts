/** What the palette offers, and in which order. Pure. */
import { fuzzyScore } from './fuzzy.ts';

export interface PaletteEntry {
  /** The same from day to day: what was used lately is remembered by it. */
  readonly id: string;
  readonly group:
    | 'Go to'
    | 'Saved views'
    | 'Systems'
    | 'Environments'
    | 'Do'
    | 'Settings'
    | 'Events';
  readonly name: string;
  /** Beside the name: what it is about, or its key. */
  readonly hint?: string;
  /** Further words by which it is found. */
  readonly words?: string;
  readonly run: () => void;
}

const MOST = 40;

/**
 * Without a query: what was used lately, then everything in its own order. With one: the best first;
 * what was used lately wins where two fit equally well. What only repeats the query comes last.
 */
export function rankEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recent: readonly string[],
): readonly PaletteEntry[] {
  const recency = (entry: PaletteEntry) => {
    const place = recent.indexOf(entry.id);
    return place < 0 ? 0 : recent.length - place;
  };
  if (query.trim() === '') {
    return entries.toSorted((one, other) => recency(other) - recency(one)).slice(0, MOST);
  }
  return entries
    .filter(({ group }) => group !== 'Events')
    .flatMap((entry) => {
      const scores = [
        fuzzyScore(query, entry.name),
        less(fuzzyScore(query, `${entry.group} ${entry.name}`)),
        less(fuzzyScore(query, entry.words ?? '')),
      ].filter((score) => score !== null);
      return scores.length === 0 ? [] : [{ entry, score: Math.max(...scores) }];
    })
    .toSorted((a, b) => b.score - a.score || recency(b.entry) - recency(a.entry))
    .slice(0, MOST)
    .map(({ entry }) => entry)
    .concat(entries.filter(({ group }) => group === 'Events'));
}

/** Found by something else than its name. */
function less(score: number | null): number | null {
  return score === null ? null : score - 300;
}

/** The newest first, each once. */
export function noteRecent(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((one) => one !== id)].slice(0, 8);
}
