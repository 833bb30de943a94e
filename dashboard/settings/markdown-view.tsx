import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { revealText } from '../text.ts';
import { type Block, type Inline, parseMarkdown } from './markdown.ts';

export interface MarkdownViewProps {
  readonly text: string;
  /** Of the heading above the text: its own go on below. */
  readonly level: number;
}

/** Markdown as elements; whoever wrote it, text stays text. */
export function MarkdownView({ text, level }: MarkdownViewProps) {
  const blocks = useMemo(() => withoutGaps(parseMarkdown(text)), [text]);
  return (
    <div class="prose">
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} above={level} />
      ))}
    </div>
  );
}

interface BlockViewProps {
  readonly block: Block;
  readonly above: number;
}

function BlockView({ block, above }: BlockViewProps) {
  switch (block.kind) {
    case 'heading':
      return (
        <Heading depth={block.level} level={above + block.level}>
          {block.children.map(toElement)}
        </Heading>
      );
    case 'code':
      return (
        <pre>
          <code>{revealText(block.text)}</code>
        </pre>
      );
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{item.map(toElement)}</li>);
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'quote':
      return <blockquote>{block.children.map(toElement)}</blockquote>;
    case 'paragraph':
      return <p>{block.children.map(toElement)}</p>;
  }
}

interface HeadingProps {
  readonly depth: number;
  readonly level: number;
  readonly children: ComponentChildren;
}

const TAGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

function Heading({ depth, level, children }: HeadingProps) {
  const Tag = TAGS[level - 2] ?? 'h6';
  return <Tag data-depth={depth}>{children}</Tag>;
}

/** Whoever wrote it may have left out levels; those who listen to the outline miss them. */
function withoutGaps(blocks: readonly Block[]): Block[] {
  let depth = 0;
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    depth = Math.min(block.level, depth + 1);
    return { ...block, level: depth };
  });
}

function toElement(inline: Inline, index: number) {
  switch (inline.kind) {
    case 'text':
      return revealText(inline.text);
    case 'code':
      return <code key={index}>{revealText(inline.text)}</code>;
    case 'strong':
      return <strong key={index}>{inline.children.map(toElement)}</strong>;
    case 'emphasis':
      return <em key={index}>{inline.children.map(toElement)}</em>;
    case 'link':
      return (
        <a key={index} class="link" href={inline.href} rel="noopener noreferrer" target="_blank">
          {revealText(inline.text)}
        </a>
      );
  }
}
