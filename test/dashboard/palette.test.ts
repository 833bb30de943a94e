import { expect } from 'chai';
import { fuzzyScore } from '../../dashboard/tools/fuzzy.ts';
import {
  noteRecent,
  type PaletteEntry,
  rankEntries,
} from '../../dashboard/tools/palette-entries.ts';

function entry(name: string, over: Partial<PaletteEntry> = {}): PaletteEntry {
  return { id: name, group: 'Go to', name, run: () => {}, ...over };
}

const ENTRIES = [
  entry('Timeline'),
  entry('API keys', { group: 'Settings' }),
  entry('payments-api', { group: 'Systems' }),
  entry('Theme: dark', { group: 'Do' }),
  entry('Sign out', { group: 'Do', words: 'log out leave' }),
];
const names = (query: string, recent: readonly string[] = []) =>
  rankEntries(ENTRIES, query, recent).map(({ name }) => name);

describe('The palette', () => {
  it('lists everything in its order, behind what was used lately', () => {
    expect(names('')).to.deep.equal(ENTRIES.map(({ name }) => name));
    expect(names(' ', ['Sign out', 'API keys']).slice(0, 3)).to.deep.equal([
      'Sign out',
      'API keys',
      'Timeline',
    ]);
  });

  it('finds by the beginning, by letters of words, by group and by other words', () => {
    expect(names('tim')[0]).to.equal('Timeline');
    expect(names('pa')[0]).to.equal('payments-api');
    expect(names('ak')[0]).to.equal('API keys');
    expect(names('settings')[0]).to.equal('API keys');
    expect(names('LEAVE')).to.deep.equal(['Sign out']);
    expect(names('xyz')).to.deep.equal([]);
  });

  it('prefers whole words to letters in between, and what was used lately among equals', () => {
    expect(names('api')).to.deep.equal(['API keys', 'payments-api']);
    const equal = [entry('aaa one'), entry('aaa two')];
    const found = rankEntries(equal, 'aaa', ['aaa two']);
    expect(found.map(({ name }) => name)).to.deep.equal(['aaa two', 'aaa one']);
  });

  it('offers the query itself last, whatever it is', () => {
    const search = entry('Search for “timeline”', { group: 'Events', id: 'query search' });
    const found = rankEntries([search, ...ENTRIES], 'timeline', []);
    expect(found.map(({ id }) => id)).to.deep.equal(['Timeline', 'query search']);
  });

  it('ignores case, accents and spaces around', () => {
    expect(fuzzyScore(' Équipe ', 'l’equipe')).to.be.a('number');
    expect(fuzzyScore('ba', 'ab')).to.equal(null);
  });

  it('remembers the newest eight, each once', () => {
    expect(noteRecent(['a', 'b'], 'b')).to.deep.equal(['b', 'a']);
    expect(noteRecent([...'abcdefgh'], 'x')).to.deep.equal([...'xabcdefg']);
  });
});
