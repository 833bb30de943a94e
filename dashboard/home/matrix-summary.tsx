import { revealText } from '../text.ts';
import { tally } from './compare.ts';
import type { Grid } from './grid.ts';
import type { HomeModel } from './home-model.ts';
import type { Matrix } from './matrix.ts';

export interface MatrixSummaryProps {
  readonly model: HomeModel;
  readonly matrix: Matrix;
}

/** The matrix in a line. */
export function MatrixSummary({ model, matrix }: MatrixSummaryProps) {
  const grid = model.grid.value;
  if (matrix.status !== 'ready' && matrix.cells.size === 0) {
    return (
      <h2 class="total">
        {matrix.status === 'loading' && <span class="skeleton" aria-hidden="true" />}
      </h2>
    );
  }
  if (matrix.cells.size === 0) return null;
  const { compare } = model.state.value;
  return (
    <h2 class="total home-total">
      <span>{countSystems(grid)}</span>
      <span class="muted">{compare === null ? sayDrift(grid) : sayDifference(grid, compare)}</span>
    </h2>
  );
}

function countSystems({ rows, total, environments }: Grid): string {
  const systems = rows.length === total ? String(total) : `${rows.length} of ${total}`;
  const count = environments.filter((one) => one !== null).length;
  const where = count === 0 ? '' : ` in ${count} ${plural(count, 'environment')}`;
  return `${systems} ${plural(total, 'system')}${where}`;
}

function sayDrift({ rows }: Grid): string {
  const count = rows.filter(({ drifts }) => drifts.some(({ kind }) => kind !== 'none')).length;
  return count === 0 ? 'no drift' : `${count} with drift`;
}

function sayDifference({ rows }: Grid, [first, second]: readonly [string, string]): string {
  const { behind, missing, same } = tally(rows.flatMap(({ difference }) => difference ?? []));
  const names = [revealText(first), revealText(second)] as const;
  const parts = [0, 1].flatMap((side) => {
    const [older = 0, gone = 0] = [behind[side], missing[side]];
    const said = [
      ...(older === 0 ? [] : [`behind in ${older}`]),
      ...(gone === 0 ? [] : [`without ${gone}`]),
    ];
    return said.length === 0 ? [] : [`${names[side]} is ${said.join(' and ')}`];
  });
  return [...parts, `${same} run the same`].join(' · ');
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
