/** In which zone times are shown and written. */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { ViewState } from './url-state.ts';

/** An IANA name; empty: the zone of the reader's device. */
export const readersZone = signal('');

/** A link may bring a zone along; else it is the reader's choice. */
export function followZone(
  view: ReadonlySignal<ViewState>,
  preferred: ReadonlySignal<string>,
): void {
  effect(() => {
    readersZone.value = view.value.zone === '' ? preferred.value : view.value.zone;
  });
}

/** The zone by its name, also the device's own. */
export function zoneName(zone: string): string {
  return zone === '' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
}

/** As short as it can be said on a button: `Berlin`, `UTC`. */
export function shortZone(zone: string): string {
  const name = zoneName(zone);
  return (name.split('/').at(-1) ?? name).replaceAll('_', ' ');
}

/** `UTC+2`: how far the zone's clocks are ahead at a moment, ms. */
export function zoneOffset(zone: string, ms: number): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zoneName(zone),
    timeZoneName: 'shortOffset',
  });
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC');
}
