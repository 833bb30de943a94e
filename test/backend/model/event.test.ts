import { expect } from 'chai';
import {
  type TimelineEvent,
  toStoredEvent,
  toTimelineEvent,
} from '../../../backend/model/event.ts';
import {
  codePoints,
  dataProblems,
  isAtMost,
  isJsonObject,
} from '../../../backend/model/event-data.ts';
import { createRandom } from '../../../bench/dataset.ts';
import { NOON, newEvent } from '../../support/events.ts';

function stored(over: Partial<TimelineEvent> = {}) {
  return toStoredEvent({ ...toTimelineEvent(newEvent(), '7'), ...over });
}

describe('toTimelineEvent', () => {
  it('keeps everything but how the time was said, and adds the receipt', () => {
    const { timeIsNow: _, ...event } = newEvent({ extensions: { region: 'eu' }, dataschema: 'x' });
    const given = newEvent({ ...event, timeIsNow: true });
    expect(toTimelineEvent(given, '7')).to.deep.equal({ ...event, receipt: '7' });
  });
});

describe('toStoredEvent', () => {
  it('has the members of the contract in their order, then extensions in theirs', () => {
    const event = stored({ extensions: { zebra: 1, apple: 'x', a1: false } });
    expect(Object.keys(event).join(' ')).to.equal(
      'id specversion type source time subject severity version datacontenttype dataschema data createdAt zebra apple a1',
    );
    expect(event).to.include({ specversion: '1.0', zebra: 1, apple: 'x', a1: false });
  });

  it('keeps to itself what is the server’s own', () => {
    for (const name of ['organization', 'receipt', 'timeIsNow', 'extensions']) {
      expect(stored()).to.not.have.property(name);
    }
  });

  it('says null for what is absent', () => {
    const absent = { subject: null, severity: null, version: null, dataschema: null, data: null };
    expect(stored(absent)).to.include(absent);
  });

  it('writes times in UTC with milliseconds, as old and as far as they go', () => {
    const TIMES: readonly (readonly [number, string])[] = [
      [NOON, '2026-01-15T12:00:00.000Z'],
      [NOON + 7, '2026-01-15T12:00:00.007Z'],
      [-1, '1969-12-31T23:59:59.999Z'],
      [-62_167_219_200_000, '0000-01-01T00:00:00.000Z'],
      [253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
    ];
    for (const [ms, text] of TIMES) {
      expect(stored({ time: ms, createdAt: 0 })).to.include({
        time: text,
        createdAt: '1970-01-01T00:00:00.000Z',
      });
      expect(stored({ time: 0, createdAt: ms }).createdAt).to.equal(text);
    }
  });
});

describe('codePoints', () => {
  it('counts as iteration does, for any text, half pairs included', () => {
    const random = createRandom(3);
    const units = ['x', 'é', '倉', '😀', '\ud83d', '\ude00', '\u200d', '\0'];
    for (let count = 0; count < 500; count += 1) {
      const text = Array.from(
        { length: Math.floor(random() * 12) },
        () => units[Math.floor(random() * units.length)],
      ).join('');
      const expected = [...text].length;
      expect(codePoints(text), JSON.stringify(text)).to.equal(expected);
      expect(isAtMost(text, expected)).to.equal(true);
      expect(isAtMost(text, expected - 1), JSON.stringify(text)).to.equal(false);
    }
  });
});

describe('isJsonObject', () => {
  it('tells objects from everything else that JSON has', () => {
    for (const value of [{}, { a: 1 }, JSON.parse('{"__proto__": null}')]) {
      expect(isJsonObject(value)).to.equal(true);
    }
    for (const value of [null, undefined, [], '', 'x', 0, true]) {
      expect(isJsonObject(value), JSON.stringify(value)).to.equal(false);
    }
  });
});

/** `levels` of objects, of arrays inside an object, or of both in turn. */
function nested(levels: number, kind: 'object' | 'array' | 'mixed'): unknown {
  const inner = levels - 1;
  const isArray = (level: number) => kind === 'array' || (kind === 'mixed' && level % 2 === 0);
  const open = Array.from({ length: inner }, (_, level) => (isArray(level) ? '[' : '{"a":'));
  const close = Array.from({ length: inner }, (_, level) => (isArray(level) ? ']' : '}'));
  return JSON.parse(`{"a":${open.join('')}7${close.reverse().join('')}}`);
}

describe('dataProblems', () => {
  const said = (value: unknown) =>
    dataProblems(value).map(({ path, message }) => `${path.join('.')}: ${message}`);

  for (const value of [null, undefined, [], 'text', 0, false]) {
    it(`asks for an object instead of ${JSON.stringify(value)}`, () => {
      expect(said(value)).to.deep.equal([': must be a JSON object']);
    });
  }

  for (const kind of ['object', 'array', 'mixed'] as const) {
    it(`counts 32 levels of nesting, ${kind}`, () => {
      expect(said(nested(32, kind))).to.deep.equal([]);
      expect(said(nested(33, kind))).to.deep.equal([': must not be nested deeper than 32 levels']);
      expect(said(nested(5000, kind))).to.have.length(1);
    });
  }

  it('looks for numbers that JSON cannot give back, however deep', () => {
    for (const text of ['{"a":1e999}', '{"a":[{"b":-1e999}]}']) {
      expect(said(JSON.parse(text))).to.deep.equal([': holds a number that is too large for JSON']);
    }
    expect(said(JSON.parse('{"a":1e308,"b":-0,"c":1e-999}'))).to.deep.equal([]);
  });

  it('checks the two members that it knows, and only as members of data itself', () => {
    const long = '😀'.repeat(1001);
    expect(said({ description: 7, timezone: {} })).to.deep.equal([
      'description: must be a string',
      'timezone: must be a string',
    ]);
    expect(said({ description: long, timezone: 'x'.repeat(51) })).to.deep.equal([
      'description: must be at most 1000 characters',
      'timezone: must be at most 50 characters',
    ]);
    expect(said({ description: long.slice(2), timezone: null })).to.deep.equal([]);
    expect(said({ inner: { description: 7 }, Description: 7 })).to.deep.equal([]);
    expect(said(JSON.parse('{"__proto__": {"description": 7}}'))).to.deep.equal([]);
  });

  it('names the structure before the members', () => {
    const data = { ...(nested(40, 'object') as object), description: 7 };
    expect(said(data)).to.deep.equal([
      ': must not be nested deeper than 32 levels',
      'description: must be a string',
    ]);
  });
});
