import type { Layer } from '../histogram.ts';

/** A shape for each severity, so that none is told by its colour alone. */
const SHAPES: Readonly<Record<Layer, string>> = {
  NONE: 'M4 7.25h8v1.5H4z',
  LOW: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3zm0 1.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8z',
  MINOR: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3z',
  MAJOR: 'M8 2.2L14.4 13.4H1.6z',
  CRITICAL: 'M5.2 1.2h5.6l4 4v5.6l-4 4H5.2l-4-4V5.2zM7.1 4v5h1.8V4zm0 6.2V12h1.8v-1.8z',
};

const NAMES: Readonly<Record<Layer, string>> = {
  NONE: 'None',
  LOW: 'Low',
  MINOR: 'Minor',
  MAJOR: 'Major',
  CRITICAL: 'Critical',
};

export function severityName(severity: Layer | null): string {
  return NAMES[severity ?? 'NONE'];
}

/** The shape and the name. */
export function SeverityMark({ severity }: { readonly severity: Layer | null }) {
  return (
    <span class="severity" data-severity={severity ?? 'NONE'}>
      <SeverityShape severity={severity} />
      <span class="severity-name">{severityName(severity)}</span>
    </span>
  );
}

/** The shape alone, where the name is said in another way. */
export function SeverityShape({ severity }: { readonly severity: Layer | null }) {
  return (
    <svg class="severity-shape" viewBox="0 0 16 16" aria-hidden="true">
      <path fill-rule="evenodd" d={SHAPES[severity ?? 'NONE']} />
    </svg>
  );
}
