import { firstEventCommand } from '../curl.ts';
import { revealText } from '../text.ts';
import { isFiltered, type ViewState } from '../url-state.ts';
import { CommandBlock } from './command-block.tsx';
import { toChips } from './filter-chips.tsx';

export interface EmptyStateProps {
  readonly view: ViewState;
  readonly onClear: () => void;
}

/** No event at all: how to send the first. None that matches: why. */
export function EmptyState({ view, onClear }: EmptyStateProps) {
  return isFiltered(view) ? <NoMatch view={view} onClear={onClear} /> : <NoEvents />;
}

function NoMatch({ view, onClear }: EmptyStateProps) {
  return (
    <div class="notice">
      <h2>No event matches</h2>
      <ul class="notice-list">
        {toChips(view).map(({ name, value }) => (
          <li key={`${name} ${value}`}>
            {name} <strong>{revealText(value)}</strong>
          </li>
        ))}
      </ul>
      <p>Those that arrive and match will show up here by themselves.</p>
      <p class="actions">
        <button type="button" class="button" data-primary onClick={onClear}>
          Clear the filters
        </button>
      </p>
    </div>
  );
}

function NoEvents() {
  return (
    <div class="notice">
      <h2>Waiting for the first event</h2>
      <p>
        Run this in a shell, with a <code>READ_WRITE</code> key in <code>MILEPOST_API_KEY</code>.
        The event shows up here at once.
      </p>
      <CommandBlock command={firstEventCommand(location.origin)} label="Copy the command" />
      <p>
        <a class="link" href="/welcome">
          Connect a pipeline
        </a>{' '}
        makes the key, and has the lines for GitHub, GitLab and Jenkins.
      </p>
      <p class="waiting">
        <span class="waiting-dot" aria-hidden="true" /> Listening
      </p>
    </div>
  );
}
