import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { JsonObject } from '../../../backend/model/event.ts';
import { readGithub } from '../../../plugins/ci/github.ts';

const CASES = new URL('../../fixtures/ci/github/', import.meta.url);

function read(name: string, file: string): JsonObject {
  return JSON.parse(readFileSync(new URL(`${name}/${file}.json`, CASES), 'utf8')) as JsonObject;
}

describe('readGithub', () => {
  it('links to the job where the runner says which one it is', () => {
    const env = read('push-to-main', 'env') as Record<string, string>;
    const { facts } = readGithub(env, {}, { checkRunId: '987' });
    expect(facts['jobUrl']).to.equal(
      'https://github.com/acme/shop/actions/runs/1658821493/job/987',
    );
  });

  it('says what it knows, and no more, in an environment that says nothing', () => {
    const context = readGithub({}, {});
    expect(context.source).to.equal(undefined);
    expect(context.version).to.equal(undefined);
    expect(context.execution).to.equal(undefined);
    expect(context.type.value).to.equal('deployment');
  });

  it('survives a payload of any shape', () => {
    for (const payload of [{ deployment: 'x' }, { deployment: [1] }, { deployment: null }]) {
      const context = readGithub({ GITHUB_EVENT_NAME: 'deployment' }, payload);
      expect(context.subject).to.equal(undefined);
    }
    expect(readGithub({ GITHUB_EVENT_NAME: 'constructor' }, {}).type.value).to.equal('deployment');
  });
});
