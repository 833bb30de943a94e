/**
 * The part of Markdown that a description of a business needs, as data: headings, paragraphs, lists,
 * quotes, code, and inside of them bold, italics, code and links to https. Everything else stays
 * text. Pure; takes time in proportion to the length.
 */

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly text: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly items: readonly (readonly Inline[])[];
    };

const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/;
const QUOTE = /^ {0,3}>\s?(.*)$/;

export function parseMarkdown(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, next } = readBlock(lines, at);
    if (block !== null) blocks.push(block);
    at = next;
  }
  return blocks;
}

interface Read {
  readonly block: Block | null;
  readonly next: number;
}

function readBlock(lines: readonly string[], at: number): Read {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: null, next: at + 1 };
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return readCode(lines, at + 1, fence);
  const [, marks, title] = HEADING.exec(line) ?? [];
  if (marks !== undefined && title !== undefined) {
    const children = parseInline(title.replace(/\s+#+\s*$/, ''));
    return { block: { kind: 'heading', level: marks.length, children }, next: at + 1 };
  }
  if (ITEM.test(line)) return readList(lines, at);
  if (QUOTE.test(line)) return readLines(lines, at, 'quote');
  return readLines(lines, at, 'paragraph');
}

function readCode(lines: readonly string[], from: number, fence: string): Read {
  let end = from;
  while (end < lines.length && !lines[end]?.trimStart().startsWith(fence)) end += 1;
  return { block: { kind: 'code', text: lines.slice(from, end).join('\n') }, next: end + 1 };
}

function readList(lines: readonly string[], from: number): Read {
  const isOrdered = ITEM.exec(lines[from] ?? '')?.[2] !== undefined;
  const items: string[] = [];
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const item = ITEM.exec(line);
    if (item !== null) {
      if ((item[2] !== undefined) !== isOrdered) break;
      items.push(item[3] ?? '');
    } else if (/^\s+\S/.test(line)) {
      // What is indented belongs to the item above.
      items[items.length - 1] += ` ${line.trim()}`;
    } else break;
  }
  return { block: { kind: 'list', isOrdered, items: items.map(parseInline) }, next: at };
}

function readLines(lines: readonly string[], from: number, kind: 'paragraph' | 'quote'): Read {
  const texts: string[] = [];
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') break;
    const quoted = QUOTE.exec(line)?.[1];
    if (kind === 'quote' ? quoted === undefined : at > from && startsBlock(line)) break;
    texts.push(quoted ?? line.trim());
  }
  return { block: { kind, children: parseInline(texts.join('\n')) }, next: at };
}

function startsBlock(line: string): boolean {
  return [FENCE, HEADING, ITEM, QUOTE].some((pattern) => pattern.test(line));
}

/** No nested quantifiers, and every class ends at its own delimiter: no input makes it slow. */
const INLINE =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|\[([^\]\n]+)\]\((https:\/\/[^)\s]+)\)|(https:\/\/[^\s<>"')\]]+)/g;

function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push(toInline(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function toInline([whole, code, strong, emphasis, label, href, bare]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', children: parseInline(strong) };
  if (emphasis !== undefined) return { kind: 'emphasis', children: parseInline(emphasis) };
  const address = href ?? bare ?? '';
  // A name in front of the host would make it look like another one.
  const isPlain = URL.canParse(address) && new URL(address).username === '';
  return isPlain
    ? { kind: 'link', href: address, text: label ?? address }
    : { kind: 'text', text: whole };
}
