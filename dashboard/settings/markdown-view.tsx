import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { revealText } from '../text.ts';
import { type Block, type Inline, parseMarkdown } from './markdown.ts';

/** Markdown as elements; whoever wrote it, text stays text. */
export function MarkdownView({ text }: { readonly text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class="prose">
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <Heading level={block.level}>{block.children.map(toElement)}</Heading>;
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

/** The page has headings of its own above: they go on below those. */
function Heading(props: { readonly level: number; readonly children: ComponentChildren }) {
  if (props.level === 1) return <h3>{props.children}</h3>;
  return props.level === 2 ? <h4>{props.children}</h4> : <h5>{props.children}</h5>;
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
