import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import {
  type Brush,
  brushBetween,
  brushedTime,
  type Edge,
  moveEdge,
  wholeBrush,
} from '../brush.ts';
import type { Histogram } from '../histogram.ts';
import type { Span } from '../ranges.ts';

export interface Brushing {
  /** What stands still while somebody chooses from it. */
  readonly histogram: Histogram | null;
  /** Null: nothing is being chosen. */
  readonly brush: Signal<Brush | null>;
  /** Both places count in bars, and may lie between two. */
  readonly drag: (from: number, to: number) => void;
  readonly press: (edge: Edge, key: KeyboardEvent) => void;
  readonly apply: () => void;
  readonly cancel: () => void;
}

/** What is chosen in the histogram until it becomes the range. */
export function useBrush(histogram: Histogram | null, onPick: (span: Span) => void): Brushing {
  const brush = useSignal<Brush | null>(null);
  const frozen = useRef<Histogram | null>(null);
  const shown = brush.value === null ? histogram : frozen.current;
  const bars = shown?.bars ?? [];
  const choose = (next: Brush | null) => {
    frozen.current = shown;
    brush.value = next;
  };
  const cancel = () => {
    brush.value = null;
  };
  const apply = () => {
    const time = brush.peek() === null ? null : brushedTime(bars, brush.peek() ?? wholeBrush(bars));
    cancel();
    if (time !== null) onPick(time);
  };
  return {
    ...{ histogram: shown, brush, apply, cancel },
    drag: (from, to) => choose(brushBetween(bars, from, to)),
    press: (edge, press) => {
      if (bars.length === 0) return;
      if (press.key === 'Enter' && brush.peek() !== null) {
        press.preventDefault();
        apply();
      } else if (press.key === 'Escape' && brush.peek() !== null) {
        press.stopPropagation();
        cancel();
      }
      const moved = moveEdge(brush.peek() ?? wholeBrush(bars), edge, press, bars.length);
      if (moved === undefined) return;
      press.preventDefault();
      choose(moved);
    },
  };
}
