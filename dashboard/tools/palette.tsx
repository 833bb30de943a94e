import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { useDialog } from '../components/use-dialog.ts';
import { useRestoredFocus } from '../components/use-restored-focus.ts';
import { rankEntries } from './palette-entries.ts';
import { createPaletteModel } from './palette-model.ts';
import type { ToolProps } from './tool-props.ts';

const LIST = 'palette-list';
const optionId = (index: number) => `palette-option-${index}`;

/** Everything that can be gone to or done, by a few letters of its name. */
export function Palette(props: ToolProps) {
  const { onClose } = props;
  const model = useRef<ReturnType<typeof createPaletteModel>>(null);
  model.current ??= createPaletteModel(props);
  const { entries, recent, load, run } = model.current;
  const query = useSignal('');
  const active = useSignal(0);
  const found = useComputed(() =>
    rankEntries(entries(query.value.trim()), query.value, recent.value),
  );
  // Before the dialog opens, which takes the focus.
  useRestoredFocus();
  const dialog = useDialog(true);
  useEffect(() => void load(), []);
  const shown = found.value;
  const at = Math.min(active.value, shown.length - 1);
  useLayoutEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  }, [at, shown]);

  const choose = (index: number) => {
    const entry = shown[index];
    if (entry === undefined) return;
    onClose();
    run(entry);
  };
  const onKey = (press: KeyboardEvent) => {
    press.stopPropagation();
    const isPalette = press.key.toLowerCase() === 'k' && (press.ctrlKey || press.metaKey);
    if (isPalette) onClose();
    else if (press.key === 'Enter') choose(at);
    else if (press.key in STEPS) {
      const step = STEPS[press.key] ?? 0;
      const isEnd = Math.abs(step) === 1;
      const next = at + step;
      active.value = isEnd
        ? (next + shown.length) % Math.max(1, shown.length)
        : Math.max(0, Math.min(shown.length - 1, next));
    } else return;
    press.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Command palette"
      onCancel={(cancel) => {
        cancel.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
      onKeyDown={onKey}
    >
      <div class="palette-search">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Go to, or do"
          aria-expanded="true"
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={shown.length === 0 ? undefined : optionId(at)}
          placeholder="Go to a page, a view, a system, an event; or do something"
          autocomplete="off"
          spellcheck={false}
          autofocus
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
            active.value = 0;
          }}
        />
      </div>
      <div id={LIST} role="listbox" aria-label="What fits" class="palette-list" tabIndex={-1}>
        {shown.map(({ id, group, name, hint }, index) => (
          // The keyboard works by the field above, which says which one is active.
          <div
            key={id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            class="palette-option"
            onPointerMove={() => {
              active.value = index;
            }}
            onClick={() => choose(index)}
            onKeyDown={onKey}
          >
            <span class="palette-name">{name}</span>
            {hint !== undefined && <kbd>{hint}</kbd>}
            <span class="palette-group">{group}</span>
          </div>
        ))}
      </div>
      <p class="visually-hidden" role="status">
        {shown.length === 1 ? '1 result' : `${shown.length} results`}
      </p>
    </dialog>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};
