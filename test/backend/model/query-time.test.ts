/** What `from`, `to` and `at` may be: contract 4. */
import { expect } from 'chai';
import { isTimeZone, offsetAt, parseQueryTime } from '../../../backend/model/time.ts';
import { createRandom } from '../../../bench/dataset.ts';

const NOW = Date.UTC(2025, 5, 15, 12, 0, 0, 7);

function instantOf(text: string, timezone?: string, edge: 'start' | 'end' = 'start'): string {
  const time = parseQueryTime(text, { now: NOW, timezone, edge });
  return time.kind === 'at' ? new Date(time.ms).toISOString() : time.message;
}

describe('parseQueryTime', () => {
  const RELATIVE: readonly (readonly [string, number])[] = [
    ['now', 0],
    ['NOW', 0],
    ['-0s', 0],
    ['-1s', 1000],
    ['-59s', 59_000],
    ['-90m', 5_400_000],
    ['-2h', 7_200_000],
    ['-2H', 7_200_000],
    ['now-2h', 7_200_000],
    ['Now-1d', 86_400_000],
    ['-7d', 604_800_000],
    ['-1w', 604_800_000],
    ['-9999999s', 9_999_999_000],
  ];
  for (const [text, ago] of RELATIVE) {
    it(`counts ${text} from the given clock, to the millisecond`, () => {
      for (const timezone of [undefined, 'Asia/Kathmandu']) {
        const time = parseQueryTime(text, { now: NOW, timezone, edge: 'end' });
        expect(time).to.deep.equal({ kind: 'at', ms: NOW - ago });
      }
    });
  }

  it('ends at the year 0 when it goes too far back', () => {
    expect(instantOf('-9999999w')).to.equal('0000-01-01T00:00:00.000Z');
  });

  const READ: readonly (readonly [string, string | undefined, string])[] = [
    ['2025-01-15T14:30:00Z', undefined, '2025-01-15T14:30:00.000Z'],
    ['2025-01-15T14:30Z', undefined, '2025-01-15T14:30:00.000Z'],
    ['2025-01-15T14:30:00+02:00', undefined, '2025-01-15T12:30:00.000Z'],
    // A plus sign in a URL is a space.
    ['2025-01-15T14:30:00 02:00', undefined, '2025-01-15T12:30:00.000Z'],
    ['2025-01-15T14:30:00 0200', undefined, '2025-01-15T12:30:00.000Z'],
    // Its own offset counts more than the zone.
    ['2025-01-15T14:30:00Z', 'Asia/Tokyo', '2025-01-15T14:30:00.000Z'],
    ['2025-01-15T14:30:00', 'UTC', '2025-01-15T14:30:00.000Z'],
    ['2025-01-15T14:30', 'Europe/Berlin', '2025-01-15T13:30:00.000Z'],
    ['2025-07-15T14:30:00.5', 'Europe/Berlin', '2025-07-15T12:30:00.500Z'],
    ['2025-07-15T14:30:00', 'America/New_York', '2025-07-15T18:30:00.000Z'],
    ['2025-07-15T14:30:00', 'Asia/Kathmandu', '2025-07-15T08:45:00.000Z'],
    ['0001-01-01T00:00:00', 'UTC', '0001-01-01T00:00:00.000Z'],
    // Skipped by a change of clocks: read with the offset before it.
    ['2025-03-30T02:30:00', 'Europe/Berlin', '2025-03-30T01:30:00.000Z'],
    ['2025-03-09T02:30:00', 'America/New_York', '2025-03-09T07:30:00.000Z'],
    ['2025-10-05T02:15:00', 'Australia/Lord_Howe', '2025-10-04T15:45:00.000Z'],
    // A whole day was skipped.
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
    ['2011-12-31T00:30:00', 'Pacific/Apia', '2011-12-30T10:30:00.000Z'],
    // Repeated by a change of clocks: the first one.
    ['2025-10-26T02:30:00', 'Europe/Berlin', '2025-10-26T00:30:00.000Z'],
    ['2025-11-02T01:30:00', 'America/New_York', '2025-11-02T05:30:00.000Z'],
    ['2025-04-06T01:45:00', 'Australia/Lord_Howe', '2025-04-05T14:45:00.000Z'],
  ];
  for (const [text, timezone, instant] of READ) {
    it(`reads ${text} in ${timezone ?? 'no zone'}`, () => {
      expect(instantOf(text, timezone)).to.equal(instant);
      expect(instantOf(text, timezone, 'end')).to.equal(instant);
    });
  }

  it('takes a day from its first to its last millisecond', () => {
    const day = (text: string, timezone: string) => [
      instantOf(text, timezone, 'start'),
      instantOf(text, timezone, 'end'),
    ];
    expect(day('2025-01-15', 'UTC')).to.deep.equal([
      '2025-01-15T00:00:00.000Z',
      '2025-01-15T23:59:59.999Z',
    ]);
    // Their last hour comes twice.
    expect(day('2018-02-17', 'America/Sao_Paulo')[1]).to.equal('2018-02-18T02:59:59.999Z');
    expect(day('2024-10-26', 'Asia/Beirut')[1]).to.equal('2024-10-26T21:59:59.999Z');
    // 23 and 25 hours long.
    expect(day('2025-03-30', 'Europe/Berlin')).to.deep.equal([
      '2025-03-29T23:00:00.000Z',
      '2025-03-30T21:59:59.999Z',
    ]);
    expect(day('2025-10-26', 'Europe/Berlin')).to.deep.equal([
      '2025-10-25T22:00:00.000Z',
      '2025-10-26T22:59:59.999Z',
    ]);
    // It begins at 01:00 there.
    expect(instantOf('2024-03-31', 'Asia/Beirut')).to.equal('2024-03-30T22:00:00.000Z');
  });

  const REFUSED: readonly (readonly [string, string | undefined, string])[] = [
    [
      '2025-01-15T14:30:00',
      undefined,
      'timezone is required, add an offset such as Z or +02:00, or pass timezone=Europe/Berlin',
    ],
    [
      '2025-01-15',
      undefined,
      'timezone is required, add an offset such as Z or +02:00, or pass timezone=Europe/Berlin',
    ],
    ['2025-02-30T00:00:00Z', undefined, 'no such day in the calendar'],
    ['2025-02-30T00:00:00', 'UTC', 'no such day in the calendar'],
    ['2025-02-30', 'UTC', 'no such day in the calendar'],
    ['2025-13-01', 'UTC', 'no such month'],
    ['2025-01-15T24:00:00', 'UTC', 'no such time of day'],
    ['2025-01-15T14:30:00+24:00', 'UTC', 'offset must be between -23:59 and +23:59'],
    ['9999-12-31', 'America/New_York', 'must lie between the years 0000 and 9999 in UTC'],
  ];
  for (const [text, timezone, message] of REFUSED) {
    it(`says of ${text} in ${timezone ?? 'no zone'}: ${message.slice(0, 30)}`, () => {
      expect(instantOf(text, timezone, 'end')).to.equal(message);
    });
  }

  for (const text of ['2h', '-2', '-2y', '-1.5h', '+2h', '- 2h', '-12345678s', 'now+1h', '2025']) {
    it(`repeats ${text}, which is no time, and says what would be one`, () => {
      expect(instantOf(text, 'UTC')).to.equal(
        `'${text}' is not a time, use ISO 8601 with an offset such as 2025-01-15T14:30:00Z, a relative time such as -2h, -7d or now, or a date-time without an offset together with timezone`,
      );
    });
  }

  it('repeats 60 characters at the most', () => {
    expect(instantOf('x'.repeat(60))).to.include(`'${'x'.repeat(60)}' is not`);
    expect(instantOf('x'.repeat(61))).to.include(`'${'x'.repeat(60)}…' is not`);
  });
});

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'UTC',
];

describe('a local time, for any moment', () => {
  const random = createRandom(7);
  const [start, end] = [Date.UTC(1975, 0), Date.UTC(2040, 0)];

  for (const zone of ZONES) {
    it(`means itself again in ${zone}, or the first that shows the same clock`, () => {
      const clock = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      for (let count = 0; count < 60; count += 1) {
        const ms = Math.floor((start + random() * (end - start)) / 1000) * 1000;
        const local = clock.format(ms);
        const text = local.replace(' ', 'T');
        const time = parseQueryTime(text, { now: NOW, timezone: zone, edge: 'start' });
        const read = time.kind === 'at' ? time.ms : Number.NaN;
        expect(clock.format(read), text).to.equal(local);
        expect(ms - read, text).to.be.within(0, 3_600_000);
        if (read !== ms) expect(offsetAt(read, zone)).to.be.above(offsetAt(ms, zone));
      }
    });
  }
});

describe('offsetAt', () => {
  const OFFSETS: readonly (readonly [string, number, number])[] = [
    ['UTC', NOW, 0],
    ['Europe/Berlin', Date.UTC(2025, 0, 1), 60],
    ['Europe/Berlin', Date.UTC(2025, 6, 1), 120],
    ['Europe/Berlin', Date.UTC(2025, 2, 30, 1) - 1, 60],
    ['Europe/Berlin', Date.UTC(2025, 2, 30, 1), 120],
    ['America/St_Johns', Date.UTC(2025, 0, 1, 0, 0, 0, 999), -210],
    ['Asia/Kathmandu', -1, 330],
    ['Pacific/Kiritimati', NOW, 840],
    ['UTC', Date.parse('0000-06-01T00:00:00Z'), 0],
  ];
  for (const [zone, ms, minutes] of OFFSETS) {
    it(`is ${minutes} min in ${zone} at ${new Date(ms).toISOString()}`, () => {
      expect(offsetAt(ms, zone)).to.equal(minutes * 60_000);
    });
  }
});

describe('isTimeZone', () => {
  for (const name of ZONES) it(`knows ${name}`, () => expect(isTimeZone(name)).to.equal(true));
  for (const name of ['', 'Mars/Olympus', 'Europe/Berlin ', 'Europe/Berlin; --', 'CEST']) {
    it(`does not know ${JSON.stringify(name)}`, () => expect(isTimeZone(name)).to.equal(false));
  }
});
