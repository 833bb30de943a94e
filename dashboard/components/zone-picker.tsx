import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { isTimeZone } from '../../backend/model/time.ts';
import { readersZone, shortZone, zoneName, zoneOffset } from '../time-zone.ts';
import { Icon } from './icon.tsx';
import { closeMenu, Menu } from './menu.tsx';

export interface ZonePickerProps {
  /** What the reader chose on this device; empty: the device's own. */
  readonly preferred: Signal<string>;
  /** ms. */
  readonly now: number;
  /** Takes away the zone that a link has brought along. */
  readonly onChosen: () => void;
}

/** In which zone times are shown: the device's, UTC, or any other. */
export function ZonePicker({ preferred, now, onChosen }: ZonePickerProps) {
  const isOpen = useSignal(false);
  const zone = readersZone.value;
  const choose = (wanted: string, form: Element) => {
    preferred.value = wanted;
    onChosen();
    closeMenu(form);
  };
  return (
    <Menu
      class="zone-menu"
      name={`Time zone: ${zoneName(zone)}`}
      onToggle={(isShown) => {
        isOpen.value = isShown;
      }}
      label={
        <>
          <Icon name="globe" />
          <span class="zone-name">{shortZone(zone)}</span>
        </>
      }
    >
      {isOpen.value && <ZoneForm zone={zone} now={now} onChoose={choose} />}
    </Menu>
  );
}

interface ZoneFormProps {
  readonly zone: string;
  readonly now: number;
  readonly onChoose: (zone: string, form: Element) => void;
}

function ZoneForm({ zone, now, onChoose }: ZoneFormProps) {
  const problem = useSignal<string | null>(null);
  const listId = useId();
  const own = zoneName('');
  const quick = [
    { value: '', name: `This device: ${own}`, offset: zoneOffset('', now) },
    ...(own === 'UTC' ? [] : [{ value: 'UTC', name: 'UTC', offset: '' }]),
  ];
  return (
    <form
      class="stack"
      onSubmit={(submit) => {
        submit.preventDefault();
        const form = submit.currentTarget;
        const name = String(new FormData(form).get('zone') ?? '').trim();
        if (name !== '' && isTimeZone(name)) return onChoose(name, form);
        problem.value = 'Choose a zone from the list, such as Europe/Berlin.';
      }}
    >
      {quick.map(({ value, name, offset }) => (
        <button
          key={value}
          type="button"
          class="menu-item"
          aria-pressed={zone === value}
          onClick={({ currentTarget }) => onChoose(value, currentTarget)}
        >
          {name} <span class="muted">{offset}</span>
        </button>
      ))}
      <label class="field">
        Another zone
        <input
          name="zone"
          list={listId}
          placeholder="Europe/Berlin"
          autocomplete="off"
          value={zone === '' || zone === 'UTC' ? '' : zone}
        />
      </label>
      <datalist id={listId}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {problem.value !== null && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <button type="submit" class="button" data-primary>
        Show times there
      </button>
    </form>
  );
}
