import { expect } from 'chai';
import { readViewState } from '../../dashboard/url-state.ts';
import { NOON, newEvent } from '../support/events.ts';
import { call, connect, HOUR, hintsOf, NOW, useMilepost, withMilepost } from './support.ts';

describe('MCP tools, through the official client', () => {
  const { ask, client, running } = useMilepost();

  it('introduces itself and promises no notifications', () => {
    expect(client().getServerVersion()).to.include({ name: 'milepost', version: '0.0.0-test' });
    expect(client().getServerCapabilities()).to.deep.equal({
      ...{ tools: {}, resources: {}, prompts: {}, completions: {} },
    });
    expect(client().getInstructions()).to.contain('untrusted');
  });

  describe('every tool', () => {
    const calls: [string, Record<string, unknown>][] = [
      ['get_organization_context', {}],
      ['get_business_context', {}],
      ['query_events', {}],
      ['query_events', { response_format: 'detailed', from: '-30d' }],
      ['query_events', { type: 'nothing' }],
      ['get_event', { id: 'outage' }],
      ['get_event_summary', { from: '-30d' }],
      ['get_state', {}],
      ['list_event_types', {}],
      ['list_event_sources', { from: '-1d' }],
      ['list_event_subjects', { search: 'nothing' }],
      ['list_metrics', {}],
      ['find_likely_causes', {}],
      ['find_likely_causes', { at: '-90d' }],
      ['get_delivery_metrics', {}],
      ['get_delivery_metrics', { subject: 'nowhere' }],
      ['get_metrics_around_event', { event_id: 'outage' }],
      ['get_metrics_around_event', { time: '-3h', window: '1h' }],
    ];
    it('is called here', async () => {
      const { tools } = await client().listTools();
      expect(new Set(calls.map(([name]) => name))).to.deep.equal(
        new Set(tools.map((tool) => tool.name)),
      );
    });
    for (const [name, args] of calls) {
      it(`${name} ${JSON.stringify(args)} says the same in text and structure`, async () => {
        const { isError, text, structured } = await ask(name, args);
        expect(isError, text).to.equal(false);
        expect(JSON.parse(text)).to.deep.equal(structured);
        expect(text).not.to.contain('secret');
        expect(text).to.equal(JSON.stringify(structured));
      });
    }
  });

  describe('get_organization_context', () => {
    it('shows what is there, how to ask, and what the key may do', async () => {
      const { structured } = await ask('get_organization_context');
      expect(structured).to.deep.include({
        now: '2026-01-15T13:00:00.000Z',
        can_write: false,
        total_events: 35,
        oldest_event: '2026-01-12T03:00:00.000Z',
        newest_event: '2026-01-17T12:00:00.000Z',
        business_context: null,
        console_url: running().baseUrl,
        limits: { events_per_page: 100, characters_per_answer: 40_000 },
      });
      expect(structured['types']).to.deep.include({
        value: 'deployment',
        count: 33,
        last_seen: '2026-01-15T12:29:00.000Z',
      });
      expect(structured['fields']).to.have.keys(
        'type source subject severity version time data'.split(' '),
      );
    });

    it('tells a key that may write', async () => {
      const writer = await connect(running().url, running().key);
      const { structured } = await call(writer, 'get_organization_context');
      expect(structured['can_write']).to.equal(true);
      await writer.close();
    });

    it('works on an empty timeline', async () => {
      await withMilepost([], {}, async (_empty, newcomer) => {
        const context = await call(newcomer, 'get_organization_context');
        expect(context.structured).to.include({ total_events: 0 });
        expect(context.structured).not.to.have.any.keys('oldest_event', 'newest_event');
        const query = await call(newcomer, 'query_events');
        expect(hintsOf(query)).to.contain('timeline is empty');
      });
    });
  });

  describe('get_event', () => {
    it('shows the event and its neighbours of the same source and subject', async () => {
      const { structured } = await ask('get_event', { id: 'event-0' });
      expect(structured['event']).to.deep.include({
        id: 'event-0',
        data: { description: 'as planned' },
      });
      expect(structured['previous']).to.include({ id: 'old', version: '0.9.0' });
      expect(structured['next']).to.include({ id: 'event-1' });
    });

    it('says where people see it, in the words of the dashboard’s own addresses', async () => {
      const { structured } = await ask('get_event', { id: 'twin', source: 'billing' });
      const url = new URL(String(structured['url']));
      const { event } = readViewState(url.searchParams, NOW);
      expect(event).to.deep.equal({ id: 'twin', source: 'billing' });
      expect(url.pathname).to.equal('/timeline');
    });

    it('leaves neighbours out where there are none', async () => {
      const { structured } = await ask('get_event', { id: 'outage' });
      expect(structured).to.have.keys(['event', 'url']);
    });

    it('tells events that share an id apart', async () => {
      const { structured } = await ask('get_event', { id: 'twin', source: 'billing' });
      expect(structured['event']).to.include({ source: 'billing', subject: 'staging' });
    });

    it('finds neighbours among many events of the same time', async () => {
      const at = NOON - 200 * HOUR;
      const crowd = Array.from({ length: 60 }, (_, index) =>
        newEvent({ id: `crowd-${index}`, source: 'crowd', time: at }),
      );
      await withMilepost(crowd, {}, async (_crowded, visitor) => {
        const { structured } = await call(visitor, 'get_event', { id: 'crowd-30' });
        expect(structured['previous']).to.include({ id: 'crowd-29' });
        expect(structured['next']).to.include({ id: 'crowd-31' });
      });
    });
  });

  describe('get_event_summary', () => {
    it('counts, compares with the time before, and names what was severe', async () => {
      const { structured } = await ask('get_event_summary', {
        from: '-24h',
        to: 'now',
        group_by: 'source',
        source: ['shop', 'billing'],
        search: 'event-nothing',
      });
      expect(structured).to.include({ total: 0 });
      const counted = await ask('get_event_summary', {
        from: '2026-01-15T09:00:00Z',
        to: '2026-01-15T12:10:00Z',
        group_by: 'subject',
      });
      expect(counted.structured).to.deep.include({
        total: 12,
        previous_total: 0,
        without_value: 1,
        bucket_seconds: 300,
      });
      const groups = counted.structured['groups'] as { value: string; count: number }[];
      expect(groups.map(({ value, count }) => [value, count])).to.deep.equal([['production', 11]]);
      const notable = counted.structured['notable'] as { id: string }[];
      expect(notable.map(({ id }) => id)).to.deep.equal(['outage']);
      expect(counted.structured['histogram']).to.deep.equal([
        { start: '2026-01-15T09:00:00.000Z', count: 1 },
        { start: '2026-01-15T12:00:00.000Z', count: 5 },
        { start: '2026-01-15T12:05:00.000Z', count: 5 },
        { start: '2026-01-15T12:10:00.000Z', count: 1 },
      ]);
    });

    it('compares with the equally long time before', async () => {
      const { structured } = await ask('get_event_summary', {
        from: '2026-01-15T12:20:00Z',
        to: '2026-01-15T12:29:00Z',
      });
      expect(structured).to.include({ total: 10, previous_total: 9 });
    });

    it('keeps the histogram short for long ranges', async () => {
      const years = Array.from({ length: 120 }, (_, index) =>
        newEvent({ id: `year-${index}`, source: 'ages', time: NOON - index * 40 * 24 * HOUR }),
      );
      await withMilepost(years, {}, async (_ancient, visitor) => {
        const { structured } = await call(visitor, 'get_event_summary', { from: '-5000d' });
        const histogram = structured['histogram'] as { count: number }[];
        expect(histogram.length).to.be.within(30, 61);
        expect(histogram.reduce((sum, { count }) => sum + count, 0)).to.equal(120);
      });
    });

    it('only calls severe what the filter lets through', async () => {
      const { structured } = await ask('get_event_summary', { from: '-7d', severity: ['LOW'] });
      expect(structured['notable']).to.deep.equal([]);
    });
  });

  describe('get_state', () => {
    it('shows what runs where, now and then', async () => {
      const now = await ask('get_state', { source: 'shop', subject: 'production' });
      expect(now.structured).to.include({ at: '2026-01-15T13:00:00.000Z', total: 1 });
      const then = await ask('get_state', { at: '-3d', source: 'shop' });
      expect(then.structured['rows']).to.deep.equal([
        {
          source: 'shop',
          subject: 'production',
          version: '0.9.0',
          since: '2026-01-12T12:00:00.000Z',
          type: 'deployment',
          event_id: 'old',
        },
      ]);
    });

    it('says that there is more, and how to find something', async () => {
      const cut = await ask('get_state', { limit: 1 });
      expect(cut.structured).to.include({ has_more: true, truncated_by: 'limit' });
      expect(cut.structured['rows']).to.have.lengthOf(1);
      const none = await ask('get_state', { source: 'nobody' });
      expect(hintsOf(none)).to.contain('list_event_sources');
    });
  });

  describe('list_event_*', () => {
    it('lists values, most frequent first, counted in the range', async () => {
      const { structured } = await ask('list_event_sources', { from: '-90h', to: '-24h' });
      expect(structured['values']).to.deep.equal([
        {
          value: 'shop',
          count: 2,
          first_seen: '2026-01-12T04:00:00.000Z',
          last_seen: '2026-01-15T12:29:00.000Z',
        },
        {
          value: 'billing',
          count: 1,
          first_seen: '2026-01-12T03:00:00.000Z',
          last_seen: '2026-01-15T09:00:00.000Z',
        },
      ]);
    });

    it('searches in any case, and counts events without a value', async () => {
      const { structured } = await ask('list_event_subjects', { search: 'STAG' });
      expect((structured['values'] as { value: string }[]).map(({ value }) => value)).to.deep.equal(
        ['staging'],
      );
      expect(structured).to.include({ total: 1, without_value: 1, has_more: false });
      const cut = await ask('list_event_types', { limit: 1 });
      expect(cut.structured).to.include({ total: 3, has_more: true });
    });

    it('says why it is empty', async () => {
      const search = await ask('list_event_types', { search: 'nothing' });
      expect(hintsOf(search)).to.contain('leave it out to see all 3');
      const range = await ask('list_event_types', {
        from: '2000-01-01',
        to: '2000-02-01',
        timezone: 'UTC',
      });
      expect(hintsOf(range)).to.contain('for the whole timeline');
    });
  });
});
