import { expect } from 'chai';
import { toCsv, toMarkdown } from '../../../dashboard/home/export.ts';
import { toGrid } from '../../../dashboard/home/grid.ts';
import { cellKey } from '../../../dashboard/home/matrix.ts';
import { placeAfter } from '../../../dashboard/home/move.ts';
import { change } from './support.ts';

function gridOf(...events: ReturnType<typeof change>[]) {
  return toGrid(new Map(events.map((event) => [cellKey(event), event])), {
    ...{ order: [], find: '', isDriftOnly: false, compare: null },
    history: { events: [], start: '' },
    changed: new Set(),
  });
}

describe('the matrix, taken along', () => {
  const data = { actor: 'ma"ra' };
  const grid = gridOf(
    change(0, 'dev', '1.1', { data, type: 'release' }),
    change(1, 'production', '1.0', { severity: 'MAJOR' }),
    change(2, 'production', null, { source: '//github.com/acme/api' }),
  );

  it('is a table in Markdown', () => {
    expect(toMarkdown(grid).split('\n')).to.deep.equal([
      '| System | dev | production |',
      '| --- | --- | --- |',
      '| acme/api |  | deployment |',
      '| shop | 1.1 | 1.0 |',
      '',
    ]);
  });

  it('has a line for each cell in CSV', () => {
    expect(toCsv(grid).split('\r\n')).to.deep.equal([
      'system,environment,version,since,type,severity,by,event',
      '//github.com/acme/api,production,,2026-01-15T12:02:00.000Z,deployment,MINOR,,//github.com/acme/api-production-2',
      'shop,dev,1.1,2026-01-15T12:00:00.000Z,release,MINOR,"ma""ra",shop-dev-0',
      'shop,production,1.0,2026-01-15T12:01:00.000Z,deployment,MAJOR,,shop-production-1',
      '',
    ]);
  });

  it('is nothing that a spreadsheet or a page would run', () => {
    const evil = gridOf(
      change(0, '@dev', '=cmd|a', { source: '-1+1', data: { actor: '\u202e+x' } }),
    );
    expect(toCsv(evil)).to.include("'-1+1,'@dev,'=cmd|a,").and.include(',\\u202e+x,');
    const source = '[x](javascript:alert(1))|<img src=x>\n# no';
    const text = toMarkdown(gridOf(change(0, 'dev', '`1`', { source })));
    expect(text).to.include(
      '\\[x\\](javascript:alert(1))&#124;&lt;img src=x&gt; \\# no | \\`1\\` |',
    );
  });
});

describe('the arrows in the matrix', () => {
  const press = (key: string, row: number, column: number, ctrlKey = false) =>
    placeAfter({ key, ctrlKey, metaKey: false }, { row, column }, 30, 4);

  it('lead from cell to cell, and stop at the edges', () => {
    expect(press('ArrowDown', 0, 0)).to.deep.equal({ row: 1, column: 0 });
    expect(press('ArrowRight', 1, 3)).to.deep.equal({ row: 1, column: 3 });
    expect(press('ArrowUp', 0, 2)).to.deep.equal({ row: 0, column: 2 });
    expect(press('PageDown', 25, 2)).to.deep.equal({ row: 29, column: 2 });
  });

  it('have keys for the ends beside them, and leave others alone', () => {
    expect(press('Home', 5, 2)).to.deep.equal({ row: 5, column: 0 });
    expect(press('End', 5, 2)).to.deep.equal({ row: 5, column: 3 });
    expect(press('Home', 5, 2, true)).to.deep.equal({ row: 0, column: 0 });
    expect(press('End', 5, 2, true)).to.deep.equal({ row: 29, column: 3 });
    expect(press('ArrowDown', 5, 2, true)).to.equal(null);
    expect(press('x', 5, 2)).to.equal(null);
  });
});
