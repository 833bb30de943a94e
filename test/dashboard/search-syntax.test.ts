import { expect } from 'chai';
import { createRandom } from '../../bench/dataset.ts';
import { applySearch, formatSearch, parseSearch } from '../../dashboard/search-syntax.ts';
import { suggest } from '../../dashboard/suggestions.ts';
import {
  EMPTY_VIEW,
  NO_VALUES,
  readViewState,
  type ViewState,
  writeViewState,
} from '../../dashboard/url-state.ts';
import { NOON } from '../support/events.ts';

describe('a search as text', () => {
  it('names fields, leaves values out, and looks for the rest', () => {
    const { lists, not, search, problems } = parseSearch(
      'subject:production type:rollback type:deployment -source:cache severity:major "out of memory"',
    );
    expect(lists).to.deep.equal({
      ...NO_VALUES,
      subject: ['production'],
      type: ['rollback', 'deployment'],
      severity: ['MAJOR'],
    });
    expect(not).to.deep.equal({ ...NO_VALUES, source: ['cache'] });
    expect(search).to.equal('out of memory');
    expect(problems).to.deep.equal([]);
  });

  it('knows what other tools call the fields', () => {
    const { lists } = parseSearch('env:prod system://github.com/a/b ENVIRONMENT:x release:1.0');
    expect(lists).to.deep.include({
      subject: ['prod', 'x'],
      source: ['//github.com/a/b'],
      version: ['1.0'],
    });
  });

  it('takes values in quotation marks, with what would end them', () => {
    const { lists, search } = parseSearch(String.raw`type:"a \"b\" c\\d" say "x:y -z"`);
    expect(lists.type).to.deep.equal(['a "b" c\\d']);
    expect(search).to.equal('say x:y -z');
  });

  const WRONG: readonly (readonly [string, RegExp, readonly [number, number]])[] = [
    ['ok foo:bar', /no field “foo”.*severity, type/, [3, 10]],
    ['"never closed', /not closed/, [0, 13]],
    ['type:', /Write a value behind “type:”/, [0, 5]],
    ['severity:huge', /low, minor, major, critical/, [0, 13]],
    ['a -b', /left out, such as -type:b/, [2, 4]],
    ['-', /field behind the minus/, [0, 1]],
  ];
  for (const [text, message, [start, end]] of WRONG) {
    it(`says what is wrong with ${text}, and where`, () => {
      const [problem, ...others] = parseSearch(text).problems;
      expect(others).to.deep.equal([]);
      expect(problem?.message).to.match(message);
      expect([problem?.start, problem?.end]).to.deep.equal([start, end]);
    });
  }

  it('comes back from the address as it was, whatever is in it', () => {
    const random = createRandom(5);
    const pieces = [
      'a',
      'B:',
      '"',
      '\\',
      ' ',
      '-',
      '  ',
      'ü–✓',
      ':',
      'type:',
      '//x/y',
      '\u202e',
      '1.0',
    ];
    const word = () => {
      const length = 1 + Math.floor(random() * 4);
      const text = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]);
      return text.join('').trim() || 'x';
    };
    const words = () => [...new Set(Array.from({ length: Math.floor(random() * 3) }, word))];
    for (let run = 0; run < 500; run += 1) {
      const view: ViewState = {
        ...EMPTY_VIEW,
        ...{ severity: random() < 0.3 ? ['MAJOR', 'LOW'] : [], type: words(), source: words() },
        not: { ...NO_VALUES, subject: words(), version: words() },
        search: random() < 0.5 ? '' : word(),
      };
      const shown = readViewState(new URLSearchParams(writeViewState(view)), NOON);
      const text = formatSearch(shown);
      expect(applySearch(EMPTY_VIEW, parseSearch(text)), text).to.deep.equal(view);
    }
  });
});

describe('what a search can go on with', () => {
  const known = {
    facets: {
      ...{ source: [], severity: [] },
      type: [
        { value: 'deployment', count: 9 },
        { value: 'db migration', count: 2 },
      ],
      subject: [
        { value: 'production', count: 7 },
        { value: null, count: 4 },
      ],
    },
    versions: ['1.10.0', '1.9.0'],
  };
  const inserts = (text: string, caret = text.length) =>
    suggest(text, caret, known).list.map(({ insert }) => insert);

  it('is the fields at first', () => {
    expect(inserts('')).to.deep.equal(['severity:', 'type:', 'subject:', 'source:', 'version:']);
    expect(inserts('x ')).to.have.length(5);
  });

  it('is the values of a field, as one has to write them', () => {
    expect(inserts('type:')).to.deep.equal(['type:deployment', 'type:"db migration"']);
    expect(inserts('env:prod')).to.deep.equal(['subject:production']);
    expect(inserts('version:9')).to.deep.equal(['version:1.9.0']);
    expect(inserts('severity:')).to.deep.equal([
      ...['severity:critical', 'severity:major', 'severity:minor', 'severity:low'],
    ]);
  });

  it('is what a word may be the beginning of, or a part of', () => {
    expect(inserts('su')).to.deep.equal(['subject:']);
    expect(inserts('PROD')).to.deep.equal(['subject:production']);
    expect(inserts('-depl')).to.deep.equal(['-type:deployment']);
  });

  it('takes the place of the word that one is at', () => {
    const { start, end, list } = suggest('subject:p type:x', 6, known);
    expect([start, end]).to.deep.equal([0, 9]);
    expect(list[0]?.insert).to.equal('subject:production');
    expect(suggest('"type:', 6, known).list).to.deep.equal([]);
  });
});
