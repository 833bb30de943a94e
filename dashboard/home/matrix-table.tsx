import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { EventText } from '../components/event-text.tsx';
import { gridRole } from '../components/roles.ts';
import { revealRow, useRowHeight, useRowWindow } from '../components/use-row-window.ts';
import { EMPTY_VIEW, timelineAddress } from '../url-state.ts';
import type { Environment } from './environments.ts';
import type { CellPlace } from './home-model.ts';
import type { MatrixLayoutProps } from './matrix-layout.ts';
import { MatrixRow } from './matrix-row.tsx';
import { placeAfter } from './move.ts';

/** Of the style sheet. */
const ROW_REM = 3.25;
const HIDDEN = { 'aria-hidden': true } as const;

/** Systems down, environments across; only the rows in sight are in the document. */
export function MatrixTable(props: MatrixLayoutProps) {
  const { app, model, grid, isBusy, now } = props;
  const { rows, environments, names } = grid;
  const isCompared = model.state.value.compare !== null;
  const columns = environments.length + (isCompared ? 2 : 1);
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRowHeight(ROW_REM);
  const { first, end } = useRowWindow({
    ...{ space: body, count: rows.length, rowHeight },
    onTop: () => undefined,
  });
  const place = model.active.value;
  const found = rows.findIndex(({ source }) => source === place?.source);
  const activeRow = Math.max(0, found);
  const activeColumn = found < 0 ? 1 : Math.min(place?.column ?? 1, columns - 1);
  const wish = useRef<CellPlace | null>(null);
  useLayoutEffect(() => {
    if (wish.current === null || body.current === null) return;
    wish.current = null;
    body.current.querySelector<HTMLElement>('[data-active="true"]')?.focus();
  });
  const moveFocus = (press: KeyboardEvent) => {
    const next = placeAfter(press, { row: activeRow, column: activeColumn }, rows.length, columns);
    const source = next === null ? undefined : rows[next.row]?.source;
    if (next === null || source === undefined) return;
    press.preventDefault();
    wish.current = { source, column: next.column };
    if (body.current !== null) revealRow(body.current, next.row, rowHeight);
    model.active.value = wish.current;
  };
  const shown = indexes(first, Math.min(end, rows.length), activeRow);
  return (
    <div class="matrix-scroll">
      <table
        {...gridRole({ label: 'What runs where', rows: rows.length + 1, columns, isBusy })}
        class="matrix"
        data-compared={isCompared}
        style={{ '--columns': columns - 1 }}
        onKeyDown={moveFocus}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" class="matrix-corner">
              System
            </th>
            {environments.map((environment, index) => (
              <th key={environment} scope="col">
                <EnvironmentHead environment={environment} name={names[index] ?? ''} />
              </th>
            ))}
            {isCompared && <th scope="col">Difference</th>}
          </tr>
        </thead>
        <tbody ref={body}>
          {withGaps(shown, rows.length, (index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <MatrixRow
                key={row.source}
                {...{ app, model, row, names, now }}
                index={index}
                activeColumn={index === activeRow ? activeColumn : null}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface EnvironmentHeadProps {
  readonly environment: Environment;
  readonly name: string;
}

function EnvironmentHead({ environment, name }: EnvironmentHeadProps) {
  if (environment === null) return <i>{name}</i>;
  const address = timelineAddress({ ...EMPTY_VIEW, subject: [environment] });
  return (
    <a href={address} title={`Timeline of ${environment}`}>
      <EventText text={environment} />
    </a>
  );
}

/** The rows in sight, and the one with the focus wherever it is: a focus must not vanish. */
function indexes(first: number, end: number, active: number): number[] {
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  if (active < first) return [active, ...shown];
  return active >= end ? [...shown, active] : shown;
}

/** Room where rows are left out, so that everything stands where it would. */
function withGaps(
  shown: readonly number[],
  count: number,
  render: (index: number) => ComponentChildren,
): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let next = 0;
  for (const index of [...shown, count]) {
    if (index > next)
      parts.push(<Gap key={`gap-${next === 0}-${index === count}`} rows={index - next} />);
    if (index < count) parts.push(render(index));
    next = index + 1;
  }
  return parts;
}

function Gap({ rows }: { readonly rows: number }) {
  return (
    <tr {...HIDDEN} class="matrix-gap" style={{ '--rows': rows }}>
      <td />
    </tr>
  );
}
