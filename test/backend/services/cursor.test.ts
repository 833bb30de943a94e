import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { MilepostError } from '../../../backend/errors.ts';
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  queryFingerprint,
} from '../../../backend/services/cursor.ts';
import type { FilterRequest } from '../../../backend/services/range.ts';
import { createRandom } from '../../../bench/dataset.ts';

const FINGERPRINT = queryFingerprint('default', {}, 'desc');

function refusal(text: string, fingerprint = FINGERPRINT): string {
  try {
    return `read: ${JSON.stringify(decodeCursor(text, fingerprint))}`;
  } catch (error) {
    return error instanceof MilepostError ? `${error.code} ${error.message}` : String(error);
  }
}

const DAMAGED = 'VALIDATION_ERROR cursor: is damaged, use page.nextCursor as it was given';
const FOREIGN =
  'VALIDATION_ERROR cursor: belongs to another query, repeat the filters of its first page';

describe('a cursor', () => {
  const random = createRandom(5);
  const moment = () => Math.floor((random() - 0.3) * 2e14);
  const cursors: Cursor[] = Array.from({ length: 200 }, (_, index) => ({
    time: moment(),
    receipt: ['1', '9007199254740991', `0k${index}x`, ''][index % 4] ?? '',
    from: index % 3 === 0 ? undefined : moment(),
    to: index % 5 === 0 ? undefined : moment(),
  }));

  it('gives back what it was made of', () => {
    for (const cursor of cursors) {
      const text = encodeCursor(cursor, FINGERPRINT);
      expect(decodeCursor(text, FINGERPRINT)).to.deep.equal(cursor);
    }
  });

  it('keeps a range that begins or ends at 0', () => {
    const cursor = { time: 0, receipt: '0', from: 0, to: 0 };
    expect(decodeCursor(encodeCursor(cursor, FINGERPRINT), FINGERPRINT)).to.deep.equal(cursor);
  });

  it('needs no escaping in a URL', () => {
    for (const cursor of cursors) {
      expect(encodeCursor(cursor, FINGERPRINT)).to.match(/^[\w-]+$/);
    }
  });

  it('is damaged when somebody made it up, whatever it says', () => {
    const forge = (payload: string): string => {
      const digest = createHash('sha256').update(payload).digest('base64url').slice(0, 12);
      return Buffer.from(digest + payload).toString('base64url');
    };
    const [version, time, receipt, , , fingerprint] = [1, 5, 'r', null, null, FINGERPRINT];
    const good = JSON.stringify([version, time, receipt, null, null, fingerprint]);
    expect(decodeCursor(forge(good), FINGERPRINT)).to.include({ time, receipt });
    for (const payload of [
      ...['', 'null', '{}', '[]', '[', 'x', '"text"'],
      JSON.stringify([version, 'abc', receipt, null, null, fingerprint]),
      JSON.stringify([version, time, { a: 1 }, null, null, fingerprint]),
      JSON.stringify([version, time, receipt, 'x', null, fingerprint]),
      JSON.stringify([version, time, receipt, null, 1.5, fingerprint]),
    ]) {
      expect(refusal(forge(payload)), payload).to.equal(DAMAGED);
    }
  });

  it('is damaged when any one character is another', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const cursor of cursors.slice(0, 20)) {
      const text = encodeCursor(cursor, FINGERPRINT);
      for (let index = 0; index < text.length; index += 1) {
        const other = alphabet.charAt((alphabet.indexOf(text.charAt(index)) + 32) % 64);
        const changed = text.slice(0, index) + other + text.slice(index + 1);
        expect(refusal(changed), changed).to.equal(DAMAGED);
      }
    }
  });

  for (const text of ['', 'x', '0', 'bnVsbA', '😀', '\0', '='.repeat(50), 'A'.repeat(10_000)]) {
    it(`is damaged as ${JSON.stringify(text).slice(0, 16)}`, () => {
      expect(refusal(text)).to.equal(DAMAGED);
    });
  }

  it('is damaged with anything around it or inside, also what decoding would skip', () => {
    const text = encodeCursor(cursors[0] ?? expect.fail(), FINGERPRINT);
    for (const more of ['=', '!', ' ', '\n', 'A', '+']) {
      for (const index of [0, 8, text.length]) {
        const changed = text.slice(0, index) + more + text.slice(index);
        expect(refusal(changed), changed).to.equal(DAMAGED);
      }
    }
  });

  it('belongs to its query alone', () => {
    const text = encodeCursor(cursors[0] ?? expect.fail(), FINGERPRINT);
    const others = [
      queryFingerprint('other', {}, 'desc'),
      queryFingerprint('default', {}, 'asc'),
      queryFingerprint('default', { type: ['deployment'] }, 'desc'),
    ];
    for (const other of others) expect(refusal(text, other)).to.equal(FOREIGN);
  });
});

describe('the fingerprint of a query', () => {
  it('differs for every query that may list other events', () => {
    const requests: FilterRequest[] = [
      {},
      ...(['type', 'source', 'subject', 'version', 'id'] as const).flatMap((field) => [
        { [field]: ['LOW'] },
        { [field]: ['LOW', 'x'] },
        { [field]: ['LOWx'] },
        { [field]: [] },
      ]),
      { severity: ['LOW'] },
      { search: 'LOW' },
      { from: 'LOW' },
      { to: 'LOW' },
      { timezone: 'LOW' },
      { type: ['LOW'], source: ['LOW'] },
      { search: '["LOW"]' },
    ];
    const fingerprints = requests.flatMap((request) =>
      ['default', 'other'].flatMap((organization) => [
        queryFingerprint(organization, request, 'asc'),
        queryFingerprint(organization, request, 'desc'),
      ]),
    );
    expect(new Set(fingerprints).size).to.equal(requests.length * 4);
  });

  it('is the same whatever order the members have, and however absence is said', () => {
    const one = { type: ['a'], search: 'b', from: undefined };
    const same = { search: 'b', type: ['a'] };
    expect(queryFingerprint('default', one, 'asc')).to.equal(
      queryFingerprint('default', same, 'asc'),
    );
  });

  it('leaves out how much of it a page shows', () => {
    const request: FilterRequest & { limit: number; cursor: string } = { limit: 5, cursor: 'x' };
    expect(queryFingerprint('default', request, 'desc')).to.equal(FINGERPRINT);
  });
});
