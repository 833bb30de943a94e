/** Every step that the documentation shows is one that the action understands. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { readPages } from '../support/markdown.ts';
import { readManifest, runStep } from '../support/runner.ts';

const CASE = new URL('../fixtures/ci/github/push-to-main/', import.meta.url);
const BUNDLE = new URL('../../action/dist/index.mjs', import.meta.url).pathname;

interface ShownStep {
  readonly place: string;
  readonly inputs: Readonly<Record<string, string>>;
}

function stepsIn(value: unknown, place: string): ShownStep[] {
  if (typeof value !== 'object' || value === null) return [];
  const { uses, with: inputs = {} } = value as { uses?: unknown; with?: Record<string, unknown> };
  if (typeof uses === 'string' && uses.startsWith('OWNER/milepost@')) {
    const texts = Object.entries(inputs).map(([name, one]) => [name, evaluate(String(one))]);
    return [{ place, inputs: Object.fromEntries(texts) as Record<string, string> }];
  }
  return Object.values(value).flatMap((one) => stepsIn(one, place));
}

/** Some value for each expression. */
function evaluate(text: string): string {
  return text.replace(/\$\{\{[^}]*\}\}/g, '1');
}

const STEPS = readPages().flatMap(({ path, blocks }) =>
  blocks
    .filter(({ language }) => language === 'yaml')
    .flatMap(({ code, line }) => stepsIn(load(code), `${path}:${line}`)),
);

describe('the steps for GitHub in the documentation', () => {
  const known = Object.keys(readManifest().inputs);
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, CASE), 'utf8')) as object;

  it('are found', () => {
    expect(STEPS.length).to.be.at.least(12);
  });

  for (const { place, inputs } of STEPS) {
    it(`say what the action understands, at ${place}`, async () => {
      expect(known).to.include.members(Object.keys(inputs));
      const result = await runStep({
        node: process.execPath,
        main: BUNDLE,
        inputs: { ...inputs, 'dry-run': 'true' },
        env: read('env.json') as Record<string, string>,
        event: read('event.json'),
        contexts: { 'job.status': 'success' },
      });
      expect(result.annotations, result.log).to.deep.equal([]);
      if (inputs['record'] !== 'end') {
        expect(JSON.parse(result.outputs['event'] ?? '')).to.have.property('type');
      }
    });
  }
});
