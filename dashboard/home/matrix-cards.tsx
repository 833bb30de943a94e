import { EventText } from '../components/event-text.tsx';
import { shortSource } from '../text.ts';
import { EMPTY_VIEW, timelineAddress } from '../url-state.ts';
import { CellContent } from './cell-content.tsx';
import { DifferenceText } from './difference-text.tsx';
import { NO_DRIFT } from './drift.ts';
import type { GridRow } from './grid.ts';
import type { MatrixLayoutProps } from './matrix-layout.ts';

/** The matrix where there is room for one column: a card for each system. */
export function MatrixCards(props: MatrixLayoutProps) {
  return (
    <ul class="cards" aria-label="What runs where" aria-busy={props.isBusy}>
      {props.grid.rows.map((row) => (
        <li key={row.source} class="system-card">
          <Card {...props} row={row} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps extends MatrixLayoutProps {
  readonly row: GridRow;
}

function Card({ model, grid, row, now }: CardProps) {
  const { source, cells, drifts, difference } = row;
  return (
    <>
      <h3>
        <a href={timelineAddress({ ...EMPTY_VIEW, source: [source] })}>
          <EventText text={shortSource(source)} />
        </a>
      </h3>
      {difference !== null && (
        <p>
          <DifferenceText difference={difference} names={grid.names} now={now} />
        </p>
      )}
      <ul>
        {cells.map((event, index) => {
          const name = grid.names[index] ?? '';
          if (event === null) return null;
          const drift = drifts[index] ?? NO_DRIFT;
          return (
            <li key={name} data-drift={drift.kind}>
              <a
                class="card-line"
                href={model.addressOf(event)}
                onClick={(press) => {
                  if (press.ctrlKey || press.metaKey || press.shiftKey) return;
                  press.preventDefault();
                  model.open(event);
                }}
              >
                <span class="card-environment">
                  <EventText text={name} />
                </span>
                <span class="card-cell">
                  <CellContent event={event} drift={drift} now={now} />
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}
