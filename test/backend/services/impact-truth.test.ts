/** Whether verdicts are right, on series whose truth is known: parts of what the docs say. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { TRUTH_CASES, type TruthCase, toTruthCells, tryCase } from '../../../bench/impact.ts';

const SERIES = 2000;

function tableOf(page: string): string[][] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const part = text.slice(text.indexOf('<!-- truth:start -->'), text.indexOf('<!-- truth:end -->'));
  const rows = part.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the truth of verdicts', function () {
  this.timeout(60_000);
  const rows = tableOf('docs/metrics.md');
  const percent = (text = ''): number => Number.parseFloat(text);

  it('is told for every case, and has at most 5 % false alarms in each', () => {
    expect(rows).to.have.length(TRUTH_CASES.length);
    for (const [index, row] of rows.entries()) {
      const [name, n, rho, falseAlarms] = row;
      const one = TRUTH_CASES[index];
      expect([name, n, rho]).to.deep.equal([one?.name, String(one?.n), String(one?.rho)]);
      expect(percent(falseAlarms), row.join(' ')).to.be.at.most(5);
    }
  });

  const atSixty = (rho: number): TruthCase => ({ name: 'normal', n: 60, rho });

  it('finds a change of 1 standard deviation in 60 samples a side, and accuses at most 5 %', () => {
    const { falseAlarms, found1, found2 } = tryCase(atSixty(0), SERIES);
    expect(falseAlarms).to.be.at.most(5);
    expect(found1).to.be.at.least(90);
    expect(found2).to.be.at.least(99);
  });

  for (const rho of [0, 0.6]) {
    it(`is as the documentation has it for 60 samples a side and a correlation of ${rho}`, () => {
      const wanted = rows.find((row) => row.slice(0, 3).join() === `normal,60,${rho}`);
      expect(toTruthCells(atSixty(rho), tryCase(atSixty(rho), SERIES))).to.deep.equal(wanted);
    });
  }
});
