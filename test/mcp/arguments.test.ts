import { expect } from 'chai';
import { useMilepost } from './support.ts';

describe('wrong arguments of MCP tools', () => {
  const { ask } = useMilepost();

  const cases: [string, Record<string, unknown>, string[]][] = [
    ['query_events', { from: 'yesterday' }, ["from: 'yesterday' is not a time", '-2h', '2025-']],
    ['query_events', { from: '2026-01-01T00:00:00' }, ['from: timezone is required']],
    ['query_events', { timezone: 'CET+1' }, ['timezone: is not a known IANA', 'Europe/Berlin']],
    ['query_events', { from: '-1h', to: '-2h' }, ['from: must not be after to']],
    ['query_events', { limit: 101 }, ['limit: must be a whole number from 1 to 100, such as 25']],
    ['query_events', { limit: 'ten' }, ['limit: must be a whole number']],
    ['query_events', { limit: true }, ['limit: must be a whole number']],
    ['query_events', { severity: 'HIGH' }, ['severity: must be among LOW, MINOR, MAJOR']],
    ['query_events', { order: 'up' }, ['order: must be one of desc, asc']],
    ['query_events', { type: 7 }, ['type: must be a list of strings, such as']],
    ['query_events', { type: [7] }, ['type: must be a list of strings']],
    ['query_events', { search: 'x'.repeat(501) }, ['search: must be at most 500']],
    ['query_events', { source: '\ud800' }, ['source: ', 'valid Unicode']],
    ['query_events', { environment: 'x' }, ['environment: unknown parameter, did you mean subj']],
    ['query_events', { organization: 'other' }, ['organization: unknown parameter, known are']],
    ['query_events', { cursor: 'abc' }, ['cursor: is damaged or belongs to other', 'leave curs']],
    ['query_events', { limit: 0, order: 'up' }, ['limit: must be', 'order: must be']],
    ['get_event', {}, ['id: is required']],
    ['get_event', { id: 7 }, ['id: must be a string']],
    ['get_event', { id: 'twin' }, ['source: is required', 'shop, billing']],
    ['get_event', { id: 'Old' }, ['id: there is no event "Old"', 'query_events']],
    ['get_event', { id: 'old', source: 'x' }, ['source: "x" has no event "old", but "shop" has']],
    ['get_event_summary', { group_by: 'version' }, ['group_by: must be one of type, source']],
    ['get_state', { timezone: 'CET+1' }, ['timezone: is not a known IANA']],
    ['list_event_types', { timezone: 'CET+1' }, ['timezone: is not a known IANA']],
    ['get_event_summary', { timezone: 'CET+1' }, ['timezone: is not a known IANA']],
    ['get_state', { at: 'then' }, ["at: 'then' is not a time"]],
    ['list_event_types', { from: 'x' }, ["from: 'x' is not a time"]],
    ['get_organization_context', { x: 1 }, ['x: unknown, this tool takes no arguments']],
    ['query_event', {}, ['no tool "query_event"', 'Did you mean query_events?', 'get_state']],
  ];
  for (const [name, args, parts] of cases) {
    it(`${name} ${JSON.stringify(args).slice(0, 60)}`, async () => {
      const { isError, text } = await ask(name, args);
      expect(isError).to.equal(true);
      for (const part of parts) expect(text).to.contain(part);
    });
  }

  it('refuses a cursor next to other filters', async () => {
    const { structured } = await ask('query_events', { limit: 1 });
    const cursor = structured['next_cursor'];
    const { isError, text } = await ask('query_events', { limit: 1, type: 'incident', cursor });
    expect(isError).to.equal(true);
    expect(text).to.contain('the same from, to, timezone, filters and order');
  });
});
