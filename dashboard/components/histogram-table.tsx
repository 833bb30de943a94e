import { type Bar, LAYERS } from '../histogram.ts';
import { readersTime } from '../time-format.ts';
import { severityName } from './severity-mark.tsx';

export interface HistogramTableProps {
  readonly bars: readonly Bar[];
  readonly onPick: (span: Pick<Bar, 'start' | 'end'>) => void;
}

/** The bars that hold something, newest first. */
export function HistogramTable({ bars, onPick }: HistogramTableProps) {
  const columns = LAYERS.toReversed();
  return (
    <section class="histogram-table" aria-label="Table of events over time">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Events</th>
            {columns.map((layer) => (
              <th key={layer} scope="col">
                {severityName(layer)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars
            .filter(({ count }) => count > 0)
            .toReversed()
            .map((bar) => (
              <tr key={bar.start}>
                <th scope="row">
                  <button
                    type="button"
                    class="link"
                    title="Show this range"
                    onClick={() => onPick(bar)}
                  >
                    {readersTime.range(bar.start, bar.end)}
                  </button>
                </th>
                <td>{bar.count}</td>
                {columns.map((layer) => (
                  <td key={layer}>{bar.layers[layer]}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
