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
      {SHORTCUTS.map(({ title, list }) => (
        <section key={title} class="shortcuts">
          <h3>{title}</h3>
          <dl>
            {list.map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  {keys.map((key) => (
                    <Keys key={key} sequence={key} />
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
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

/** `g t` is two keys, one after the other. */
function Keys({ sequence }: { readonly sequence: string }) {
  return (
    <span class="keys">
      {sequence.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
