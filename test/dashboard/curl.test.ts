import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { eventCommand, firstEventCommand, quoteForShell } from '../../dashboard/curl.ts';
import { findKey } from '../../dashboard/find-key.ts';
import { storedEvent } from './events.ts';

const ORIGIN = 'https://milepost.example';

/** The arguments that a real shell would hand to curl. */
function runInShell(command: string, shell = 'sh'): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { MILEPOST_API_KEY: 'mp_from_the_environment', PATH: process.env['PATH'] ?? '' };
  return execFileSync(shell, ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('commands to copy', () => {
  it('reach the shell as they were meant, whatever an event holds', () => {
    const description = `'; touch pwned; echo '"$(id)\`id\`\\ !! %s \n %00 é 日本 \u202E \u2028`;
    const event = storedEvent(0, { source: `it's`, data: { description } });
    for (const shell of ['sh', 'bash']) {
      const args = runInShell(eventCommand(ORIGIN, event), shell);
      expect(args.slice(0, 2)).to.deep.equal(['-sS', `${ORIGIN}/api/v1/events`]);
      expect(args).to.include('Authorization: Bearer mp_from_the_environment');
      const body = JSON.parse(args.at(-1) ?? '') as Record<string, unknown>;
      expect(body['data']).to.deep.equal({ description });
      expect(body['source']).to.equal(`it's`);
    }
  });

  it('leave out what the server adds and what is absent, and keep extensions', () => {
    const event = storedEvent(0, { dataschema: null, traceid: 'abc' });
    const body = JSON.parse(runInShell(eventCommand(ORIGIN, event)).at(-1) ?? '');
    expect(body).not.to.have.any.keys('createdAt', 'dataschema', 'receipt');
    expect(body).to.include({ id: 'event-0', specversion: '1.0', traceid: 'abc' });
  });

  it('show nothing that cannot be seen', () => {
    const event = storedEvent(0, { data: { description: 'a\u202Eb\u200B\u{E0041}' } });
    expect(eventCommand(ORIGIN, event)).to.match(/^[\x20-\x7e\n]*$/);
  });

  it('hold a key only where it was just made', () => {
    expect(firstEventCommand(ORIGIN)).to.include('Bearer $MILEPOST_API_KEY');
    const args = runInShell(firstEventCommand(ORIGIN, 'mp_secret'));
    expect(args).to.include('Authorization: Bearer mp_secret');
    expect(JSON.parse(args.at(-1) ?? '')).to.include({ specversion: '1.0', time: 'NOW' });
  });

  it('quote a word for the shell', () => {
    expect(runInShell(`curl ${quoteForShell(`a'b "c" $d`)}`)).to.deep.equal([`a'b "c" $d`]);
  });
});

describe('a pasted key', () => {
  const key = `mp_${'a1B2'.repeat(11)}xy`;

  it('is found in what came along with it', () => {
    for (const text of [key, ` ${key}\n`, `Bearer ${key}`, `export MILEPOST_API_KEY='${key}'`]) {
      expect(findKey(text)).to.equal(key);
    }
  });

  it('is left as it is where it is none, so that the server can say so', () => {
    expect(findKey(' mp_short ')).to.equal('mp_short');
    expect(findKey(`${key}z`)).to.equal(`${key}z`);
  });
});
