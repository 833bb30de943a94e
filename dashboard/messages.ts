/** Everything that can happen to the store from outside, as data. */
import type { StoredEvent } from '../backend/model/event.ts';
import type { EventPage, FacetValues, NewerPage, Summary, UpwardContinuation } from './api.ts';
import type { ApiError } from './requests.ts';
import type { ViewState } from './url-state.ts';

export type Message =
  /** The list of a view is being asked for. */
  | { readonly kind: 'load-started'; readonly view: ViewState }
  | { readonly kind: 'loaded'; readonly page: EventPage }
  | { readonly kind: 'load-failed'; readonly error: ApiError }
  /** Older events are being asked for. */
  | { readonly kind: 'more-started' }
  | { readonly kind: 'more-loaded'; readonly page: EventPage }
  | { readonly kind: 'more-failed' }
  /** Newer events are being asked for, above a list that does not begin with the newest. */
  | { readonly kind: 'newer-started' }
  | { readonly kind: 'newer-loaded'; readonly page: NewerPage }
  | { readonly kind: 'newer-failed' }
  /** Another part of the list; `start` events come before it. */
  | {
      readonly kind: 'jumped';
      readonly page: EventPage;
      readonly start: number;
      readonly newer: UpwardContinuation | null;
    }
  /** Events off the wire, in the order in which they were stored. `now` in ms. */
  | { readonly kind: 'events'; readonly events: readonly StoredEvent[]; readonly now: number }
  /** The list is to stand still, or may move again. */
  | { readonly kind: 'held'; readonly isHeld: boolean }
  /** Show what is waiting. */
  | { readonly kind: 'released' }
  | { readonly kind: 'ticked'; readonly now: number }
  | { readonly kind: 'counted'; readonly summary: Summary; readonly facets: FacetValues }
  /** The figures could not be had: old ones would be wrong ones. */
  | { readonly kind: 'count-failed' }
  /** What runs where is being asked for: `at` in the words of the address, empty for now. */
  | { readonly kind: 'state-started'; readonly at: string }
  /** One event for each cell; `moment` in ms. */
  | {
      readonly kind: 'state-loaded';
      readonly events: readonly StoredEvent[];
      readonly moment: number;
    }
  | { readonly kind: 'state-failed'; readonly error: ApiError }
  /** Changes of versions before that, as far back as `start`, ISO 8601; empty for all the way. */
  | {
      readonly kind: 'history-loaded';
      readonly events: readonly StoredEvent[];
      readonly start: string;
    }
  /** The line to the server; `at` in ms. */
  | { readonly kind: 'connected' }
  | { readonly kind: 'ready'; readonly at: number }
  | { readonly kind: 'disconnected'; readonly at: number };
