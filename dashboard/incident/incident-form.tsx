import { FilterSelect } from '../components/filter-select.tsx';
import type { Names } from '../details/use-names.ts';
import { WindowChoice } from '../details/window-choice.tsx';
import { shortName } from '../text.ts';
import { fromLocalInput, toLocalInput } from '../time-format.ts';
import type { IncidentState } from './incident-state.ts';

export interface IncidentFormProps {
  readonly state: IncidentState;
  readonly names: Names;
  /** The moment that the answer is about. */
  readonly at: string | null;
  readonly onChange: (change: Partial<IncidentState>) => void;
}

/** Which moment, where, and how far back. */
export function IncidentForm({ state, names, at, onChange }: IncidentFormProps) {
  const isNow = state.at === 'now';
  const shown = isNow ? (at ?? '') : state.at;
  return (
    <form class="controls" onSubmit={(submit) => submit.preventDefault()}>
      <label class="field field-moment">
        Moment
        <input
          type="datetime-local"
          step="1"
          value={toLocalInput(shown)}
          onChange={({ currentTarget }) => {
            const chosen = fromLocalInput(currentTarget.value);
            if (chosen !== '') onChange({ at: chosen });
          }}
        />
      </label>
      <button
        type="button"
        class="button"
        aria-pressed={isNow}
        onClick={() => onChange({ at: 'now' })}
      >
        Now
      </button>
      <FilterSelect
        label="Environment"
        all="Any"
        value={state.subject}
        options={names.subjects}
        onChange={(subject) => onChange({ subject })}
      />
      <FilterSelect
        label="System"
        show={shortName}
        all="Any"
        value={state.source}
        options={names.sources}
        onChange={(source) => onChange({ source })}
      />
      <div class="field field-whole">
        <span aria-hidden="true">Look back</span>
        <WindowChoice
          name="window"
          label="How far to look back"
          window={state.window}
          onChange={(window) => onChange({ window })}
        />
      </div>
    </form>
  );
}
