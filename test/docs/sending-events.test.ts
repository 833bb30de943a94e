import { expect } from 'chai';
import { executesPage } from './executed.ts';

describe('docs/sending-events.md', function () {
  this.timeout(20_000);
  const executed = executesPage('docs/sending-events.md');

  it('has stored each of its events once, and nothing else', async () => {
    const ids = (await executed().milepost.events()).map(({ id }) => id);
    expect(ids).to.have.members([
      'deploy-4711',
      'a-1',
      'r-1',
      'cert-2026-03',
      'scale-2026-03-10-1',
      'run-9',
    ]);
  });
});
