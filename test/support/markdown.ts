/** Reads pages of the documentation: their code, their links, their anchors. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Block {
  /** The first word behind the fence; empty when there is none. */
  readonly language: string;
  readonly code: string;
  /** The nearest heading above. */
  readonly heading: string;
  /** The line of text right above; empty when there is another block. */
  readonly lead: string;
  /** Where it begins, counted from 1. */
  readonly line: number;
}

export interface Link {
  readonly target: string;
  readonly line: number;
}

export interface Page {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly links: readonly Link[];
  /** What may stand behind a `#`. */
  readonly anchors: ReadonlySet<string>;
}

/** Every page that people read, by its path. */
export function readPages(): readonly Page[] {
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const docs = ['docs', 'docs/adr'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  return [...top, ...docs].map(readPage);
}

export function readPage(path: string): Page {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const lines = text.split('\n');
  const blocks = readBlocks(lines);
  const isCode = codeLines(lines);
  const prose = lines.map((line, index) => (isCode.has(index) ? '' : line));
  return { path, text, blocks, links: readLinks(prose), anchors: readAnchors(prose) };
}

/** Where a relative link leads: a path from the root, and what stands behind the `#`. */
export function resolveLink(page: Page, target: string): { path: string; anchor: string } {
  const [file = '', anchor = ''] = target.split('#');
  const path = file === '' ? page.path : normalize(join(dirname(page.path), file));
  return { path, anchor };
}

const FENCE = /^( *)```(\S*)/;

function readBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let lead = '';
  let open: { indent: number; language: string; start: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const fence = FENCE.exec(line);
    if (open === undefined && fence !== null) {
      open = { indent: (fence[1] ?? '').length, language: fence[2] ?? '', start: index };
    } else if (open !== undefined && fence !== null) {
      const { indent, language, start } = open;
      const code = lines.slice(start + 1, index).map((one) => one.slice(indent));
      blocks.push({ language, code: code.join('\n'), heading, lead, line: start + 1 });
      open = undefined;
      lead = '';
    } else if (open === undefined && line.startsWith('#')) {
      heading = line.replace(/^#+ /, '');
      lead = '';
    } else if (open === undefined && line.trim() !== '') lead = line.trim();
  }
  return blocks;
}

function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const isFence = FENCE.test(line);
    if (isFence || isOpen) inside.add(index);
    if (isFence) isOpen = !isOpen;
  }
  return inside;
}

function readLinks(prose: readonly string[]): Link[] {
  return prose.flatMap((text, index) =>
    [...text.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({
      target,
      line: index + 1,
    })),
  );
}

/** As GitHub makes them: lower case, no punctuation, hyphens for spaces, a number for the second. */
function readAnchors(prose: readonly string[]): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const line of prose) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const name = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = name;
    for (let number = 1; anchors.has(anchor); number += 1) anchor = `${name}-${number}`;
    anchors.add(anchor);
  }
  return anchors;
}
