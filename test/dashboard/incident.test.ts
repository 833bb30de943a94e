import { expect } from 'chai';
import type { CausesAnswer } from '../../dashboard/details/insight-api.ts';
import { escapeMarkdown } from '../../dashboard/escape-markdown.ts';
import { toMarkdown } from '../../dashboard/incident/incident-markdown.ts';
import { readIncident, writeIncident } from '../../dashboard/incident/incident-state.ts';
import { laneOf } from '../../dashboard/incident/lanes.ts';
import { parseMarkdown } from '../../dashboard/settings/markdown.ts';
import { storedEvent } from './events.ts';

const PLACE = { origin: 'https://milepost.example', address: 'https://milepost.example/incident' };
const STATE = { at: 'now', subject: 'production', source: '', window: '24h' } as const;

const answerOf = (over: Parameters<typeof storedEvent>[1]): CausesAnswer => ({
  at: storedEvent(20).time,
  considered: 3,
  causes: [
    {
      event: storedEvent(0, over),
      score: 72,
      reasons: [
        { points: 32, text: '20 minutes before' },
        { points: 10, text: 'a|b got worse after it' },
      ],
    },
  ],
});

describe('the findings as Markdown', () => {
  it('say which moment, which changes and why, with links to the events', () => {
    const text = toMarkdown(
      answerOf({ type: 'deployment', version: 'v2', source: 'shop', data: { description: 'New' } }),
      STATE,
      PLACE,
    );
    expect(text).to.match(/^# What changed before \d{4}-\d\d-\d\d 12:20:00 UTC\n/);
    expect(text).to.include(
      '- Environment: production\n- System: any\n- Looked back: 24h, 3 changes',
    );
    expect(text).to.include(
      '[deployment v2](https://milepost.example/timeline?event=event-0&eventSource=shop): New',
    );
    expect(text).to.include('20 minutes before (+32); a&#124;b got worse after it (+10)');
    expect(text).to.include('no probability');
    expect(toMarkdown({ ...answerOf({}), causes: [] }, STATE, PLACE)).to.include('No change was');
  });

  it('keep hostile text as text, in one cell of one row', () => {
    const hostile =
      '| a | `b` [c](https://evil.example) ![d](https://evil.example/x.png) <img src=x onerror=alert(1)> **e** ~~f~~ https://evil.example www.evil.example &lt; \\| \n# heading\n- item \u202E';
    const text = toMarkdown(
      answerOf({
        type: hostile,
        version: hostile,
        source: hostile,
        data: { description: hostile },
      }),
      { ...STATE, subject: hostile },
      PLACE,
    );
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).to.have.length(3);
    for (const row of rows) expect(row.match(/\|/g)).to.have.length(9);
    // What is left of marks is escaped, or ours.
    const own = text.replaceAll(/\]\(https:\/\/milepost\.example[^)\s]*\)/g, '');
    expect(own).not.to.match(/<|https?:\/\/|www\.|\u202e/i);
    expect(own).not.to.match(/(?<!\\)(?:\\\\)*[`*~]/);
    expect(own.match(/(?<!\\)(?:\\\\)*\[/g)).to.have.length(2);
    const kinds = parseMarkdown(text).map(({ kind }) => kind);
    expect(kinds).to.deep.equal(['heading', 'list', 'paragraph', 'paragraph']);
  });

  it('escape what begins a line, and leave plain words alone', () => {
    expect(escapeMarkdown('v1.4.0 of shop-api (eu)')).to.equal('v1.4.0 of shop-api (eu)');
    expect(['- a', '+ a', '1. a', '1) a', '=a', '# a', '> a'].map(escapeMarkdown)).to.deep.equal([
      ...['\\- a', '\\+ a', '1\\. a', '1\\) a', '\\=a', '\\# a', '&gt; a'],
    ]);
    expect(escapeMarkdown('a_b*c\\|d')).to.equal('a\\_b\\*c\\\\&#124;d');
  });
});

describe('the address of an incident', () => {
  it('holds all that is not the usual, and keeps the open event', () => {
    expect(readIncident(new URLSearchParams('window=3h&subject='))).to.deep.equal({
      ...{ at: 'now', subject: '', source: '', window: '24h' },
    });
    const state = { at: '2025-01-01T00:00:00Z', subject: 'p', source: 's', window: '2h' } as const;
    const query = writeIncident(state, new URLSearchParams('event=e&at=x'));
    expect(readIncident(query)).to.deep.equal(state);
    expect(query.get('event')).to.equal('e');
    expect(String(writeIncident(readIncident(new URLSearchParams()), query))).to.equal('event=e');
  });
});

describe('marks on the axis', () => {
  it('stand beside each other where they would cover each other', () => {
    expect(laneOf([0.5, 0.51, 0.52, 0.9, 0.6], 0.05)).to.deep.equal([0, 1, 2, 0, 0]);
    expect(laneOf([], 0.05)).to.deep.equal([]);
  });
});
