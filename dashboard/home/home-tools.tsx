import type { App } from '../app.ts';
import { Icon } from '../components/icon.tsx';
import { AsOfMenu } from './as-of-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FindBox } from './find-box.tsx';
import type { HomeModel } from './home-model.ts';

export interface HomeToolsProps {
  readonly app: App;
  readonly model: HomeModel;
}

/** What narrows the matrix, and what it is held against. */
export function HomeTools({ app, model }: HomeToolsProps) {
  const { find, at, isDriftOnly, compare } = model.state.value;
  const canCompare = model.environments.value.filter((one) => one !== null).length > 1;
  return (
    <div class="main-head home-tools">
      <FindBox value={find} onFind={(text, how) => model.change({ find: text }, how)} />
      <AsOfMenu at={at} onChange={(moment) => model.change({ at: moment })} />
      <button
        type="button"
        class="button"
        data-chosen={compare !== null}
        aria-pressed={compare !== null}
        disabled={!canCompare}
        onClick={model.toggleCompare}
      >
        <Icon name="compare" /> Compare
      </button>
      <label class="check">
        <input
          type="checkbox"
          checked={isDriftOnly}
          onChange={({ currentTarget }) => model.change({ isDriftOnly: currentTarget.checked })}
        />
        Only drift
      </label>
      <span class="home-tools-end">
        <button
          type="button"
          class="button"
          data-bare
          aria-label="Order of the environments"
          title="Order of the environments"
          onClick={() => {
            model.isOrdering.value = true;
          }}
        >
          <Icon name="columns" />
        </button>
        <ExportMenu app={app} model={model} />
      </span>
    </div>
  );
}
