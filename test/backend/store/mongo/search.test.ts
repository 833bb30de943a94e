import { expect } from 'chai';
import { foldCase } from '../../../../backend/model/query.ts';
import { literally, trigramsOf } from '../../../../backend/store/mongo/search.ts';
import { VOCABULARY } from '../../../support/events.ts';

describe('trigramsOf', () => {
  const END = '\u0001';
  const TRIGRAMS: readonly (readonly [string, readonly string[]])[] = [
    ['', []],
    ['A', [`A${END}${END}`]],
    ['AB', [`AB${END}`, `B${END}${END}`]],
    ['ABC', ['ABC', `BC${END}`, `C${END}${END}`]],
    ['AAAA', ['AAA', `AA${END}`, `A${END}${END}`]],
    ['😀倉', [`😀倉${END}`, `倉${END}${END}`]],
  ];
  for (const [text, expected] of TRIGRAMS) {
    it(`cuts ${JSON.stringify(text)} between characters`, () => {
      expect(trigramsOf(text)).to.deep.equal(expected);
    });
  }

  it('has one that begins with any part of a text, however short', () => {
    for (const version of VOCABULARY.version) {
      const folded = foldCase(version ?? '');
      const characters = [...folded];
      const trigrams = trigramsOf(folded);
      for (const [start] of characters.entries()) {
        for (const length of [1, 2, 3]) {
          const part = characters.slice(start, start + length).join('');
          expect(trigrams.some((trigram) => trigram.startsWith(part))).to.equal(true);
        }
      }
    }
  });
});

describe('literally', () => {
  const TEXTS = ['1.0', 'a*b', '(x', 'x)', '[', ']', '{1}', '^a$', 'a|b', '\\d', '+?', '倉😀', ''];
  for (const text of TEXTS) {
    it(`makes a pattern that finds ${text || 'nothing'} and nothing else`, () => {
      const pattern = new RegExp(literally(text), 'u');
      expect(pattern.exec(`-${text}-`)?.[0]).to.equal(text);
      for (const other of TEXTS) {
        expect(pattern.test(other), other).to.equal(other.includes(text));
      }
    });
  }
});
