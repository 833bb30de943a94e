import { expect } from 'chai';
import { shorten, takeFitting } from '../../backend/mcp/fit.ts';
import { toTime } from '../../backend/mcp/output.ts';
import { clip, escapeText, escapeValue, unescapeText } from '../../backend/mcp/text.ts';

describe('text of MCP answers', () => {
  it('escapes once, and back', () => {
    const hidden = 'a\u202eb\u{e0041}c\u0000';
    const escaped = escapeText(hidden);
    expect(escaped).to.equal('a\\u{202e}b\\u{e0041}c\\u{0}');
    expect(escapeText(escaped)).to.equal(escaped);
    expect(unescapeText(escaped)).to.equal(hidden);
  });

  it('takes back only what it would have escaped', () => {
    for (const text of ['\\u{61}', '\\u{ffffff}', '\\u{}', '\\u{202E}', '\\u202e']) {
      expect(unescapeText(text)).to.equal(text);
    }
  });

  it('keeps JSON as it is, but for members without a value', () => {
    const value = { a: [1, true, null, 'x'], b: undefined, c: { d: 'é' } };
    expect(escapeValue(value)).to.deep.equal({ a: [1, true, null, 'x'], c: { d: 'é' } });
    expect(Object.keys(escapeValue(value) as object)).to.deep.equal(['a', 'c']);
  });

  it('cuts between characters', () => {
    expect(clip('😀'.repeat(10), 10)).to.equal('😀'.repeat(10));
    expect(clip('😀'.repeat(11), 10)).to.equal(`${'😀'.repeat(9)}…`);
    expect(clip('short', 5)).to.equal('short');
  });
});

describe('size of MCP answers', () => {
  it('takes the items that fit, one at the least, and shapes no others', () => {
    let shaped = 0;
    const shape = (length: number) => {
      shaped += 1;
      return 'x'.repeat(length);
    };
    expect(takeFitting([10, 10, 10], shape, 39)).to.have.lengthOf(3);
    expect(takeFitting([10, 10, 10], shape, 38)).to.have.lengthOf(2);
    expect(takeFitting([], shape, 1)).to.deep.equal([]);
    shaped = 0;
    expect(takeFitting([10, 10, 10, 10], shape, 1)).to.have.lengthOf(1);
    expect(shaped).to.equal(2);
  });

  it('shortens no more than it must', () => {
    const value = { log: 'x'.repeat(5000), note: 'kept' };
    expect(shorten(value, 6000)).to.deep.equal({ value, isCut: false });
    const cut = shorten(value, 4500).value as typeof value;
    expect(cut.note).to.equal('kept');
    expect(cut.log).to.equal(`${'x'.repeat(4000)}… (1000 more characters)`);
  });

  it('ends lists and objects early, and gives up where nothing helps', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`k${index}`, index]),
    );
    expect((shorten(wide, 1500).value as Record<string, unknown>)['…']).to.equal('… (200 more)');
    expect(shorten(wide, 5)).to.deep.equal({ value: undefined, isCut: true });
  });
});

describe('times of MCP answers', () => {
  it('carry the offset of the zone', () => {
    const summer = Date.UTC(2026, 6, 1, 12);
    expect(toTime(summer, undefined)).to.equal('2026-07-01T12:00:00.000Z');
    expect(toTime(summer, 'Europe/Berlin')).to.equal('2026-07-01T14:00:00.000+02:00');
    expect(toTime(summer, 'America/St_Johns')).to.equal('2026-07-01T09:30:00.000-02:30');
    expect(toTime(summer, 'UTC')).to.equal('2026-07-01T12:00:00.000Z');
  });

  it('stay UTC where a zone had an offset of seconds, or the year would not fit', () => {
    expect(toTime(Date.UTC(1850, 0, 1), 'Europe/Berlin')).to.equal('1850-01-01T00:00:00.000Z');
    const end = Date.UTC(9999, 11, 31, 23, 59);
    expect(toTime(end, 'Asia/Tokyo')).to.equal('9999-12-31T23:59:00.000Z');
  });
});
