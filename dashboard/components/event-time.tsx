import type { ReadonlySignal } from '@preact/signals';
import { formatRelative, readersTime } from '../time-format.ts';

export interface EventTimeProps {
  /** ISO 8601. */
  readonly iso: string;
  /** ms. */
  readonly now: ReadonlySignal<number>;
}

/** When it happened: by the clock, and how long ago. Everything else is in its title. */
export function EventTime({ iso, now }: EventTimeProps) {
  const ms = Date.parse(iso);
  return (
    <time class="time" dateTime={iso} title={readersTime.absolute(ms)}>
      <span class="time-clock">{readersTime.short(ms, now.value)}</span>{' '}
      <span class="time-ago">{formatRelative(ms, now.value)}</span>
    </time>
  );
}
