/** CloudEvents extension attributes: everything at the top level that is not ours (contract 2). */
import { expect } from 'chai';
import type { ExtensionValue } from '../../../backend/model/event.ts';
import { parseEvent } from '../../../backend/model/schema.ts';

const VALID = { specversion: '1.0', type: 'deployment', source: 'shop', time: 'NOW' };
const NAME =
  'unknown member, extension attributes have 1 to 20 characters a-z and 0-9; put the rest into data';
const VALUE = 'must be a string, a number or a boolean; put objects and arrays into data';

function read(members: object): Readonly<Record<string, ExtensionValue>> | string[] {
  const parsed = parseEvent({ ...VALID, ...members });
  if (parsed.ok) return parsed.value.extensions;
  return parsed.problems.map(({ field, message }) => `${field}: ${message}`);
}

function numbered(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, index]));
}

describe('extension attributes', () => {
  it('keep their names, their types and their order', () => {
    const given = {
      traceparent: '00-0af7',
      a: '',
      '0': true,
      sequence: -1.5e300,
      constructor: false,
      x0123456789012345678: '😀'.repeat(500),
    };
    const extensions = read(given);
    expect(extensions).to.deep.equal(given);
    expect(Object.keys(extensions)).to.deep.equal(Object.keys(given));
  });

  it('count as absent when they are null', () => {
    expect(read({ region: null, data_base64: null })).to.deep.equal({});
    expect(read({ ...numbered(20), region: null })).to.deep.equal(numbered(20));
  });

  for (const name of [
    '',
    'x'.repeat(21),
    'Region',
    'my-region',
    'my_region',
    'région',
    'a b',
    '__proto__',
    'createdAt',
    'region\n',
  ]) {
    it(`have another name than ${JSON.stringify(name)}`, () => {
      const members = JSON.parse(`{${JSON.stringify(name)}: "x"}`) as object;
      const parsed = parseEvent(Object.assign(Object.create(null), VALID, { ...members }));
      expect(parsed).to.deep.equal({ ok: false, problems: [{ field: name, message: NAME }] });
    });
  }

  const VALUES: readonly (readonly [unknown, string])[] = [
    [{}, VALUE],
    [[], VALUE],
    [['x'], VALUE],
    [Number.POSITIVE_INFINITY, 'is a number that is too large for JSON'],
    ['x'.repeat(501), 'must be at most 500 characters'],
    ['😀'.repeat(501), 'must be at most 500 characters'],
    ['a\0b', 'must not contain the character NUL'],
    ['\ud83d', 'must be valid Unicode (it has an unpaired surrogate)'],
  ];
  for (const [value, message] of VALUES) {
    it(`are not ${String(JSON.stringify(value)).slice(0, 12)}`, () => {
      expect(read({ region: value })).to.deep.equal([`region: ${message}`]);
    });
  }

  it('are not data_base64, whatever that is', () => {
    for (const value of ['', 'eA==', 1, {}]) {
      expect(read({ data_base64: value })).to.deep.equal([
        'data_base64: is not supported, send data as a JSON object',
      ]);
    }
  });

  it('are 20 at the most', () => {
    const message = 'extensions: must be at most 20, put the rest into data';
    expect(read(numbered(20))).to.deep.equal(numbered(20));
    expect(read(numbered(21))).to.deep.equal([message]);
    // Wrong ones count too, and are named before.
    expect(read({ ...numbered(20), Wrong: 1 })).to.deep.equal([`Wrong: ${NAME}`, message]);
  });
});
