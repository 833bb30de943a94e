/** The forms of `time`: specification 2.1, contract 2. */
import { expect } from 'chai';
import { expectError, fieldsOf, sample, useServer } from './support.ts';

const ACCEPTED: readonly (readonly [string, string])[] = [
  ['2025-01-15T14:30:00Z', '2025-01-15T14:30:00.000Z'],
  ['2025-01-15T14:30:00+02:00', '2025-01-15T12:30:00.000Z'],
  ['2025-01-15T14:30:00+0200', '2025-01-15T12:30:00.000Z'],
  ['2025-01-15T14:30:00-05:30', '2025-01-15T20:00:00.000Z'],
  ['2025-01-15T14:30:00-0530', '2025-01-15T20:00:00.000Z'],
  ['2025-01-15T14:30:00+00:00', '2025-01-15T14:30:00.000Z'],
  ['2025-01-15T14:30:00-00:00', '2025-01-15T14:30:00.000Z'],
  ['2025-01-15T14:30:00+05:45', '2025-01-15T08:45:00.000Z'],
  ['2025-01-15T14:30:00+14:00', '2025-01-15T00:30:00.000Z'],
  ['2025-01-15T14:30:00+23:59', '2025-01-14T14:31:00.000Z'],
  ['2025-01-15T14:30:00-23:59', '2025-01-16T14:29:00.000Z'],
  ['2025-01-15T14:30:00+2359', '2025-01-14T14:31:00.000Z'],
  ['2025-01-01T00:30:00+01:00', '2024-12-31T23:30:00.000Z'],
  // Fractions are cut, never rounded.
  ['2025-01-15T14:30:00.5Z', '2025-01-15T14:30:00.500Z'],
  ['2025-01-15T14:30:00.12Z', '2025-01-15T14:30:00.120Z'],
  ['2025-01-15T14:30:00.123Z', '2025-01-15T14:30:00.123Z'],
  ['2025-01-15T14:30:00.1239Z', '2025-01-15T14:30:00.123Z'],
  ['2025-01-15T14:30:00.123999999+02:00', '2025-01-15T12:30:00.123Z'],
  ['2025-12-31T23:59:59.9999999Z', '2025-12-31T23:59:59.999Z'],
  ['2025-01-15T14:30:00.000000001Z', '2025-01-15T14:30:00.000Z'],
  // The calendar.
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['2025-12-31T23:59:59Z', '2025-12-31T23:59:59.000Z'],
  ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59.000Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['0099-06-01T00:00:00Z', '0099-06-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  // RFC 2822 with a numeric zone.
  ['Wed, 15 Jan 2025 14:30:00 +0200', '2025-01-15T12:30:00.000Z'],
  ['Wed, 15 Jan 2025 14:30:00 +0000', '2025-01-15T14:30:00.000Z'],
  ['Wed, 15 Jan 2025 14:30:00 -0000', '2025-01-15T14:30:00.000Z'],
  ['Wed, 15 Jan 2025 14:30:00 -0530', '2025-01-15T20:00:00.000Z'],
  ['Wed, 15 Jan 2025 14:30:00 +2359', '2025-01-14T14:31:00.000Z'],
  ['Mon, 15 Jan 2025 14:30:00 +0200', '2025-01-15T12:30:00.000Z'],
  ['Thu, 29 Feb 2024 00:00:00 +0000', '2024-02-29T00:00:00.000Z'],
  ['Sat, 01 Mar 2025 09:05:07 +0100', '2025-03-01T08:05:07.000Z'],
];

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Mon Tue Wed Thu Fri Sat Sun'.split(' ');

const WITHOUT_OFFSET = [
  '2025-01-15T14:30:00',
  '2025-01-15T14:30:00.123',
  '2024-02-29T23:59:59',
  'Wed, 15 Jan 2025 14:30:00',
];

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'another shape': [
    '',
    ' ',
    'yesterday',
    'NOW ',
    ' NOW',
    'NOW\n',
    'NOW()',
    'now-1h',
    '-2h',
    '1736944200',
    '1736944200000',
    '2025-01-15',
    '2025-01-15Z',
    '2025-01-15 14:30:00Z',
    '2025-01-15 14:30:00',
    '20250115T143000Z',
    '2025-1-5T14:30:00Z',
    '25-01-15T14:30:00Z',
    '+002025-01-15T14:30:00Z',
    '-2025-01-15T14:30:00Z',
    '12025-01-15T14:30:00Z',
    '2025-W03-3T14:30:00Z',
    '2025-015T14:30:00Z',
    '2025/01/15T14:30:00Z',
    '01/15/2025 14:30:00',
    ' 2025-01-15T14:30:00Z',
    '2025-01-15T14:30:00Z ',
    '2025-01-15T14:30:00Z\n',
    '2025-01-15T14:30:00ZZ',
    '2025-01-15T14:30:00Z+02:00',
    '２０２５-01-15T14:30:00Z',
  ],
  'missing or broken seconds': [
    '2025-01-15T14:30Z',
    '2025-01-15T14:30+02:00',
    '2025-01-15T14Z',
    '2025-01-15T14:30:0Z',
    '2025-01-15T14:30:00.Z',
    '2025-01-15T14:30:00,5Z',
    'Wed, 15 Jan 2025 14:30 +0200',
  ],
  'a broken offset': [
    '2025-01-15T14:30:00+02',
    '2025-01-15T14:30:00+2:00',
    '2025-01-15T14:30:00+2',
    '2025-01-15T14:30:00+02:0',
    '2025-01-15T14:30:00+02:60',
    '2025-01-15T14:30:00+0260',
    '2025-01-15T14:30:00+02:99',
    '2025-01-15T14:30:00+24:00',
    '2025-01-15T14:30:00-24:00',
    '2025-01-15T14:30:00+2400',
    '2025-01-15T14:30:00+99:00',
    '2025-01-15T14:30:00 +02:00',
    '2025-01-15T14:30:00+02:00:00',
    '2025-01-15T14:30:00UTC',
    '2025-01-15T14:30:00[Europe/Berlin]',
    '2025-01-15T14:30:00+02:00[Europe/Berlin]',
    '2025-01-15T14:30:00−02:00',
  ],
  'what is not in the calendar': [
    '2025-02-29T00:00:00Z',
    '2025-02-30T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2025-04-31T00:00:00Z',
    '2025-01-32T00:00:00Z',
    '2025-01-00T00:00:00Z',
    '2025-00-15T00:00:00Z',
    '2025-13-15T00:00:00Z',
    '2025-01-15T24:00:00Z',
    '2025-01-15T25:00:00Z',
    '2025-01-15T14:60:00Z',
    '2016-12-31T23:59:60Z',
    '2025-01-15T14:30:61Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ],
  'RFC 2822 gone wrong': [
    'Wed, 15 Jan 2025 14:30:00 GMT',
    'Wed, 15 Jan 2025 14:30:00 UT',
    'Wed, 15 Jan 2025 14:30:00 UTC',
    'Wed, 15 Jan 2025 14:30:00 EST',
    'Wed, 15 Jan 2025 14:30:00 PDT',
    'Wed, 15 Jan 2025 14:30:00 Z',
    'Wed, 15 Jan 2025 14:30:00 A',
    'Wed, 15 Jan 2025 14:30:00 +02:00',
    'Wed, 15 Jan 2025 14:30:00 +02',
    'Wed, 15 Jan 2025 14:30:00 +0260',
    'Wed, 15 Jan 2025 14:30:00 +2400',
    'Wed, 15 Jan 2025 14:30:00 +0200 (CEST)',
    'Xyz, 15 Jan 2025 14:30:00 +0200',
    '15 Jan 2025 14:30:00 +0200',
    'Wed 15 Jan 2025 14:30:00 +0200',
    'Wed, 15 Foo 2025 14:30:00 +0200',
    'Wed, 15 January 2025 14:30:00 +0200',
    'Wed, 15 Jan 25 14:30:00 +0200',
    'Wed, 15-Jan-2025 14:30:00 +0200',
    'Wed, 30 Feb 2025 14:30:00 +0200',
    'Sat, 29 Feb 2025 14:30:00 +0200',
    'Wed, 32 Jan 2025 14:30:00 +0200',
    'Wed, 00 Jan 2025 14:30:00 +0200',
    'Wed, 15 Jan 2025 24:00:00 +0200',
    'Wed, 15 Jan 2025 14:30:60 +0200',
    'Wed, 15 Jan 2025 14:60:00 +0200',
    'Wed Jan 15 14:30:00 2025',
  ],
};

describe('The time of an event', () => {
  const server = useServer();
  const post = (time: unknown) => server().client.post(sample({ time }));

  for (const [text, instant] of ACCEPTED) {
    it(`reads ${text}`, async () => {
      const { status, body, text: answer } = await post(text);
      expect(status, answer).to.equal(201);
      expect(body.data.time).to.equal(instant);
    });
  }

  it('reads every month and every weekday of RFC 2822', async () => {
    for (const [index, month] of MONTHS.entries()) {
      const { body } = await post(`Sun, 10 ${month} 2025 12:00:00 +0000`);
      expect(body.data.time).to.equal(new Date(Date.UTC(2025, index, 10, 12)).toISOString());
    }
    for (const weekday of WEEKDAYS) {
      expect((await post(`${weekday}, 15 Jan 2025 14:30:00 +0000`)).status).to.equal(201);
    }
  });

  for (const text of WITHOUT_OFFSET) {
    it(`asks for the offset of ${text} in the words of the contract`, async () => {
      const answer = await post(text);
      expectError(answer, 'VALIDATION_ERROR');
      expect(answer.body.error).to.equal(
        'time: timezone is required, use an ISO 8601 offset such as 2025-01-15T14:30:00Z or +02:00, or NOW',
      );
      expect(answer.body).to.not.have.property('details');
    });
  }

  for (const [why, texts] of Object.entries(REFUSED)) {
    it(`refuses ${why}, naming the field`, async () => {
      for (const text of texts) {
        const answer = await post(text);
        expect(answer.status, text).to.equal(400);
        expectError(answer, 'VALIDATION_ERROR');
        expect(fieldsOf(answer), text).to.deep.equal(['time']);
      }
    });
  }

  for (const value of [1736944200, null, true, {}, ['NOW']]) {
    it(`refuses ${JSON.stringify(value)}`, async () => {
      const answer = await post(value);
      expectError(answer, 'VALIDATION_ERROR');
      expect(fieldsOf(answer)).to.deep.equal(['time']);
    });
  }
});
