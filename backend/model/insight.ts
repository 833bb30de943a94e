/** What the timeline tells of delivery and of causes. Plain types. */
import type { StoredEvent } from './event.ts';

/** One thing that speaks for a change being the cause, and how much. */
export interface CauseReason {
  readonly points: number;
  readonly text: string;
}

export interface Cause {
  readonly event: StoredEvent;
  /** From 0 to 100: the sum of the points. No probability. */
  readonly score: number;
  readonly reasons: readonly CauseReason[];
}

/** A number, or why it is none. */
export interface Figure {
  readonly value: number | null;
  /** What it is counted from. */
  readonly n: number;
  /** Null where there is a value. */
  readonly missing: string | null;
}

export interface Spread {
  /** In seconds. */
  readonly median: number | null;
  readonly p90: number | null;
  readonly n: number;
  readonly missing: string | null;
}

export interface DeliveryFigures {
  readonly deployments: number;
  /** Deployments a day. */
  readonly frequency: Figure;
  readonly leadTime: Spread;
  /** Shares from 0 to 1. */
  readonly changeFailureRate: Figure;
  readonly recoveryTime: Spread;
  readonly reworkRate: Figure;
}

export interface EventName {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly time: string;
}

/** A deployment that failed: what says so, and what ended it. */
export interface FailedDeployment {
  readonly deployment: EventName;
  readonly failure: EventName;
  readonly recovery: EventName | null;
  readonly recoverySeconds: number | null;
}

/** An event behind a figure. */
export interface CountedEvent extends EventName {
  readonly subject: string | null;
  readonly version: string | null;
  /** What it adds to the figure, in seconds; null where it is counted only. */
  readonly seconds: number | null;
}

/** Those behind the figures that no filter can name, newest first. */
export interface CountedEvents {
  readonly leadTime: readonly CountedEvent[];
  readonly reworkRate: readonly CountedEvent[];
}

/** A slice of the range. Times in ms, both inclusive. */
export interface DeliverySlice {
  readonly from: number;
  readonly to: number;
  readonly figures: DeliveryFigures;
}

export interface DeliveryCell {
  readonly source: string;
  readonly subject: string | null;
  readonly deployments: number;
  readonly failed: number;
  readonly figures: DeliveryFigures;
}
