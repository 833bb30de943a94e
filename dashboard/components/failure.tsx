import type { ApiError } from '../requests.ts';

export interface FailureProps {
  readonly error: ApiError;
  /** What could not be loaded. */
  readonly what: string;
  readonly onRetry: () => void;
  /** Offered where the request itself may be at fault. */
  readonly onClear?: (() => void) | undefined;
}

/** Why there is nothing to see, and what can be done about it. */
export function Failure({ error, what, onRetry, onClear }: FailureProps) {
  const isUnreachable = error.kind === 'unreachable';
  return (
    <div class="notice" role="alert">
      <h2>{isUnreachable ? 'Milepost does not answer' : `${what} could not be loaded`}</h2>
      <p>
        {isUnreachable
          ? `Is the server at ${location.host} running, and are you connected to its network? It comes back by itself when it answers.`
          : `The server says: ${error.message}.`}
      </p>
      <p class="actions">
        <button type="button" class="button" data-primary onClick={onRetry}>
          Try again
        </button>
        {onClear !== undefined && error.kind === 'refused' && (
          <button type="button" class="button" onClick={onClear}>
            Clear the filters
          </button>
        )}
      </p>
    </div>
  );
}
