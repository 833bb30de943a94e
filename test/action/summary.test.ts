import { expect } from 'chai';
import { escapeHtml, renderSummary } from '../../action/summary.ts';

const HOSTILE =
  '</code></td></table>\n\n# x\n<script>alert(1)</script> | `b` [l](javascript:x) **b** @acme ![i](x) &lt;';

describe('the job summary', () => {
  const html = renderSummary({
    title: HOSTILE,
    origins: [{ field: HOSTILE, value: HOSTILE, origin: HOSTILE }],
    notes: [HOSTILE],
    link: `https://milepost.test/timeline?event="><script>&eventSource=${encodeURIComponent(HOSTILE)}`,
  });

  it('holds no tag but its own', () => {
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name));
    expect([...tags].sort()).to.deep.equal(['a', 'code', 'h3', 'p', 'table', 'td', 'th', 'tr']);
    expect(html).to.not.contain('"><');
  });

  it('stays one block of HTML, in which Markdown means nothing', () => {
    expect(html).to.not.match(/\n\s*\n./);
    expect(html.replace(/&#\d+;/g, '')).to.not.match(/[`*_[\]|\\~@]/);
  });

  it('shows what it escaped as it was', () => {
    const entities: { [entity: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"' };
    const shown = escapeHtml(HOSTILE).replace(/&(#\d+|[a-z]+);/g, (_, name: string) =>
      name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : (entities[name] ?? ''),
    );
    expect(shown).to.equal(HOSTILE.replace(/\s+/g, ' '));
  });

  it('cuts what nobody would read', () => {
    const long = renderSummary({
      title: 't',
      notes: [],
      origins: [{ field: 'type', value: 'x'.repeat(10_000), origin: 'o' }],
    });
    expect(long).to.have.length.below(1000);
  });
});
