import { expect } from 'chai';
import { MilepostError } from '../../../backend/errors.ts';
import { type FilterRequest, toFilter, toMoment } from '../../../backend/services/range.ts';

const NOW = Date.UTC(2025, 5, 15, 12);
const ms = (text: string) => Date.parse(text);

/** Everything that a refusal says, in its order. */
function problemsOf(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof MilepostError)) throw error;
    expect(error.code).to.equal('VALIDATION_ERROR');
    const { details, message } = error;
    if (details.length === 0) return [message];
    expect(message).to.equal(`${details[0]?.field}: ${details[0]?.message}`);
    return details.map((one) => `${one.field}: ${one.message}`);
  }
}

/** The members that say something. */
function saidBy(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

describe('toFilter', () => {
  it('keeps the fields as they are, and drops the zone', () => {
    const fields = {
      type: ['deployment', 'x'],
      source: ['shop'],
      subject: ['production'],
      severity: ['LOW' as const],
      version: ['1'],
      id: ['7'],
      search: 'x',
    };
    expect(saidBy(toFilter({ ...fields, timezone: 'Europe/Berlin' }, NOW))).to.deep.equal(fields);
  });

  it('gathers what is to be left out, where anything is', () => {
    const request = {
      'not.type': ['scaling'],
      'not.severity': ['LOW'],
      'not.subject': [],
    } as const;
    const not = { type: ['scaling'], severity: ['LOW'] };
    expect(saidBy(toFilter(request, NOW))).to.deep.equal({ not });
    expect(saidBy(toFilter({ 'not.type': [] }, NOW))).to.deep.equal({});
  });

  const RANGES: readonly (readonly [FilterRequest, number | undefined, number | undefined])[] = [
    [{}, undefined, undefined],
    [{ from: '-2h' }, NOW - 7_200_000, undefined],
    [{ to: 'now' }, undefined, NOW],
    [{ from: '1970-01-01T00:00:00Z', to: '1970-01-01T00:00:00Z' }, 0, 0],
    [{ from: '-1h', to: '-1h' }, NOW - 3_600_000, NOW - 3_600_000],
    // One day: from its first millisecond to its last.
    [
      { from: '2025-06-14', to: '2025-06-14', timezone: 'Europe/Berlin' },
      ms('2025-06-13T22:00:00Z'),
      ms('2025-06-14T21:59:59.999Z'),
    ],
    [
      { from: '2025-06-14T08:00:00', to: '2025-06-14T09:00', timezone: 'Asia/Kathmandu' },
      ms('2025-06-14T02:15:00Z'),
      ms('2025-06-14T03:15:00Z'),
    ],
  ];
  for (const [request, from, to] of RANGES) {
    it(`resolves ${JSON.stringify(request)}`, () => {
      expect(saidBy(toFilter(request, NOW))).to.deep.equal(saidBy({ from, to }));
    });
  }

  it('refuses a range that ends before it begins, by a millisecond', () => {
    const request = { from: '2025-06-14T00:00:00.001Z', to: '2025-06-14T00:00:00Z' };
    expect(problemsOf(() => toFilter(request, NOW))).to.deep.equal(['from: must not be after to']);
  });

  it('names the zone beside what else is wrong', () => {
    const problems = problemsOf(() => toFilter({ from: 'x', timezone: 'Nowhere' }, NOW));
    expect(problems.map((one) => one.split(':', 1)[0])).to.deep.equal(['timezone', 'from']);
  });

  it('names both ends when both are wrong', () => {
    const problems = problemsOf(() => toFilter({ from: '2025-02-30', to: 'later' }, NOW));
    expect(problems).to.have.length(2);
    expect(problems[0]).to.match(/^from: timezone is required/);
    expect(problems[1]).to.match(/^to: 'later' is not a time/);
  });

  for (const timezone of ['Nowhere/Land', 'CEST', '']) {
    it(`refuses the zone ${JSON.stringify(timezone)}, needed or not`, () => {
      for (const from of [undefined, '-1h', '2025-06-14']) {
        expect(problemsOf(() => toFilter({ from, timezone }, NOW))).to.deep.equal([
          'timezone: is not a known IANA time zone, use a name such as Europe/Berlin or UTC',
        ]);
      }
    });
  }
});

describe('toMoment', () => {
  const MOMENTS: readonly (readonly [string, string | undefined, number])[] = [
    ['now', undefined, NOW],
    ['-1d', undefined, NOW - 86_400_000],
    ['2025-06-14T00:00:00+02:00', undefined, ms('2025-06-13T22:00:00Z')],
    ['2025-06-14T00:00:00', 'Europe/Berlin', ms('2025-06-13T22:00:00Z')],
    // The state of a day is how that day ended.
    ['2025-06-14', 'Europe/Berlin', ms('2025-06-14T21:59:59.999Z')],
  ];
  for (const [text, timezone, expected] of MOMENTS) {
    it(`resolves ${text} in ${timezone ?? 'no zone'}`, () => {
      expect(toMoment('at', text, timezone, NOW)).to.equal(expected);
    });
  }

  it('names the field that it was asked for, or the zone', () => {
    expect(problemsOf(() => toMoment('at', '2025-02-30T00:00:00Z', undefined, NOW))).to.deep.equal([
      'at: no such day in the calendar',
    ]);
    expect(problemsOf(() => toMoment('at', 'now', 'Nowhere', NOW))).to.deep.equal([
      'timezone: is not a known IANA time zone, use a name such as Europe/Berlin or UTC',
    ]);
  });
});
