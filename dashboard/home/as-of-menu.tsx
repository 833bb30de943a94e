import { Icon } from '../components/icon.tsx';
import { closeMenu, Menu } from '../components/menu.tsx';
import { fromLocalInput, readersTime, toLocalInput } from '../time-format.ts';

export interface AsOfMenuProps {
  /** As in the address; empty for now. */
  readonly at: string;
  readonly onChange: (at: string) => void;
}

const HOUR_MS = 3_600_000;
const PRESETS = [
  { ago: 1, name: '1 hour ago' },
  { ago: 24, name: '24 hours ago' },
  { ago: 7 * 24, name: '7 days ago' },
  { ago: 30 * 24, name: '30 days ago' },
] as const;

/** Which moment is shown. */
export function AsOfMenu({ at, onChange }: AsOfMenuProps) {
  const choose = (element: Element, moment: string) => {
    onChange(moment);
    closeMenu(element);
  };
  return (
    <Menu
      class="as-of-menu"
      label={
        <>
          <Icon name="clock" />
          <span>
            <span class="visually-hidden">As of </span>
            {nameOf(at)}
          </span>
          <Icon name="down" />
        </>
      }
    >
      <button
        type="button"
        class="menu-item"
        aria-pressed={at === ''}
        onClick={({ currentTarget }) => choose(currentTarget, '')}
      >
        Now {at === '' && <Icon name="check" />}
      </button>
      {PRESETS.map(({ ago, name }) => (
        <button
          key={ago}
          type="button"
          class="menu-item"
          // As a moment, so that a link shows to others what was seen here.
          onClick={({ currentTarget }) =>
            choose(currentTarget, new Date(Date.now() - ago * HOUR_MS).toISOString())
          }
        >
          {name}
        </button>
      ))}
      <form
        class="stack as-of-form"
        onSubmit={(submit) => {
          submit.preventDefault();
          const text = String(new FormData(submit.currentTarget).get('at') ?? '');
          choose(submit.currentTarget, fromLocalInput(text));
        }}
      >
        <label class="field">
          Any moment
          <input
            type="datetime-local"
            name="at"
            required
            max={toLocalInput(new Date().toISOString())}
            value={toLocalInput(at)}
          />
        </label>
        <button type="submit" class="button" data-primary>
          Show what ran then
        </button>
      </form>
    </Menu>
  );
}

function nameOf(at: string): string {
  if (at === '') return 'Now';
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? at : readersTime.moment(ms);
}
