/** Numbers as people read them. Pure. */

const PLAIN = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Three digits that count, and the unit; shares as percent. */
export function formatValue(value: number, unit: string | null): string {
  if (unit === 'ratio') return `${PLAIN.format(value * 100)} %`;
  return unit === null ? PLAIN.format(value) : `${PLAIN.format(value)} ${unit}`;
}

/** With its sign: `+12 %`. */
export function formatShare(share: number): string {
  return `${share > 0 ? '+' : share < 0 ? '−' : ''}${PLAIN.format(Math.abs(share * 100))} %`;
}

export function formatChange(value: number, unit: string | null): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  // Percent of what, one would have to ask.
  if (unit === 'ratio') return `${sign}${PLAIN.format(Math.abs(value * 100))} percentage points`;
  return `${sign}${formatValue(Math.abs(value), unit)}`;
}

/** `< 0.001`, `= 0.02`. */
export function formatP(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${PLAIN.format(p)}`;
}

/** `45 s`, `12 min`, `3.5 h`, `2.1 d`: lengths whose parts matter. */
export function formatSeconds(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
  ] as const;
  const found = units.find(([length]) => seconds >= length);
  if (found === undefined) return `${Math.round(seconds)} s`;
  return `${PLAIN.format(seconds / found[0])} ${found[1]}`;
}
