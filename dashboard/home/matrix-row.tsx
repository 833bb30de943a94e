import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { App } from '../app.ts';
import { EventText } from '../components/event-text.tsx';
import { Icon } from '../components/icon.tsx';
import { revealText, shortSource } from '../text.ts';
import { EMPTY_VIEW, timelineAddress } from '../url-state.ts';
import { CellContent } from './cell-content.tsx';
import { DifferenceText } from './difference-text.tsx';
import { NO_DRIFT } from './drift.ts';
import type { GridRow } from './grid.ts';
import type { HomeModel } from './home-model.ts';

export interface MatrixRowProps {
  readonly app: App;
  readonly model: HomeModel;
  readonly row: GridRow;
  /** Of the environments. */
  readonly names: readonly string[];
  readonly index: number;
  /** The column that the keyboard is at, if it is in this row; the system is column 0. */
  readonly activeColumn: number | null;
  readonly now: ReadonlySignal<number>;
}

/** One system in every environment; rests while it stays the same, however far one scrolls. */
export function MatrixRow(props: MatrixRowProps) {
  return useMemo(() => <Row {...props} />, Object.values(props));
}

function Row({ app, model, row, names, index, activeColumn, now }: MatrixRowProps) {
  const { source, cells, drifts, fresh, difference } = row;
  const address = timelineAddress({ ...EMPTY_VIEW, source: [source] });
  const stop = (column: number) => ({
    tabIndex: column === activeColumn ? 0 : -1,
    'data-active': column === activeColumn,
    onFocusIn: () => {
      if (column !== activeColumn) model.active.value = { source, column };
    },
  });
  return (
    <tr aria-rowindex={index + 2}>
      <th
        scope="row"
        {...stop(0)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') app.navigation.goTo(address);
        }}
      >
        <a href={address} tabIndex={-1} title={revealText(source)}>
          <EventText text={shortSource(source)} />
        </a>
      </th>
      {cells.map((event, column) =>
        event === null ? (
          <td key={names[column]} class="matrix-empty" {...stop(column + 1)}>
            <span aria-hidden="true">–</span>
            <span class="visually-hidden">nothing</span>
          </td>
        ) : (
          <td
            key={names[column]}
            class="matrix-cell"
            data-drift={(drifts[column] ?? NO_DRIFT).kind}
            data-changed={fresh[column] ?? false}
            {...stop(column + 1)}
            {...opening(app, model, event)}
          >
            <a class="cell-link" href={model.addressOf(event)} tabIndex={-1}>
              <CellContent event={event} drift={drifts[column] ?? NO_DRIFT} now={now} />
            </a>
            <History event={event} name={names[column] ?? ''} />
          </td>
        ),
      )}
      {difference !== null && (
        <td {...stop(cells.length + 1)}>
          <DifferenceText difference={difference} names={names} now={now} />
        </td>
      )}
    </tr>
  );
}

/** The same cell on the timeline. */
function History({ event, name }: { readonly event: StoredEvent; readonly name: string }) {
  const where = `${revealText(shortSource(event.source))} in ${revealText(name)}`;
  return (
    <a
      class="cell-history"
      href={historyOf(event)}
      tabIndex={-1}
      title={`Timeline of ${where} (Shift Enter)`}
      aria-label={`Timeline of ${where}`}
    >
      <Icon name="list" />
    </a>
  );
}

export function historyOf({ source, subject }: StoredEvent): string {
  const subjects = subject === null ? [] : [subject];
  return timelineAddress({ ...EMPTY_VIEW, source: [source], subject: subjects });
}

/** A click or Enter opens the event; Shift and Enter its history; a modified click is the browser's. */
function opening(app: App, model: HomeModel, event: StoredEvent) {
  return {
    onClick: (press: MouseEvent) => {
      const link = press.target instanceof Element ? press.target.closest('a') : null;
      const isModified = press.ctrlKey || press.metaKey || press.shiftKey || press.altKey;
      if (link?.matches('.cell-history') || (link !== null && isModified)) return;
      press.preventDefault();
      model.open(event);
    },
    onKeyDown: (press: KeyboardEvent) => {
      if (press.key !== 'Enter' || press.target !== press.currentTarget) return;
      press.preventDefault();
      if (press.shiftKey) app.navigation.goTo(historyOf(event));
      else model.open(event);
    },
  };
}
