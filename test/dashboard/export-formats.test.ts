import { expect } from 'chai';
import { escapeMarkdown } from '../../dashboard/escape-markdown.ts';
import {
  createRecordCounter,
  FORMATS,
  toMarkdownRow,
} from '../../dashboard/tools/export-formats.ts';
import { storedEvent } from './events.ts';

describe('What is exported', () => {
  it('counts the records of a CSV, however it is cut and whatever is quoted', () => {
    const csv = 'id,data\r\n1,"a\nb ""c"" \n"\r\n2,x\r\n';
    for (let size = 1; size <= csv.length; size += 1) {
      const count = createRecordCounter();
      let records = 0;
      for (let at = 0; at < csv.length; at += size) records = count(csv.slice(at, at + size));
      expect(records, `pieces of ${size}`).to.equal(3);
    }
  });

  it('makes one array of lines', () => {
    const { head, line, foot } = FORMATS.json.convert?.() ?? expect.fail();
    expect(JSON.parse(head + foot)).to.deep.equal([]);
    const lines = ['{"id":1}', '{"id":2}'].map((text, index) => line(text, index));
    expect(JSON.parse(head + lines.join('') + foot)).to.deep.equal([{ id: 1 }, { id: 2 }]);
  });

  it('writes an event as one row of a table', () => {
    const row = toMarkdownRow(
      storedEvent(0, {
        ...{ time: '2026-01-15T14:05:00.000Z', severity: 'MAJOR', type: 'rollback' },
        ...{ source: '//github.com/acme/api', subject: 'production', version: 'v1_2' },
        data: { description: 'Back to\n1.1 | because' },
      }),
    );
    expect(row).to.equal(
      '| 2026-01-15 14:05:00 | MAJOR | rollback | //github.com/acme/api | production | v1\\_2 | Back to 1.1 &#124; because |',
    );
  });

  it('keeps hostile text text', () => {
    const HOSTILE: readonly (readonly [string, string])[] = [
      ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
      ['[x](javascript:alert(1))', '\\[x\\](javascript:alert(1))'],
      ['![x](y)', '\\!\\[x\\](y)'],
      ['a | b\n# c', 'a &#124; b \\# c'],
      ['`code` **x** $y$', '\\`code\\` \\*\\*x\\*\\* \\$y\\$'],
      ['\\| x', '\\\\&#124; x'],
      ['@everyone', '\\@everyone'],
      ['https://evil.example', 'https\\://evil.example'],
      ['&lt;b&gt;', '&amp;lt;b&amp;gt;'],
      ['a\u202eb', 'a\\\\u202eb'],
    ];
    for (const [text, escaped] of HOSTILE) expect(escapeMarkdown(text)).to.equal(escaped);
  });
});
