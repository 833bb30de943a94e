import type { ReadonlySignal } from '@preact/signals';
import type { App } from '../app.ts';
import { SkeletonRows } from '../components/skeleton-rows.tsx';
import { isNarrow } from '../media.ts';
import { PLAIN_HOME } from './address.ts';
import type { HomeModel } from './home-model.ts';
import type { Matrix } from './matrix.ts';
import { MatrixCards } from './matrix-cards.tsx';
import { MatrixTable } from './matrix-table.tsx';

export interface MatrixBodyProps {
  readonly app: App;
  readonly model: HomeModel;
  readonly matrix: Matrix;
  /** ms, every quarter of a minute; at a moment of the past, that moment. */
  readonly now: ReadonlySignal<number>;
}

/** The matrix, or why there is none. */
export function MatrixBody({ app, model, matrix, now }: MatrixBodyProps) {
  const { status, cells, at } = matrix;
  if (cells.size === 0 && status === 'loading') return <SkeletonRows name="what runs where" />;
  if (cells.size === 0) return at === '' ? <NothingYet /> : <NothingThen />;
  const grid = model.grid.value;
  if (grid.rows.length === 0) return <NoMatch model={model} />;
  const Layout = isNarrow.value ? MatrixCards : MatrixTable;
  return <Layout app={app} model={model} grid={grid} isBusy={status === 'loading'} now={now} />;
}

function NothingYet() {
  return (
    <div class="notice">
      <h2>Nothing runs anywhere yet</h2>
      <p>
        The first <code>deployment</code>, <code>release</code> or <code>rollback</code> with a
        version puts its system here, under its environment.
      </p>
      <p class="actions">
        <a class="button" data-primary href="/welcome">
          Connect a pipeline
        </a>
        <a class="button" href="/timeline">
          See all events
        </a>
      </p>
      <p class="waiting">
        <span class="waiting-dot" aria-hidden="true" /> Listening
      </p>
    </div>
  );
}

function NothingThen() {
  return (
    <div class="notice">
      <h2>Nothing was running at that moment</h2>
      <p>No deployment, release or rollback from before it is known. Try a later moment.</p>
    </div>
  );
}

function NoMatch({ model }: Pick<MatrixBodyProps, 'model'>) {
  const { find, isDriftOnly, at } = model.state.value;
  return (
    <div class="notice">
      <h2>{isDriftOnly && find === '' ? 'No drift' : 'No system matches'}</h2>
      <p>
        {isDriftOnly && find === ''
          ? 'Every system runs the same version wherever it runs.'
          : 'Nothing here holds that text in a system, a version or the name of a person.'}
      </p>
      <p class="actions">
        <button
          type="button"
          class="button"
          data-primary
          onClick={() => model.change({ ...PLAIN_HOME, at })}
        >
          Show all systems
        </button>
      </p>
    </div>
  );
}
