/** The quick way of reading samples says what the schema says, or nothing. */
import { expect } from 'chai';
import { parseSample } from '../../../backend/model/metric-schema.ts';
import { createSampleReader } from '../../../backend/model/sample-reader.ts';

const NOW = Date.parse('2026-01-15T12:00:00Z');

function bySchema(input: unknown) {
  const parsed = parseSample(input);
  if (!parsed.ok) return undefined;
  const { time, ...labels } = parsed.value;
  return { ...labels, time: time.kind === 'now' ? NOW : time.ms };
}

const GOOD = { metric: 'a', value: 1, time: '2026-01-15T12:34:56Z', subject: 'production' };

/** Values that each member may have, good and bad, and at the edges of what is quick. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  metric: ['error_rate', 'a', '_x.y:z/-', 'x'.repeat(100), 'x'.repeat(101), '', '1a', 'ä', 1, null],
  value: [0, -0, 1e308, -1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined, true, []],
  time: [
    ...['NOW', 'now', 'Now', '2026-01-15T12:34:56Z', '2026-01-15T12:34:56.789Z'],
    ...['2026-01-15T00:00:00Z', '2026-01-15T23:59:59.999Z', '2026-02-29T00:00:00Z'],
    ...['2024-02-29T23:59:59Z', '2026-01-15T24:00:00Z', '2026-01-15T12:60:00Z'],
    ...['2026-01-15T12:34:60Z', '2026-13-15T12:34:56Z', '2026-00-10T12:34:56Z'],
    ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '0099-05-05T05:05:05Z'],
    ...['2026-01-15t12:34:56Z', '2026-01-15 12:34:56Z', '2026-01-15T12:34:56z'],
    ...['2026-01-15T12:34:5aZ', '2026-01-15T1 :34:56Z', '2026-01-15T12:34:56,789Z'],
    ...['2026-01-15T12:34:56.7Z', '2026-01-15T12:34:56.7890Z', '2026-01-15T12:34:56+01:00'],
    ...['2026-01-15T12:34+01:00Z', '2026-01-15T12:34:56', '2026-01-15', 'Wed, 15 Jan 2026'],
    ...['Thu, 15 Jan 2026 12:34:56 +0100', '', 0, null, undefined, {}],
  ],
  subject: ['production', 'x'.repeat(50), 'x'.repeat(51), '', ' ', 'é', '😀'.repeat(50), 'a\0b', 1],
  source: [undefined, null, '', 'BE', 'x'.repeat(501), 'a\tb', '\ud800', 7, '//git/acme'],
  unit: [undefined, null, '', 'ms', '{request}', '°C', 'x'.repeat(51), false],
};

describe('The quick reader of samples', () => {
  it('says of each value of each member what the schema says, or leaves it to that', () => {
    let quick = 0;
    for (const [member, values] of Object.entries(VALUES)) {
      const read = createSampleReader(NOW);
      for (const value of [...values, ...values.toReversed()]) {
        const input = { ...GOOD, [member]: value };
        const found = read(input);
        if (found === undefined) continue;
        quick += 1;
        expect(found, JSON.stringify(input)).to.deep.equal(bySchema(input));
      }
    }
    expect(quick).to.be.at.least(50);
  });

  it('does so for any of them together, one after another', () => {
    const read = createSampleReader(NOW);
    let seed = 7;
    const pick = <Item>(items: readonly Item[]): Item | undefined => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return items[Math.floor((seed / 2_147_483_648) * items.length)];
    };
    for (let round = 0; round < 20_000; round += 1) {
      const changed = Object.entries(VALUES)
        .filter(() => pick([true, false, false]))
        .map(([member, values]) => [member, pick(values)]);
      const input = { ...GOOD, ...Object.fromEntries(changed) };
      const found = read(input);
      if (found !== undefined) expect(found).to.deep.equal(bySchema(input));
    }
  });

  it('leaves what is no sample to the schema', () => {
    const read = createSampleReader(NOW);
    const strange = JSON.parse('{"__proto__": {}, "metric": "a"}') as object;
    const others = [null, 1, 'x', [], [GOOD], {}, { ...GOOD, labels: {} }, strange];
    for (const input of others) expect(read(input)).to.equal(undefined);
  });

  it('is quick for what senders send', () => {
    const read = createSampleReader(NOW);
    const times = ['NOW', '2026-01-15T12:34:56Z', new Date(NOW).toISOString()];
    for (const time of times) {
      const input = { ...GOOD, time, source: 'shop', unit: 'ms' };
      expect(read(input)).to.deep.equal(bySchema(input));
    }
  });
});
