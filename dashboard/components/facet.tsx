import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ValueCount } from '../api.ts';
import { FacetValue } from './facet-value.tsx';

export interface FacetProps {
  readonly title: string;
  /** Null until they are known. */
  readonly values: readonly ValueCount[] | null;
  readonly chosen: readonly string[];
  /** What is left out. */
  readonly excluded: readonly string[];
  readonly onToggle: (value: string) => void;
  readonly onExclude: (value: string) => void;
  readonly render?: (value: string) => ComponentChildren;
}

/** So many are shown at first. */
const FEW = 7;
/** So many are shown at all; the rest is found by typing. */
const MANY = 100;

/** The values of one field with their counts; those that are chosen are alternatives. */
export function Facet(props: FacetProps) {
  const { title, values, chosen, excluded, onToggle, onExclude, render } = props;
  const isOpen = useSignal(false);
  const wanted = useSignal('');
  const id = useId();
  const named = [...chosen, ...excluded];
  const all = withNamed(values ?? [], named);
  const needle = wanted.value.toLowerCase();
  const found = all.filter(({ value }) => value.toLowerCase().includes(needle));
  const isShown = ({ value }: { value: string }, index: number) =>
    index < FEW || named.includes(value);
  const shown = isOpen.value ? found.slice(0, MANY) : all.filter(isShown);
  return (
    <fieldset class="facet" aria-busy={values === null}>
      <legend id={id}>{title}</legend>
      {isOpen.value && all.length > FEW * 2 && (
        <input
          class="facet-search"
          type="search"
          aria-label={`Find in ${title}`}
          placeholder={`Find among ${all.length}`}
          value={wanted.value}
          onInput={({ currentTarget }) => {
            wanted.value = currentTarget.value;
          }}
        />
      )}
      {values === null && <FacetSkeleton />}
      {values !== null && all.length === 0 && <p class="facet-none">None</p>}
      <div class="facet-values" data-open={isOpen.value}>
        {shown.map(({ value, count }) => (
          <FacetValue
            key={value}
            value={value}
            count={values === null ? null : count}
            isChosen={chosen.includes(value)}
            isExcluded={excluded.includes(value)}
            onToggle={onToggle}
            onExclude={onExclude}
            render={render}
          />
        ))}
      </div>
      {all.length > FEW && (
        <button
          type="button"
          class="facet-more"
          aria-expanded={isOpen.value}
          aria-describedby={id}
          onClick={() => {
            isOpen.value = !isOpen.value;
            wanted.value = '';
          }}
        >
          {isOpen.value ? 'Show fewer' : `Show all ${all.length}`}
        </button>
      )}
    </fieldset>
  );
}

/** What the filter names stays in the list, also where nothing has it any more. */
function withNamed(values: readonly ValueCount[], named: readonly string[]) {
  const known = values.flatMap(({ value, count }) => (value === null ? [] : [{ value, count }]));
  const missing = named.filter((value) => !known.some((one) => one.value === value));
  return [...known, ...missing.map((value) => ({ value, count: 0 }))];
}

function FacetSkeleton() {
  return (
    <div class="facet-skeleton" aria-hidden="true">
      <span class="skeleton" />
      <span class="skeleton" />
      <span class="skeleton" />
    </div>
  );
}
