import { expect } from 'chai';
import { NOW, useMilepost } from '../support.ts';
import { QUESTIONS } from './questions.ts';
import { EVALUATED, evaluatedSamples, WRITTEN_DOWN } from './timeline.ts';

describe('questions and their answers, by MCP', () => {
  const { ask, running, client } = useMilepost(EVALUATED);
  before(async () => {
    const { store } = running();
    await store.metrics.write('default', evaluatedSamples());
    await store.contexts.insert('default', {
      ...{ version: 1, updatedAt: NOW, length: WRITTEN_DOWN.length, text: WRITTEN_DOWN },
      updatedBy: { kind: 'person', id: 'p-1', name: 'lena@example.com' },
    });
  });

  it('are forty or more, and use every tool that reads', async () => {
    expect(QUESTIONS.length).to.be.at.least(40);
    const { tools } = await client().listTools();
    const used = new Set(
      QUESTIONS.flatMap(({ steps }) =>
        steps.flatMap((step) => (Array.isArray(step) ? step[0] : 'get_event')),
      ),
    );
    for (const { name } of tools) expect([...used], name).to.include(name);
  });

  for (const { ask: question, steps, facts } of QUESTIONS) {
    it(question, async () => {
      let answer = { text: '', isError: false, structured: {} as Record<string, unknown> };
      for (const step of steps) {
        const [tool, args = {}] = typeof step === 'function' ? step(answer.structured) : step;
        answer = await ask(tool, { ...args });
        expect(answer.isError, `${tool}: ${answer.text}`).to.equal(false);
      }
      for (const fact of facts) {
        if (typeof fact === 'string') expect(answer.text).to.contain(fact);
        else expect(answer.text).not.to.contain(fact.not);
      }
    });
  }
});
