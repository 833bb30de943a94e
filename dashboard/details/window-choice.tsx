import { WINDOWS, type Window } from '../../backend/model/impact.ts';

export interface WindowChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly window: Window;
  readonly onChange: (window: Window) => void;
}

/** The lengths of time that the server knows. */
export function WindowChoice({ name, label, window, onChange }: WindowChoiceProps) {
  return (
    <fieldset class="ranges ranges-small">
      <legend class="visually-hidden">{label}</legend>
      {WINDOWS.map((one) => (
        <label key={one} class="range">
          <input type="radio" name={name} checked={one === window} onChange={() => onChange(one)} />
          <span>{one}</span>
        </label>
      ))}
    </fieldset>
  );
}
