import type { FilterActions } from '../views/filter-actions.ts';
import { Icon, type IconName } from './icon.tsx';
import { describeRange } from './range-picker.tsx';

/** Moves the range in time, wider, and to where it was. */
export function ZoomTools({ before, back, shift, zoomOut }: FilterActions) {
  const last = before.value;
  return (
    <>
      {last !== null && (
        <Tool
          name="Back to the range before"
          hint={`${describeRange(last)}, b`}
          icon="undo"
          onPress={back}
        />
      )}
      <Tool name="Earlier" hint="[" icon="left" onPress={() => shift(-1)} />
      <Tool name="Zoom out" hint="z" icon="minus" onPress={zoomOut} />
      <Tool name="Later" hint="]" icon="right" onPress={() => shift(1)} />
    </>
  );
}

interface ToolProps {
  readonly name: string;
  /** Its key, and what else there is to say. */
  readonly hint: string;
  readonly icon: IconName;
  readonly onPress: () => void;
}

function Tool({ name, hint, icon, onPress }: ToolProps) {
  return (
    <button
      type="button"
      class="button"
      data-bare
      aria-label={name}
      title={`${name} (${hint})`}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
