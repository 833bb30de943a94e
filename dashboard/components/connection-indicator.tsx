import type { ReadonlySignal } from '@preact/signals';
import { type Connection, reportConnection, reportRestored } from '../connection.ts';
import { readersTime } from '../time-format.ts';

export interface ConnectionIndicatorProps {
  readonly connection: Connection;
  /** ms. */
  readonly now: ReadonlySignal<number>;
}

/** The truth about the line to the server; after a gap, what became of it. */
export function ConnectionIndicator({ connection, now }: ConnectionIndicatorProps) {
  const { tone, label, since } = reportConnection(connection, now.value);
  const restored = reportRestored(connection, now.value);
  const text = since === null ? label : `${label} since ${readersTime.minute(since)}`;
  return (
    <output class="connection" data-tone={tone} aria-live="polite">
      <span class="connection-dot" aria-hidden="true" />
      <span>{text}</span>
      {restored !== null && <span class="connection-restored">{restored}</span>}
    </output>
  );
}
