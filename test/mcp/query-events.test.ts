import { expect } from 'chai';
import { NOON, newEvent } from '../support/events.ts';
import { HOUR, hintsOf, idsOf, useMilepost } from './support.ts';

describe('MCP tool query_events', () => {
  const { ask, running } = useMilepost();

  it('answers with the last 24 hours, newest first, and says so', async () => {
    const result = await ask('query_events');
    expect(result.structured['range']).to.deep.equal({
      from: '2026-01-14T13:00:00.000Z',
      now: '2026-01-15T13:00:00.000Z',
      timezone: 'UTC',
    });
    expect(idsOf(result).slice(0, 3)).to.deep.equal(['planned', 'event-29', 'event-28']);
    expect(result.structured).to.include({ total: 32, has_more: true, truncated_by: 'limit' });
    expect(result.structured).not.to.have.any.keys('hints');
  });

  it('shows events without empty fields, and the description as a summary', async () => {
    const { structured } = await ask('query_events', { type: 'incident' });
    const [event] = structured['events'] as Record<string, unknown>[];
    expect(event).to.have.keys(['id', 'time', 'type', 'source', 'severity', 'summary']);
    expect(event?.['summary']).to.match(/^database down very .*…$/);
    expect(event?.['summary']).to.have.lengthOf(200);
  });

  it('adds data and extensions when asked to', async () => {
    const { structured } = await ask('query_events', {
      type: 'incident',
      response_format: 'detailed',
    });
    const [event] = structured['events'] as Record<string, unknown>[];
    expect(event).to.deep.include({
      extensions: { traceparent: 'abc' },
      created_at: '2026-01-15T12:00:01.000Z',
    });
    expect(event?.['data']).to.include({ runbook: 'https://x.example' });
  });

  it('takes a bare string for a list, a digit string for a number, and any case of severity', async () => {
    const loose = await ask('query_events', { source: 'shop', limit: '2', severity: 'minor' });
    const exact = await ask('query_events', { source: ['shop'], limit: 2, severity: ['MINOR'] });
    const listed = await ask('query_events', { source: '["shop"]', limit: 2 });
    expect(loose.structured).to.deep.equal(exact.structured);
    expect(idsOf(loose)).to.deep.equal(['event-29', 'event-28']);
    expect(idsOf(listed)).to.deep.equal(idsOf(exact));
  });

  it('takes null and empty values for absent ones', async () => {
    const result = await ask('query_events', { type: null, source: [], subject: '', limit: 1 });
    expect(idsOf(result)).to.deep.equal(['planned']);
  });

  it('narrows by several fields, and widens by several values', async () => {
    const result = await ask('query_events', {
      from: '-90d',
      source: ['billing', 'network'],
      type: ['incident', 'maintenance'],
    });
    expect(idsOf(result)).to.deep.equal(['planned', 'outage']);
  });

  it('looks at all times for an id or a version, and before an end', async () => {
    expect(idsOf(await ask('query_events', { id: 'old' }))).to.deep.equal(['old']);
    expect(idsOf(await ask('query_events', { version: '0.8.0' }))).to.deep.equal(['twin']);
    const before = await ask('query_events', { to: '-60h', order: 'asc' });
    expect(idsOf(before)).to.deep.equal(['twin', 'twin', 'old']);
  });

  it('reads local times and answers in the zone, across a change of clocks', async () => {
    const { structured } = await ask('query_events', {
      from: '2025-10-26T02:30:00',
      to: '2026-01-15T11:00',
      timezone: 'Europe/Berlin',
    });
    expect(structured['range']).to.deep.equal({
      from: '2025-10-26T02:30:00.000+02:00',
      to: '2026-01-15T11:00:00.000+01:00',
      now: '2026-01-15T14:00:00.000+01:00',
      timezone: 'Europe/Berlin',
    });
    expect(structured['events']).to.have.lengthOf(4);
    expect((structured['events'] as { time: string }[])[0]?.time).to.equal(
      '2026-01-15T10:00:00.000+01:00',
    );
  });

  it('gives times that it takes again', async () => {
    const first = await ask('query_events', {
      from: '-4h',
      to: '-1h',
      timezone: 'America/New_York',
    });
    const { from, to } = first.structured['range'] as { from: string; to: string };
    expect(from).to.equal('2026-01-15T04:00:00.000-05:00');
    expect(idsOf(await ask('query_events', { from, to }))).to.deep.equal(idsOf(first));
    expect(idsOf(first)).to.deep.equal(['event-0', 'outage']);
  });

  it('reads every page once, while events arrive', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const result = await ask('query_events', { source: 'shop', from: '-1h', limit: 7, cursor });
      seen.push(...idsOf(result));
      cursor = result.structured['next_cursor'] as string | undefined;
      pages += 1;
      const late = newEvent({ id: `late-${pages}`, time: NOON + HOUR - pages });
      await running().store.events.append([late]);
    } while (cursor !== undefined);
    const expected = Array.from({ length: 30 }, (_, index) => `event-${29 - index}`);
    expect(seen).to.deep.equal(expected);
    expect(pages).to.equal(5);
  });

  it('goes on with another limit and format', async () => {
    const first = await ask('query_events', { limit: 1, source: 'network' });
    expect(first.structured['next_cursor']).to.equal(undefined);
    const page = await ask('query_events', { limit: 1, to: '-12h' });
    const cursor = page.structured['next_cursor'];
    const next = await ask('query_events', {
      limit: 9,
      to: '-12h',
      cursor,
      response_format: 'detailed',
    });
    expect(idsOf(next)).to.deep.equal(['twin', 'twin']);
    expect(next.structured['has_more']).to.equal(false);
  });
});

describe('an MCP query that finds nothing', () => {
  const { ask } = useMilepost();

  it('names the values that were probably meant', async () => {
    const result = await ask('query_events', { type: 'deploy', source: 'shopp' });
    expect(hintsOf(result)).to.contain('did you mean "deployment"?');
    expect(hintsOf(result)).to.contain('did you mean "shop"?');
    expect(hintsOf(result)).not.to.contain('at any time');
    expect(hintsOf(result)).to.contain('2026-01-12T03:00:00.000Z to 2026-01-17T12:00:00.000Z');
  });

  it('lists the frequent values where none is near', async () => {
    const result = await ask('query_events', { subject: 'zzzzzzzz' });
    expect(hintsOf(result)).to.contain('most frequent are "production", "staging"');
    expect(hintsOf(result)).to.contain('list_event_subjects');
  });

  it('names the nearest events on both sides of the range', async () => {
    const result = await ask('query_events', { from: '-20h', to: '-10h' });
    expect(hintsOf(result)).to.contain(
      'before the range is at 2026-01-12T12:00:00.000Z (id "old"); widen from',
    );
    expect(hintsOf(result)).to.contain('after the range is at 2026-01-15T09:00:00.000Z');
  });

  it('says when no time would help', async () => {
    const result = await ask('query_events', { type: 'incident', source: 'shop' });
    expect(hintsOf(result)).to.contain('No event at any time matches all filters together');
    const search = await ask('query_events', { search: 'database down' });
    expect(hintsOf(search)).to.contain('search looks into type, version and source only');
  });

  it('survives ranges at the ends of time', async () => {
    const result = await ask('query_events', {
      from: '0000-01-01T00:00:00Z',
      to: '0000-01-01T00:00:00Z',
    });
    expect(hintsOf(result)).to.contain('after the range');
    const last = await ask('query_events', { from: '9999-12-31T23:59:59.999Z' });
    expect(hintsOf(last)).to.contain('before the range');
  });
});
