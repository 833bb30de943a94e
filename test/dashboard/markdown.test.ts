import { expect } from 'chai';
import { contextRoom } from '../../dashboard/settings/context-template.ts';
import { type Inline, parseMarkdown } from '../../dashboard/settings/markdown.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });
/** The inline parts of a text that is one paragraph. */
function inlineOf(markdown: string): readonly Inline[] {
  const [block] = parseMarkdown(markdown);
  return block?.kind === 'paragraph' ? block.children : [];
}

describe('Markdown', () => {
  it('has headings, paragraphs, lists, quotes and code', () => {
    const blocks = parseMarkdown(
      '# One\r\nfirst\nsecond\n\n- a\n  goes on\n- b\n1. c\n> said\n> so\n```sh\n# x\n\ny\n```\n## Two ##',
    );
    expect(blocks).to.deep.equal([
      { kind: 'heading', level: 1, children: [text('One')] },
      { kind: 'paragraph', children: [text('first\nsecond')] },
      { kind: 'list', isOrdered: false, items: [[text('a goes on')], [text('b')]] },
      { kind: 'list', isOrdered: true, items: [[text('c')]] },
      { kind: 'quote', children: [text('said\nso')] },
      { kind: 'code', text: '# x\n\ny' },
      { kind: 'heading', level: 2, children: [text('Two')] },
    ]);
  });

  it('has bold, italics, code and links inside', () => {
    expect(
      inlineOf('a **b *c*** `d **e**` [f](https://g.example/h) https://i.example.'),
    ).to.have.length(8);
    expect(inlineOf('**b** and *c*')).to.deep.equal([
      { kind: 'strong', children: [text('b')] },
      text(' and '),
      { kind: 'emphasis', children: [text('c')] },
    ]);
    expect(inlineOf('[f](https://g.example/h)')).to.deep.equal([
      { kind: 'link', href: 'https://g.example/h', text: 'f' },
    ]);
  });

  it('leaves everything else as text', () => {
    for (const attack of [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[x](javascript:alert(1))',
      '[x](http://plain.example)',
      '[x](data:text/html,y)',
      '[x](//host.example)',
      'https://shop.example@evil.example/',
    ]) {
      const parts = inlineOf(attack);
      expect(parts.map((part) => part.kind)).to.deep.equal(['text']);
      expect(parts[0]).to.deep.equal(text(attack));
    }
  });

  it('is read in time in proportion to its length, whatever is in it', () => {
    for (const piece of ['**', '[', '`', '*a', '> ', '- ', '[a](', '# #', ' ', '~~~\n', '1. ']) {
      const began = performance.now();
      parseMarkdown(piece.repeat(20_000 / piece.length));
      expect(performance.now() - began, piece).to.be.below(500);
    }
  });

  it('is as long as the server counts it', () => {
    expect(contextRoom('')).to.equal(20_000);
    expect(contextRoom('é🚀')).to.equal(19_998);
  });
});
