/** What a CI's list of variables promises: nothing outside of it is looked at, and nothing in it is idle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { JsonObject } from '../../../backend/model/event.ts';
import type { Ci, Environment } from '../../../plugins/ci/context.ts';
import { CIS } from '../../../plugins/ci/index.ts';

const CASES = new URL('../../fixtures/ci/', import.meta.url);

/** Names that are looked at only where these are not there. */
const INSTEAD_OF: Readonly<Record<string, readonly string[]>> = {
  CI_PROJECT_PATH: ['CI_PROJECT_URL'],
  CI_SERVER_HOST: ['CI_PROJECT_URL', 'CI_SERVER_URL'],
  CI_SERVER_URL: ['CI_PROJECT_URL'],
  BUILD_TAG: ['BUILD_URL'],
  BUILD_USER_ID: ['MILEPOST_CAUSE_USER'],
  GITHUB_ACTOR: ['GITHUB_TRIGGERING_ACTOR'],
};

interface Fixture {
  readonly env: Environment;
  readonly payload: JsonObject;
}

function fixturesOf({ slug }: Ci): Fixture[] {
  const read = (name: string, file: string) => {
    const url = new URL(`${slug}/${name}/${file}.json`, CASES);
    return existsSync(url) ? (JSON.parse(readFileSync(url, 'utf8')) as JsonObject) : {};
  };
  return readdirSync(new URL(`${slug}/`, CASES)).map((name) => ({
    env: read(name, 'env') as Environment,
    payload: read(name, 'event'),
  }));
}

/** An environment that writes down what is looked at. */
function watched(env: Environment): { readonly env: Environment; readonly seen: Set<string> } {
  const seen = new Set<string>();
  const note = (name: string | symbol) => {
    if (typeof name === 'string') seen.add(name);
  };
  const proxy = new Proxy(env, {
    get: (target, name: string) => {
      note(name);
      return target[name];
    },
    has: (target, name) => {
      note(name);
      return name in target;
    },
    getOwnPropertyDescriptor: (target, name) => {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys: () => {
      throw new Error('looks at every variable');
    },
  });
  return { env: proxy, seen };
}

function without(env: Environment, ...names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

for (const ci of CIS) {
  describe(`the variables of ${ci.name}`, () => {
    it('are sorted, and each is there once', () => {
      expect([...ci.variables]).to.deep.equal([...new Set(ci.variables)].sort());
    });

    it('are all that it looks at', () => {
      for (const fixture of [{ env: {}, payload: {} }, ...fixturesOf(ci)]) {
        const { env, seen } = watched(fixture.env);
        ci.read(env, fixture.payload);
        expect([...seen].filter((name) => !ci.variables.includes(name))).to.deep.equal([]);
      }
    });

    it('change something, each of them', () => {
      // Without a payload too, which tells what some variables tell.
      const fixtures = fixturesOf(ci).flatMap((one) => [one, { ...one, payload: {} }]);
      const idle = ci.variables.filter((name) =>
        fixtures.every(({ env, payload }) => {
          const whole = without(env, ...(INSTEAD_OF[name] ?? []));
          const rest = without(whole, name);
          return JSON.stringify(ci.read(whole, payload)) === JSON.stringify(ci.read(rest, payload));
        }),
      );
      expect(idle).to.deep.equal([]);
    });

    it('may all be missing, empty, blank, or of any length', () => {
      const nothing = JSON.stringify(ci.read({}, {}));
      for (const value of ['', ' ', '\n\u202e']) {
        const env = Object.fromEntries(ci.variables.map((name) => [name, value]));
        if (ci.slug !== 'github') expect(JSON.stringify(ci.read(env, {}))).to.equal(nothing);
      }
      const started = performance.now();
      for (const piece of ['a', '/', '@', '<', 'a@', '%', '\\', 'https://a/']) {
        const value = piece.repeat(100_000);
        ci.read(Object.fromEntries(ci.variables.map((name) => [name, value])), {});
      }
      expect(performance.now() - started, 'ms').to.be.below(3000);
    });
  });
}
