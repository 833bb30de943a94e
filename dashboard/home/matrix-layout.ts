import type { ReadonlySignal } from '@preact/signals';
import type { App } from '../app.ts';
import type { Grid } from './grid.ts';
import type { HomeModel } from './home-model.ts';

/** What both forms of the matrix are made from: the table, and the cards of a phone. */
export interface MatrixLayoutProps {
  readonly app: App;
  readonly model: HomeModel;
  readonly grid: Grid;
  readonly isBusy: boolean;
  /** ms. */
  readonly now: ReadonlySignal<number>;
}
