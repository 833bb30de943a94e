/**
 * Whole environments as the runners set them, and the event that comes of each. After a change that
 * is meant: `UPDATE_FIXTURES=1 npx mocha test/plugins/ci/golden.test.ts`, then read the difference.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { JsonObject } from '../../../backend/model/event.ts';
import { parseEvent } from '../../../backend/model/schema.ts';
import { buildEvent } from '../../../plugins/build-event.ts';
import type { Ci } from '../../../plugins/ci/context.ts';
import { CIS, detectCi } from '../../../plugins/ci/index.ts';
import { originLines } from '../../../plugins/report.ts';

const CASES = new URL('../../fixtures/ci/', import.meta.url);
const NOW = Date.UTC(2026, 2, 10, 14, 30);
/** How many there are at least. */
const WANTED: Readonly<Record<string, number>> = { github: 12, gitlab: 10, jenkins: 8 };
/** What a runner of any of them sets at least; those of GitHub are cut down to what matters. */
const WHOLE = 40;

type Variables = Readonly<Record<string, string>>;

function casesOf(ci: Ci): string[] {
  return readdirSync(new URL(`${ci.slug}/`, CASES));
}

function fileOf(ci: Ci, name: string, file: string): URL {
  return new URL(`${ci.slug}/${name}/${file}.json`, CASES);
}

function read(ci: Ci, name: string, file: string): JsonObject {
  return JSON.parse(readFileSync(fileOf(ci, name, file), 'utf8')) as JsonObject;
}

function environmentOf(ci: Ci, name: string): Variables {
  return read(ci, name, 'env') as Variables;
}

function payloadOf(ci: Ci, name: string): JsonObject {
  return existsSync(fileOf(ci, name, 'event')) ? read(ci, name, 'event') : {};
}

/** The event, what a log says about it, and of the context what the event need not show. */
function make(ci: Ci, env: Variables, payload: JsonObject): JsonObject {
  const context = ci.read(env, payload);
  const { status, startedAt, isProduction, isFrozen } = context;
  const built = buildEvent({
    context,
    given: {},
    now: NOW,
    newId: () => 'made-for-this-event',
    sourceAdvice: 'give --source',
  });
  if (built.kind === 'wrong') throw new Error(built.problems.join(', '));
  expect(parseEvent(built.event).ok, 'valid for the server').to.equal(true);
  const made = {
    event: built.event,
    log: originLines(built.origins),
    context: { status, startedAt, isProduction, isFrozen },
  };
  // As JSON, so that what is absent and what is undefined are the same.
  return JSON.parse(JSON.stringify(made)) as JsonObject;
}

const SECRET = /TOKEN|PASSWORD|SECRET|API_KEY|JWT|EMAIL/i;

/** Values that no event may hold: of variables that are not read, and passwords in addresses. */
function secretsOf(ci: Ci, env: Variables): string[] {
  const names = Object.keys(env);
  const known = names.filter((name) => ci.variables.includes(name)).map((name) => env[name] ?? '');
  const ignored = names
    .filter((name) => !ci.variables.includes(name))
    // Short ones are words, such as the name of a step, that other variables hold by chance.
    .filter((name) => (env[name]?.length ?? 0) > (SECRET.test(name) ? 5 : 15))
    .map((name) => env[name] ?? '')
    .filter((value) => !known.some((text) => text.includes(value)));
  const passwords = known
    .flatMap((value) => [...value.matchAll(/\/\/[^/@\s:]*:([^/@\s]+)@/g)])
    .map(([, password = '']) => password);
  return [...ignored, ...passwords];
}

for (const ci of CIS) {
  describe(`the fixtures of ${ci.name}`, () => {
    const names = casesOf(ci);

    it('are enough', () => {
      expect(names.length).to.be.at.least(WANTED[ci.slug] ?? 3);
    });

    for (const name of names) {
      it(name.replaceAll('-', ' '), () => {
        const env = environmentOf(ci, name);
        const made = make(ci, env, payloadOf(ci, name));
        if (process.env['UPDATE_FIXTURES']) {
          writeFileSync(fileOf(ci, name, 'expected'), `${JSON.stringify(made, null, 2)}\n`);
        }
        expect(made).to.deep.equal(read(ci, name, 'expected'));
      });

      it(`${name.replaceAll('-', ' ')}: recognised, and nothing kept that is nobody’s business`, () => {
        const env = environmentOf(ci, name);
        expect(detectCi(env)?.slug).to.equal(ci.slug);
        const text = JSON.stringify(make(ci, env, payloadOf(ci, name)));
        for (const secret of secretsOf(ci, env)) {
          expect(text).to.not.contain(JSON.stringify(secret).slice(1, -1));
        }
        expect(text).to.not.match(/[\w.+-]+@[\w-]+\.\w+/, 'an e-mail address');
        if (ci.slug !== 'github') expect(Object.keys(env).length).to.be.at.least(WHOLE);
      });
    }
  });
}
