/** Which of many names somebody means by a few letters. Pure. */

/** Higher is better; null where the letters do not occur in this order. */
export function fuzzyScore(query: string, text: string): number | null {
  const wanted = fold(query);
  const name = fold(text);
  if (wanted === '') return 0;
  const place = name.indexOf(wanted);
  if (place >= 0) return 1000 - place + (isStart(name, place) ? 500 : 0) - name.length / 100;
  return scattered(wanted, name);
}

/** Letters in order but apart: each at the start of a word, or behind the one before, counts. */
function scattered(wanted: string, name: string): number | null {
  let score = 0;
  let from = 0;
  for (const letter of wanted) {
    const place = name.indexOf(letter, from);
    if (place < 0) return null;
    score += isStart(name, place) ? 20 : place === from ? 10 : 0;
    from = place + 1;
  }
  return score - name.length / 100;
}

function isStart(name: string, place: number): boolean {
  return place === 0 || /[^\p{L}\p{N}]/u.test(name[place - 1] ?? '');
}

/** Without case, accents and spaces around. */
function fold(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
