/** What kind of operation an event reports on: the type, and how far it came. Pure. */
import { STATE_TYPES } from '../backend/model/query.ts';
import type { Derived, Status } from './ci/context.ts';

const SUFFIXES: Readonly<Record<Status, string>> = {
  started: '-started',
  success: '',
  failure: '-failed',
  cancelled: '-cancelled',
};
const HAS_SUFFIX = /-(started|failed|cancelled)$/;

/** Whether a type says what runs now: what failed must never count as one. */
export function isStateType(type: string): boolean {
  return STATE_TYPES.some((one) => one === type);
}

export interface Operation {
  readonly type: Derived;
  readonly status: Status | undefined;
  /** Nobody wrote the type. */
  readonly isDerived: boolean;
  /** One of the two events of a job: its start or its end. */
  readonly isPaired: boolean;
}

/**
 * The type with how it ended: `deployment-failed`. A type that somebody wrote for a single event is
 * left alone unless it would change what runs: an `incident` for a failed job is no failed incident.
 */
export function typeOf({ type, status, isDerived, isPaired }: Operation): Derived {
  const isMarked = isDerived || isPaired || isStateType(type.value);
  const suffix = status === undefined ? '' : SUFFIXES[status];
  if (!isMarked || suffix === '' || HAS_SUFFIX.test(type.value)) return type;
  return { value: `${type.value}${suffix}`, origin: `${type.origin}, status ${status}` };
}
