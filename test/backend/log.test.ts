import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { redact } from '../../backend/log.ts';
import { newSecret } from '../../backend/services/keys.ts';

const KEY = newSecret();

/** Each of these says the key somewhere else. */
const FACTS: readonly object[] = [
  { headers: { authorization: `Bearer ${KEY}`, cookie: `theme=dark; session=${KEY}; a=b` } },
  { req: { url: `/api/v1/events?key=${KEY}&limit=1`, rawHeaders: ['Authorization', KEY] } },
  { deep: [{ deeper: { deepest: [[KEY, `x${KEY}x`]] } }] },
  { text: JSON.stringify({ auth: { key: KEY } }) },
  { twice: `${KEY} and ${KEY}`, [KEY]: 'as a name' },
];

const PROGRAM = `
  import { createLog } from ${JSON.stringify(new URL('../../backend/log.ts', import.meta.url).href)};
  const log = createLog('info');
  const key = process.env.KEY;
  for (const facts of JSON.parse(process.env.FACTS)) log.info(facts, 'facts');
  log.warn({}, 'a message about ' + key);
  const cause = new Error('cause: ' + key);
  log.error({ err: Object.assign(new Error('refused ' + key, { cause }), { key }) }, 'failed');
  log.error({ err: new Error('cannot reach mongodb://milepost:hunter2@db:27017/x') }, 'failed');
  log.debug({}, 'below the level');
`;

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
  readonly err?: { readonly message: string; readonly stack: string };
}

describe('the log of a process', () => {
  let lines: Line[] = [];
  let output = '';
  before(() => {
    const child = spawnSync(
      process.execPath,
      ['--import=tsx', '--input-type=module', '--eval', PROGRAM],
      {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { ...process.env, KEY, FACTS: JSON.stringify(FACTS) },
        encoding: 'utf8',
      },
    );
    expect(child.status, child.stderr).to.equal(0);
    expect(child.stdout).to.equal('');
    output = child.stderr;
    lines = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  });

  it('is one line of JSON for each entry at its level or above, on stderr', () => {
    expect(lines.map(({ level }) => level)).to.deep.equal([...FACTS.map(() => 30), 40, 50, 50]);
    expect(output).to.not.include('below the level');
    expect(lines[0]).to.include({ msg: 'facts' }).and.to.not.have.any.keys('pid', 'hostname');
    expect(lines[0]?.time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('holds no key: not in a header, a cookie, a URL, a text, a name, a message nor a cause', () => {
    expect(output).to.not.include(KEY);
    expect(output).to.not.include(KEY.slice(3, 23));
    expect(output).to.not.include(KEY.slice(-20));
    expect(output.split('mp_[redacted]').length - 1).to.be.at.least(14);
  });

  it('keeps what stands around a key', () => {
    expect(lines[0]).to.deep.include({
      headers: {
        authorization: 'Bearer mp_[redacted]',
        cookie: 'theme=dark; session=mp_[redacted]; a=b',
      },
    });
    expect(lines[1]).to.have.nested.property('req.url', '/api/v1/events?key=mp_[redacted]&limit=1');
  });

  it('holds the stack of an error and that of its cause', () => {
    const stack = lines.at(-2)?.err?.stack;
    expect(stack).to.match(/refused mp_\[redacted\].+ at .+cause: mp_\[redacted\]/s);
  });

  it('holds no password of a database', () => {
    expect(output).to.not.include('hunter2');
    expect(lines.at(-1)?.err?.message).to.equal(
      'cannot reach mongodb://milepost:[redacted]@db:27017/x',
    );
  });
});

/** Three parts in base64url, as every id token has. */
const TOKEN = `eyJhbGciOiJSUzI1NiJ9.${'eyJpc3Mi-_'.repeat(30)}.c2lnbmF0dXJl_-`;

describe('redact', () => {
  const LINES: readonly (readonly [string, string])[] = [
    [`{"a":"${KEY}"}`, '{"a":"mp_[redacted]"}'],
    [`"mp_${'a'.repeat(39)}"`, `"mp_${'a'.repeat(39)}"`],
    [`"mp_${'a'.repeat(40)}"`, '"mp_[redacted]"'],
    [`"mpo_${'a-_'.repeat(14)}x"`, '"mpo_[redacted]"'],
    [`"mpr_${'a-_'.repeat(14)}x"`, '"mpr_[redacted]"'],
    [`{"a":"Bearer ${TOKEN}","b":1}`, '{"a":"Bearer [redacted id token]","b":1}'],
    [`"/x?t=${TOKEN}&y" "\\n${TOKEN}"`, '"/x?t=[redacted id token]&y" "\\n[redacted id token]"'],
    ['"eyJ.a.b" "keyJunction.config.service"', '"eyJ.a.b" "keyJunction.config.service"'],
    ['{"prefix":"mp_abcde"}', '{"prefix":"mp_abcde"}'],
    ['mongodb+srv://u:p%40:/s@h/db?x=1', 'mongodb+srv://u:[redacted]@h/db?x=1'],
    ['"https://:token@h" "http://a:b@c"', '"https://:[redacted]@h" "http://a:[redacted]@c"'],
    ['"http://h:4000/x" "u@h"', '"http://h:4000/x" "u@h"'],
    ['"http://h:4000" "a@b"', '"http://h:4000" "a@b"'],
    ['{"a":"http://h:4000","b":"a@b"}', '{"a":"http://h:4000","b":"a@b"}'],
    ['"mongodb://user:p@ss@host/db"', '"mongodb://user:[redacted]@host/db"'],
    [String.raw`"mongodb://user:p\"ss@host"`, '"mongodb://user:[redacted]@host"'],
  ];
  for (const [line, expected] of LINES) {
    it(`makes ${expected.slice(0, 40)} of what stands there`, () => {
      expect(redact(line)).to.equal(expected);
    });
  }

  it('takes time that grows no faster than the line', () => {
    for (const part of ['a', 'mp_', 'a://', 'a://b:', 'a://b:c', 'eyJ', '-eyJabcde', 'eyJabcde.']) {
      const started = performance.now();
      redact(part.repeat(200_000));
      // Quadratic, each of these takes half a minute.
      expect(performance.now() - started, part).to.be.below(2000);
    }
  });
});
