/**
 * Event text is written by pipelines, and read here by an assistant. What a person would not see in
 * it (controls, direction overrides, tag characters, lone surrogates) is spelt out as `\u{202e}`, so
 * that nothing can hide there. Joiners and emoji variation stay: scripts and emoji need them.
 */
const HIDDEN =
  /(?![\t\n\r]|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const SPELT_OUT = /\\u\{([0-9a-f]{1,6})\}/g;

export function escapeText(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Takes back what `escapeText` did: an assistant repeats names in the form in which it saw them. */
export function unescapeText(text: string): string {
  return text.replace(SPELT_OUT, (spelt, digits: string) => {
    const code = Number.parseInt(digits, 16);
    const character = code > 0x10ffff ? '' : String.fromCodePoint(code);
    return escapeText(character) === spelt ? character : spelt;
  });
}

/** Escapes every string in a JSON value, names of members included; drops undefined members. */
export function escapeValue(value: unknown): unknown {
  if (typeof value === 'string') return escapeText(value);
  if (Array.isArray(value)) return value.map(escapeValue);
  if (typeof value !== 'object' || value === null) return value;
  // fromEntries defines members, so that one called __proto__ stays data.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [escapeText(name), escapeValue(member)]),
  );
}

/** How many characters a value takes in an answer. */
export function characters(value: unknown): number {
  return JSON.stringify(escapeValue(value)).length;
}

/** At most `limit` code points, the last one an ellipsis where something was cut. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const points = Array.from(text.slice(0, 2 * limit + 2));
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`;
}

/** A value in a sentence: quoted, escaped, and short. */
export function quote(value: string): string {
  return JSON.stringify(clip(escapeText(value), 80));
}
