/** The validation of an event: what is wrong, in which order and in which words (contract 2). */
import { expect } from 'chai';
import { EVENT_LIMITS, toStoredEvent } from '../../../backend/model/event.ts';
import { type ParsedEvent, parseEvent } from '../../../backend/model/schema.ts';
import { createRandom } from '../../../bench/dataset.ts';

type Input = Readonly<Record<string, unknown>>;

const VALID: Input = {
  specversion: '1.0',
  type: 'deployment',
  source: 'shop',
  time: '2025-01-15T14:30:00+02:00',
};

function problemsOf(input: unknown): string[] {
  const parsed = parseEvent(input);
  return parsed.ok ? [] : parsed.problems.map(({ field, message }) => `${field}: ${message}`);
}

function parsedOf(over: Input): ParsedEvent {
  const parsed = parseEvent({ ...VALID, ...over });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

describe('parseEvent', () => {
  it('fills in what is absent, and nothing else', () => {
    expect(parsedOf({})).to.deep.equal({
      id: null,
      type: 'deployment',
      source: 'shop',
      time: { kind: 'at', ms: Date.UTC(2025, 0, 15, 12, 30) },
      timeIsNow: false,
      subject: null,
      severity: null,
      version: null,
      datacontenttype: 'application/json',
      dataschema: null,
      data: null,
      extensions: {},
    });
  });

  it('keeps what is given as it is, spaces and all', () => {
    const given = {
      id: ' id ',
      type: ' t ',
      source: '//github.com/acme/shop?x#y',
      subject: ' ',
      severity: 'CRITICAL',
      version: '😀',
      datacontenttype: 'application/vnd.acme+json; v=1',
      dataschema: 'no uri at all',
      data: { description: '', timezone: 'Mars/Olympus', more: [null, 1.5, { a: [] }] },
    };
    expect(parsedOf(given)).to.deep.include(given);
  });

  for (const absent of ['', null, undefined]) {
    it(`takes ${JSON.stringify(absent)} for absent where a field is optional`, () => {
      const optional = { subject: absent, severity: absent, version: absent, dataschema: absent };
      const value = parsedOf({ ...optional, datacontenttype: absent });
      expect(value).to.deep.equal(parsedOf({}));
    });
  }

  it('leaves NOW for the clock of its caller', () => {
    expect(parsedOf({ time: 'Now' })).to.deep.include({ time: { kind: 'now' }, timeIsNow: true });
  });

  it('names every problem: known members in their order, then the others in the order sent', () => {
    const input = {
      Zebra: 1,
      data: { timezone: 5, description: 1 },
      dataschema: 'x'.repeat(501),
      datacontenttype: false,
      version: 2,
      severity: 'low',
      apple_pie: 1,
      subject: 'x'.repeat(51),
      id: '',
      time: '2025-01-15T14:30:00',
      source: 5,
      specversion: '0.3',
      list: [],
    };
    expect(problemsOf(input)).to.deep.equal([
      'specversion: must be 1.0',
      'type: is required',
      'source: must be a string',
      'time: timezone is required, use an ISO 8601 offset such as 2025-01-15T14:30:00Z or +02:00, or NOW',
      'id: must not be empty',
      'subject: must be at most 50 characters',
      'severity: must be one of LOW, MINOR, MAJOR, CRITICAL',
      'version: must be a string',
      'datacontenttype: must be a string',
      'dataschema: must be at most 500 characters',
      'data.description: must be a string',
      'data.timezone: must be a string',
      'Zebra: unknown member, extension attributes have 1 to 20 characters a-z and 0-9; put the rest into data',
      'apple_pie: unknown member, extension attributes have 1 to 20 characters a-z and 0-9; put the rest into data',
      'list: must be a string, a number or a boolean; put objects and arrays into data',
    ]);
  });

  it('names the four required members when there is nothing', () => {
    const required = ['specversion', 'type', 'source', 'time'];
    for (const input of [{}, Object.fromEntries(required.map((name) => [name, null]))]) {
      expect(problemsOf(input)).to.deep.equal(required.map((name) => `${name}: is required`));
    }
  });

  it('has one problem a field, the first that it finds', () => {
    for (const type of ['', '\0'.repeat(101), '\ud800'.repeat(101), 7, null]) {
      expect(problemsOf({ ...VALID, type }), JSON.stringify(type)).to.have.length(1);
    }
  });

  for (const input of [null, undefined, [], [VALID], 'text', 7, true]) {
    it(`asks for an object instead of ${JSON.stringify(input)}`, () => {
      expect(problemsOf(input)).to.deep.equal(['event: must be a JSON object']);
    });
  }

  const TEXTS = ['type', 'source', 'id', 'subject', 'version', 'datacontenttype', 'dataschema'];
  for (const name of TEXTS as readonly (keyof typeof EVENT_LIMITS)[]) {
    const limit = EVENT_LIMITS[name];
    it(`counts the ${limit} characters of ${name} in code points`, () => {
      for (const character of ['x', 'é', '倉', '😀']) {
        const longest = character.repeat(limit);
        expect(parsedOf({ [name]: longest })).to.have.property(name, longest);
        expect(problemsOf({ ...VALID, [name]: `${longest}x` })).to.deep.equal([
          `${name}: must be at most ${limit} characters`,
        ]);
      }
    });
  }

  it('knows which half of a pair stands alone, and NUL', () => {
    const surrogate = 'must be valid Unicode (it has an unpaired surrogate)';
    for (const [text, message] of [
      ['\ud83d', surrogate],
      ['a\ude00b', surrogate],
      ['\ude00\ud83d', surrogate],
      ['a\0', 'must not contain the character NUL'],
    ]) {
      for (const name of [...TEXTS, 'note']) {
        expect(problemsOf({ ...VALID, [name]: text })).to.deep.equal([`${name}: ${message}`]);
      }
    }
    expect(problemsOf({ ...VALID, type: 'a\ud83d\ude00b' })).to.deep.equal([]);
  });
});

const HOSTILE_TEXTS = ['', 'NOW', '1.0', 'LOW', 'x', '\0', '\ud800', 'x'.repeat(600)];
const HOSTILE_NAMES = ['__proto__', 'constructor', 'toString', 'type', 'description', 'then'];

/** Values as hostile as `JSON.parse` can make them. */
function randomJson(random: () => number, depth: number): unknown {
  const kind = random();
  if (kind < 0.1) return null;
  if (kind < 0.2) return random() < 0.5;
  if (kind < 0.3) return JSON.parse(random() < 0.5 ? '1e999' : '-0');
  if (kind < 0.6) return HOSTILE_TEXTS[Math.floor(random() * HOSTILE_TEXTS.length)];
  if (kind < 0.7 || depth === 0) return [[], {}];
  const members = HOSTILE_NAMES.filter(() => random() < 0.4).map(
    (name) => `${JSON.stringify(name)}:${toJson(randomJson(random, depth - 1))}`,
  );
  return JSON.parse(`{${members.join(',')}}`);
}

function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

describe('parseEvent, for any JSON', () => {
  const random = createRandom(11);
  const names = [...Object.keys(VALID), ...Object.keys(parsedOf({})), 'data_base64', '__proto__'];
  const inputs = Array.from({ length: 1500 }, () => {
    const input = JSON.parse(toJson(VALID)) as Record<string, unknown>;
    const changes = 1 + Math.floor(random() * 3);
    for (let count = 0; count < changes; count += 1) {
      const name = names[Math.floor(random() * names.length)] ?? '';
      Object.defineProperty(input, name, {
        value: randomJson(random, 3),
        enumerable: true,
        configurable: true,
      });
    }
    return input;
  });

  it('never throws, and always says which field and what', () => {
    let refused = 0;
    for (const input of inputs) {
      const parsed = parseEvent(input);
      if (parsed.ok) continue;
      refused += 1;
      for (const { field, message } of parsed.problems) {
        expect([field, message], toJson(input)).to.not.include('');
        expect(Object.hasOwn(input, field.split('.', 1)[0] ?? ''), field).to.equal(true);
      }
    }
    expect(refused).to.be.within(500, 1400);
    expect(Object.prototype).to.not.have.property('description');
  });

  it('gives back an event that it takes again, unchanged', () => {
    const moment = { organization: 'default', createdAt: 0, receipt: '1' };
    let taken = 0;
    for (const input of inputs) {
      const parsed = parseEvent(input);
      if (!parsed.ok || parsed.value.time.kind === 'now') continue;
      taken += 1;
      const { time, id, ...rest } = parsed.value;
      const stored = toStoredEvent({ ...rest, ...moment, id: id ?? 'made', time: time.ms });
      const { createdAt: _, ...again } = stored;
      expect(parseEvent(JSON.parse(toJson(again)))).to.deep.equal({
        ok: true,
        value: JSON.parse(toJson({ ...parsed.value, id: id ?? 'made' })),
      });
    }
    expect(taken).to.be.above(100);
  });
});
