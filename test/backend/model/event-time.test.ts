/** What `time` of an event may be, and the words of each refusal: contract 2. */
import { expect } from 'chai';
import { parseEventTime } from '../../../backend/model/time.ts';
import { createRandom } from '../../../bench/dataset.ts';

const FORMS =
  'must be NOW, ISO 8601 with an offset such as 2025-01-15T14:30:00Z or +02:00, or RFC 2822 with a numeric zone such as Wed, 15 Jan 2025 14:30:00 +0200';
const OFFSET_MISSING =
  'timezone is required, use an ISO 8601 offset such as 2025-01-15T14:30:00Z or +02:00, or NOW';

function instantOf(text: string): string {
  const time = parseEventTime(text);
  if (time.kind === 'at') return new Date(time.ms).toISOString();
  return time.kind === 'now' ? 'now' : time.message;
}

describe('parseEventTime', () => {
  const READ: readonly (readonly [string, string])[] = [
    ['NOW', 'now'],
    ['now', 'now'],
    ['nOw', 'now'],
    ['2025-01-15T14:30:00Z', '2025-01-15T14:30:00.000Z'],
    ['2025-01-15T14:30:00+02:00', '2025-01-15T12:30:00.000Z'],
    ['2025-01-15T14:30:00-0930', '2025-01-16T00:00:00.000Z'],
    ['2025-01-15T14:30:00-00:30', '2025-01-15T15:00:00.000Z'],
    ['2024-02-29T23:59:59+23:59', '2024-02-29T00:00:59.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    // Cut: a rounded fraction would be in the next year.
    ['2025-12-31T23:59:59.99999999999999999999Z', '2025-12-31T23:59:59.999Z'],
    ['2025-01-15T14:30:00.0009Z', '2025-01-15T14:30:00.000Z'],
    ['2025-01-15T14:30:00.7Z', '2025-01-15T14:30:00.700Z'],
    ['Wed, 15 Jan 2025 14:30:00 +0200', '2025-01-15T12:30:00.000Z'],
    ['wed, 5 jan 2025 14:30:00 -0030', '2025-01-05T15:00:00.000Z'],
    ['SUN, 29 FEB 2024 14:30:00 +0000', '2024-02-29T14:30:00.000Z'],
  ];
  for (const [text, instant] of READ) {
    it(`reads ${text}`, () => expect(instantOf(text)).to.equal(instant));
  }

  const REFUSED: Readonly<Record<string, readonly string[]>> = {
    [OFFSET_MISSING]: [
      '2025-01-15T14:30:00',
      '2025-01-15T14:30:00.123456',
      // The offset is named first: with it the sender learns of the rest.
      '2025-02-30T14:30:00',
      'Wed, 15 Jan 2025 14:30:00',
    ],
    [FORMS]: [
      '',
      'tomorrow',
      'now ',
      'now-1h',
      '2025-01-15',
      '2025-01-15T14:30Z',
      '2025-01-15T14:30',
      '2025-01-15T14:30:00z',
      '2025-01-15t14:30:00Z',
      '2025-01-15T14:30:00+2:00',
      '2025-01-15T14:30:00\n',
      'Wed, 15 Jan 2025 14:30:00 GMT',
      'Wed, 15 Jan 2025 14:30:00 EST',
      'Wed, 15 Jan 2025 14:30 +0200',
      'Day, 15 Jan 2025 14:30:00 +0200',
    ],
    'no such month': [
      '2025-13-01T00:00:00Z',
      '2025-00-01T00:00:00Z',
      'Wed, 15 Abc 2025 14:30:00 +0200',
    ],
    'no such day in the calendar': [
      '2025-02-30T00:00:00Z',
      '2025-02-29T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '2025-04-31T00:00:00Z',
      '2025-01-00T00:00:00Z',
      'Sun, 30 Feb 2025 14:30:00 +0200',
    ],
    'no such time of day': [
      '2025-01-15T24:00:00Z',
      '2025-01-15T23:60:00Z',
      '2016-12-31T23:59:60Z',
      'Wed, 15 Jan 2025 24:00:00 +0200',
    ],
    'offset must be between -23:59 and +23:59': [
      '2025-01-15T14:30:00+24:00',
      '2025-01-15T14:30:00-24:00',
      '2025-01-15T14:30:00+01:60',
      'Wed, 15 Jan 2025 14:30:00 +0260',
    ],
    'must lie between the years 0000 and 9999 in UTC': [
      '0000-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
    ],
  };
  for (const [message, texts] of Object.entries(REFUSED)) {
    for (const text of texts) {
      it(`says of ${JSON.stringify(text)}: ${message.slice(0, 40)}`, () => {
        expect(parseEventTime(text)).to.deep.equal({ kind: 'invalid', message });
      });
    }
  }
});

describe('parseEventTime, for any moment', () => {
  const random = createRandom(2025);
  const whole = (below: number) => Math.floor(random() * below);
  const pad = (value: number) => String(value).padStart(2, '0');
  // The outermost days stay out: written with an offset they would leave the four digits.
  const [first, last] = [Date.parse('0000-01-02T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')];
  const moments = Array.from({ length: 1000 }, () => {
    const ms = first + whole(last - first);
    const offset = whole(2 * 1439 + 1) - 1439;
    const local = new Date(ms + offset * 60_000);
    const sign = offset < 0 ? '-' : '+';
    const [hours, minutes] = [pad(Math.trunc(Math.abs(offset) / 60)), pad(Math.abs(offset) % 60)];
    return { ms, local, sign, hours, minutes };
  });

  it('reads ISO 8601 back, with every offset and any number of decimals', () => {
    for (const { ms, local, sign, hours, minutes } of moments) {
      const more = String(random()).slice(2, 2 + whole(9));
      const colon = random() < 0.5 ? ':' : '';
      const text = `${local.toISOString().slice(0, -1)}${more}${sign}${hours}${colon}${minutes}`;
      expect(parseEventTime(text), text).to.deep.equal({ kind: 'at', ms });
    }
  });

  it('reads RFC 2822 back, to the second', () => {
    for (const { ms, local, sign, hours, minutes } of moments) {
      const text = local.toUTCString().replace('GMT', `${sign}${hours}${minutes}`);
      const seconds = Math.floor(ms / 1000) * 1000;
      expect(parseEventTime(text), text).to.deep.equal({ kind: 'at', ms: seconds });
    }
  });

  it('never throws, and never means another time than Date, when a character is wrong', () => {
    const characters = '0123456789TZ+-:. ,,aé\0\n';
    let read = 0;
    for (const { local, sign, hours, minutes } of moments) {
      const text = `${local.toISOString().slice(0, -1)}${sign}${hours}:${minutes}`;
      const index = whole(text.length);
      const wrong =
        text.slice(0, index) + characters.charAt(whole(characters.length)) + text.slice(index + 1);
      const time = parseEventTime(wrong);
      expect(time.kind, wrong).to.be.oneOf(['at', 'invalid']);
      if (time.kind !== 'at') continue;
      read += 1;
      expect(time.ms, wrong).to.equal(Date.parse(wrong));
    }
    expect(read).to.be.within(50, 900);
  });
});
