/** What the dashboard knows. Outside data enters through `applyMessage` and nowhere else. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { applyToConnection, type Connection, NEW_CONNECTION } from './connection.ts';
import { applyToCounts, type Counts, NO_COUNTS } from './counts.ts';
import { applyToMatrix, type Matrix, NEW_MATRIX } from './home/matrix.ts';
import type { Message } from './messages.ts';
import { applyToTimeline, NEW_TIMELINE, type Timeline } from './timeline.ts';

export interface State {
  readonly timeline: Timeline;
  readonly counts: Counts;
  readonly matrix: Matrix;
  readonly connection: Connection;
}

export const NEW_STATE: State = {
  timeline: NEW_TIMELINE,
  counts: NO_COUNTS,
  matrix: NEW_MATRIX,
  connection: NEW_CONNECTION,
};

export interface Store {
  readonly timeline: ReadonlySignal<Timeline>;
  readonly counts: ReadonlySignal<Counts>;
  readonly matrix: ReadonlySignal<Matrix>;
  readonly connection: ReadonlySignal<Connection>;
  readonly dispatch: (message: Message) => void;
}

/** Pure; parts that a message does not concern stay the same objects, so their views rest. */
export function applyMessage(state: State, message: Message): State {
  return {
    timeline: applyToTimeline(state.timeline, message),
    counts: applyToCounts(state.counts, message),
    matrix: applyToMatrix(state.matrix, message),
    connection: applyToConnection(state.connection, message),
  };
}

export function createStore(): Store {
  const state = signal(NEW_STATE);
  return {
    timeline: computed(() => state.value.timeline),
    counts: computed(() => state.value.counts),
    matrix: computed(() => state.value.matrix),
    connection: computed(() => state.value.connection),
    dispatch: (message) => {
      state.value = applyMessage(state.peek(), message);
    },
  };
}
