/** Text that pipelines wrote, made safe to look at. Pure. */
import type { JsonObject, JsonValue } from '../backend/model/event.ts';

export interface TextSegment {
  readonly text: string;
  /** Set where the text is an address that may be followed. */
  readonly href?: string;
}

/**
 * What turns the direction of text around, hides in it, or moves the cursor of a terminal. Joiners
 * stay: emoji and some scripts need them.
 */
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0001}-\u{e007f}]/gu;
const JSON_LINK = /"https:\/\/[^"\\\s]+"/g;

/** Shows what would otherwise act on the text around it: `U+202E` becomes `\u202e`. */
export function revealText(text: string): string {
  return text.replace(INVISIBLE, toEscape);
}

/** A value on its own: a link when it is nothing but an https address. */
export function toSegment(value: string): TextSegment {
  const text = revealText(value);
  return isHttpsAddress(value) ? { text, href: value } : { text };
}

/** Indented JSON in pieces, so that the addresses in it can be followed. */
export function toJsonSegments(value: JsonValue): TextSegment[] {
  const json = JSON.stringify(value, null, 2).replace(INVISIBLE, toEscape);
  const segments: TextSegment[] = [];
  let end = 0;
  for (const match of json.matchAll(JSON_LINK)) {
    const address = match[0].slice(1, -1);
    if (!isHttpsAddress(address)) continue;
    segments.push({ text: json.slice(end, match.index + 1) }, { text: address, href: address });
    end = match.index + 1 + address.length;
  }
  return [...segments, { text: json.slice(end) }];
}

/** What the sender says about the event, in one line's worth; empty where it says nothing. */
export function descriptionOf(data: JsonObject | null): string {
  const description = data?.['description'];
  return typeof description === 'string' ? description : '';
}

/** `//github.com/acme/api` is `acme/api` where room is scarce. */
export function shortSource(source: string): string {
  const path = /^\/\/[^/]+\/(.+)$/.exec(source)?.[1];
  return path ?? source;
}

/** The same where it stands as plain text, such as in a choice. */
export function shortName(source: string): string {
  return revealText(shortSource(source));
}

function isHttpsAddress(text: string): boolean {
  if (!/^https:\/\/\S+$/.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  // A name in front of the host would make it look like another one.
  return protocol === 'https:' && username === '' && password === '';
}

/** Line ends and tabs are layout, which the style sheets take care of. */
function toEscape(character: string): string {
  if (character === '\n' || character === '\t') return character;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).padStart(4, '0');
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits}`;
}
