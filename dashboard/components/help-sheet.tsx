import type { Signal } from '@preact/signals';
import { SHORTCUTS } from '../keyboard.ts';
import { Sheet } from './sheet.tsx';

export interface HelpSheetProps {
  readonly areLettersOff: Signal<boolean>;
  readonly onClose: () => void;
}

/** What the keys do, and the switch that turns the single letters off. */
export function HelpSheet({ areLettersOff, onClose }: HelpSheetProps) {
  return (
    <Sheet title="Keyboard" onClose={onClose}>
      <dl class="shortcuts">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={!areLettersOff.value}
          onChange={({ currentTarget }) => {
            areLettersOff.value = !currentTarget.checked;
          }}
        />
        Keys of a single letter do something
      </label>
      <p class="sheet-note">
        The API is documented at{' '}
        <a class="link" href="/docs">
          /docs
        </a>
        .
      </p>
    </Sheet>
  );
}
