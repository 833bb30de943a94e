import { expect } from 'chai';
import {
  descriptionOf,
  revealText,
  shortSource,
  toJsonSegments,
  toSegment,
} from '../../dashboard/text.ts';

describe('hostile text', () => {
  it('cannot turn around what stands beside it', () => {
    expect(revealText('safe\u202Eexe.gpj')).to.equal('safe\\u202eexe.gpj');
    expect(revealText('\u2066a\u2069\u200F')).to.equal('\\u2066a\\u2069\\u200f');
  });

  it('cannot hide', () => {
    expect(revealText('a\u200Bb\uFEFF\u0000\u001B[31m')).to.equal(
      'a\\u200bb\\ufeff\\u0000\\u001b[31m',
    );
    expect(revealText('x\u{E0041}')).to.equal('x\\u{e0041}');
  });

  it('keeps what people write: line ends, other scripts, joined emoji', () => {
    const text = 'Zeile\n\tzwei – שלום 日本 👩‍💻 <b>&amp;</b>';
    expect(revealText(text)).to.equal(text);
  });
});

describe('links', () => {
  it('are values that are an https address and nothing else', () => {
    expect(toSegment('https://ci.example/run/1').href).to.equal('https://ci.example/run/1');
    for (const text of [
      'javascript:alert(1)',
      'http://ci.example',
      'see https://ci.example',
      'https://github.com@evil.example/x',
      'https://user:secret@ci.example',
      'https://ci.example and more',
      'https://',
      ' https://ci.example',
      'data:text/html,x',
    ]) {
      expect(toSegment(text).href, text).to.equal(undefined);
    }
  });

  it('are found in JSON, which reads as it was', () => {
    const value = { run: 'https://ci.example/1?a=b', list: ['x', 'https://b.example'], n: 1 };
    const segments = toJsonSegments(value);
    expect(segments.map(({ text }) => text).join('')).to.equal(JSON.stringify(value, null, 2));
    expect(segments.flatMap(({ href }) => href ?? [])).to.deep.equal([
      'https://ci.example/1?a=b',
      'https://b.example',
    ]);
  });

  it('are not made from what only looks like one', () => {
    const value = { a: 'https://x.example/"onmouseover="alert(1)', b: 'https://exa mple' };
    expect(toJsonSegments(value)).to.have.length(1);
  });
});

describe('what an event says', () => {
  it('is its description, where that is text', () => {
    expect(descriptionOf({ description: 'x' })).to.equal('x');
    expect(descriptionOf({ description: 1 })).to.equal('');
    expect(descriptionOf(null)).to.equal('');
  });

  it('shortens sources that are addresses', () => {
    expect(shortSource('//github.com/acme/api')).to.equal('acme/api');
    expect(shortSource('BE')).to.equal('BE');
    expect(shortSource('//host')).to.equal('//host');
  });
});
