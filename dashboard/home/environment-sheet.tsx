import type { Signal } from '@preact/signals';
import { EventText } from '../components/event-text.tsx';
import { Icon } from '../components/icon.tsx';
import { Sheet } from '../components/sheet.tsx';
import { moved } from './environments.ts';
import type { HomeModel } from './home-model.ts';

export interface EnvironmentSheetProps {
  readonly model: HomeModel;
  /** The reader's own order; empty for the usual one. */
  readonly chosen: Signal<readonly string[]>;
}

/** Least to most production-like, as the reader sees it; kept in this browser. */
export function EnvironmentSheet({ model, chosen }: EnvironmentSheetProps) {
  const names = model.environments.value.filter((one) => one !== null);
  return (
    <Sheet
      title="Environments"
      onClose={() => {
        model.isOrdering.value = false;
      }}
    >
      <p class="muted">From the least to the most like production; kept in this browser.</p>
      <ol class="order">
        {names.map((name, index) => (
          <li key={name}>
            <EventText text={name} />
            {(['up', 'down'] as const).map((way) => {
              const next = moved(names, index, way === 'up' ? -1 : 1);
              return (
                <button
                  key={way}
                  type="button"
                  class="button"
                  data-bare
                  aria-label={`Move ${name} ${way}`}
                  // Not disabled: at the end it would lose the focus.
                  aria-disabled={next === names}
                  onClick={() => {
                    if (next !== names) chosen.value = next;
                  }}
                >
                  <Icon name={way} />
                </button>
              );
            })}
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="button"
        disabled={chosen.value.length === 0}
        onClick={() => {
          chosen.value = [];
        }}
      >
        The usual order
      </button>
    </Sheet>
  );
}
