/** The parameters of every question, after the URL was taken apart. */
import { expect } from 'chai';
import {
  exportParameters,
  facetsParameters,
  getParameters,
  listParameters,
  noParameters,
  stateParameters,
  streamParameters,
  summaryParameters,
} from '../../../backend/model/query-schema.ts';

const PARAMETERS = {
  list: listParameters,
  get: getParameters,
  summary: summaryParameters,
  facets: facetsParameters,
  stream: streamParameters,
  export: exportParameters,
  state: stateParameters,
  none: noParameters,
};
type Name = keyof typeof PARAMETERS;

function read(name: Name, given: Readonly<Record<string, unknown>>): unknown {
  const parsed = PARAMETERS[name].safeParse(given);
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
}

describe('query parameters', () => {
  const EXCLUDED = 'not.type not.source not.subject not.severity not.version';
  const FILTER = `type source subject severity version id search ${EXCLUDED} from to timezone`;
  const KNOWN: Readonly<Record<Name, string>> = {
    list: `${FILTER} order limit cursor`,
    get: 'source',
    summary: `${FILTER} by bucket`,
    facets: FILTER,
    stream: FILTER,
    export: `${FILTER} order format`,
    state: 'source subject at timezone',
    none: '',
  };
  const DEFAULTS: Readonly<Record<Name, object>> = {
    list: { order: 'desc', limit: 25 },
    get: {},
    summary: { by: 'type', bucket: 'auto' },
    facets: {},
    stream: {},
    export: { order: 'desc', format: 'ndjson' },
    state: {},
    none: {},
  };
  for (const name of Object.keys(KNOWN) as Name[]) {
    it(`of ${name} are those of the contract, with its defaults`, () => {
      expect(Object.keys(PARAMETERS[name].shape).join(' ')).to.equal(KNOWN[name]);
      expect(read(name, {})).to.deep.equal(DEFAULTS[name]);
    });
  }

  const LIMIT = 'limit: must be a whole number from 1 to 100';
  for (const limit of ['1', '25', '99', '100', '001']) {
    it(`take the limit ${limit} for a number`, () => {
      expect(read('list', { limit })).to.deep.include({ limit: Number(limit) });
    });
  }
  for (const limit of ['0', '101', '999', '1000', '-1', '+1', '1.0', '1e1', ' 1', '0x1', 'ten']) {
    it(`refuse the limit ${JSON.stringify(limit)}, once`, () => {
      expect(read('list', { limit })).to.deep.equal([LIMIT]);
    });
  }

  const REFUSED: readonly (readonly [Name, Readonly<Record<string, unknown>>, string])[] = [
    ['list', { order: 'newest' }, 'order: must be one of desc, asc'],
    ['list', { severity: ['low'] }, 'severity: must be one of LOW, MINOR, MAJOR, CRITICAL'],
    ['list', { type: ['😀'.repeat(101)] }, 'type: must be at most 100 characters'],
    ['list', { source: ['x', 'x'.repeat(501)] }, 'source: must be at most 500 characters'],
    ['list', { subject: ['x'.repeat(51)] }, 'subject: must be at most 50 characters'],
    ['list', { version: ['x'.repeat(51)] }, 'version: must be at most 50 characters'],
    ['list', { id: ['x'.repeat(201)] }, 'id: must be at most 200 characters'],
    ['list', { search: 'x'.repeat(501) }, 'search: must be at most 500 characters'],
    ['list', { search: 'a\0b' }, 'search: must not contain the character NUL'],
    ['list', { type: ['\ud800'] }, 'type: must be valid Unicode (it has an unpaired surrogate)'],
    ['get', { source: 'x'.repeat(501) }, 'source: must be at most 500 characters'],
    ['summary', { by: 'version' }, 'by: must be one of type, source, subject, severity'],
    ['summary', { bucket: '2h' }, 'bucket: must be one of auto, 1m, 5m, 1h, 1d'],
    ['export', { format: 'xml' }, 'format: must be one of ndjson, csv'],
    ['state', { source: ['x'.repeat(501)] }, 'source: must be at most 500 characters'],
  ];
  for (const [name, given, message] of REFUSED) {
    it(`of ${name} say ${message}`, () => expect(read(name, given)).to.deep.equal([message]));
  }

  it('take the longest values there are, counted in code points', () => {
    const given = {
      type: ['😀'.repeat(100), 'x'],
      source: ['倉'.repeat(500)],
      subject: ['😀'.repeat(50)],
      severity: ['LOW', 'CRITICAL'],
      version: ['😀'.repeat(50)],
      id: ['😀'.repeat(200)],
      search: '😀'.repeat(500),
    };
    expect(read('list', given)).to.deep.include(given);
  });

  it('are all named when several are wrong', () => {
    const given = { type: ['x'.repeat(101)], search: '\0', order: 'x', limit: 'x' };
    expect(read('list', given)).to.deep.equal([
      'type: must be at most 100 characters',
      'search: must not contain the character NUL',
      'order: must be one of desc, asc',
      LIMIT,
    ]);
  });
});
