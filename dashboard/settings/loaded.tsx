import type { ComponentChildren } from 'preact';
import type { ApiError } from '../requests.ts';
import { explain } from '../words.ts';
import type { Resource } from './use-resource.ts';

export interface LoadedProps<Value> {
  readonly resource: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** What was asked for, or why it is not there. */
export function Loaded<Value>({ resource, children }: LoadedProps<Value>) {
  const state = resource.state.value;
  if (state.kind === 'ready') return <>{children(state.value)}</>;
  if (state.kind === 'failed') {
    return <Refusal error={state.error} onRetry={() => void resource.reload()} />;
  }
  return (
    <div class="settings-skeleton">
      <p class="visually-hidden" role="status">
        Loading
      </p>
      <span class="skeleton" aria-hidden="true" />
      <span class="skeleton" aria-hidden="true" />
      <span class="skeleton" aria-hidden="true" />
    </div>
  );
}

interface RefusalProps {
  readonly error: ApiError;
  readonly onRetry: () => void;
}

const HEADINGS: Partial<Record<ApiError['kind'], string>> = {
  forbidden: 'Not for you to see',
  missing: 'This Milepost does not have that',
  unreachable: 'Milepost does not answer',
};

function Refusal({ error, onRetry }: RefusalProps) {
  const canRetry = error.kind === 'unreachable' || error.kind === 'failed';
  return (
    <div class="refusal" role="alert">
      <h2>{HEADINGS[error.kind] ?? 'This could not be loaded'}</h2>
      <p>{explain(error, location.host)}</p>
      {error.kind === 'forbidden' && <p>An owner or admin of your organization can.</p>}
      {canRetry && (
        <p class="actions">
          <button type="button" class="button" data-primary onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
