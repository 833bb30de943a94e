import { Icon } from '../components/icon.tsx';
import { revealText } from '../text.ts';
import type { HomeModel } from './home-model.ts';

/** Which two environments are held against each other. */
export function CompareBar({ model }: { readonly model: HomeModel }) {
  const { compare } = model.state.value;
  if (compare === null) return null;
  const [first, second] = compare;
  const names = model.environments.value.filter((one) => one !== null);
  // A name from an old link may have nothing in it any more.
  const offered = [...new Set([...names, first, second])];
  const select = (label: string, value: string, onChoose: (name: string) => void) => (
    <label class="compare-choice">
      <span class="muted">{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {offered.map((name) => (
          <option key={name} value={name}>
            {revealText(name)}
          </option>
        ))}
      </select>
    </label>
  );
  const show = (one: string, other: string) => {
    if (one === other) model.change({ compare: [second, first] });
    else model.change({ compare: [one, other] });
  };
  return (
    <fieldset class="compare">
      <legend class="visually-hidden">Compare two environments</legend>
      {select('Compare', first, (name) => show(name, second))}
      <button
        type="button"
        class="button"
        data-bare
        aria-label="Swap the two"
        title="Swap the two"
        onClick={() => show(second, first)}
      >
        <Icon name="swap" />
      </button>
      {select('with', second, (name) => show(first, name))}
      <button
        type="button"
        class="button"
        data-bare
        aria-label="End the comparison"
        title="End the comparison"
        onClick={model.toggleCompare}
      >
        <Icon name="close" />
      </button>
    </fieldset>
  );
}
