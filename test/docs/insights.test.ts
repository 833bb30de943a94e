import { executesPage } from './executed.ts';

describe('docs/insights.md', function () {
  this.timeout(20_000);
  executesPage('docs/insights.md');
});
