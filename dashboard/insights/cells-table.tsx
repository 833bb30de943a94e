import type { DeliveryCell } from '../../backend/model/insight.ts';
import { EventText } from '../components/event-text.tsx';
import { shortSource } from '../text.ts';
import { toQuery } from '../url-state.ts';
import { FIGURES, readFigure } from './figures.ts';
import { type InsightsState, writeInsights } from './insights-state.ts';

export interface CellsTableProps {
  readonly cells: readonly DeliveryCell[];
  readonly state: InsightsState;
}

/** The same figures for each system in each environment. */
export function CellsTable({ cells, state }: CellsTableProps) {
  return (
    <section class="section" aria-label="By system and environment">
      <h2>By system and environment</h2>
      <section class="scroll" aria-label="Table of figures">
        <table class="table cells">
          <thead>
            <tr>
              <th scope="col">System</th>
              <th scope="col">Environment</th>
              <th scope="col">Deployments</th>
              {FIGURES.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.map((cell) => (
              <Row key={JSON.stringify([cell.source, cell.subject])} cell={cell} state={state} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Row({ cell, state }: { readonly cell: DeliveryCell; readonly state: InsightsState }) {
  const { source, subject, deployments, figures } = cell;
  const own = { ...state, source, subject: subject ?? '' };
  return (
    <tr>
      <th scope="row">
        <a class="link" href={`/insights${toQuery(writeInsights(own, new URLSearchParams()))}`}>
          <EventText text={shortSource(source)} />
        </a>
      </th>
      <td data-name="Environment">
        {subject === null ? <span class="muted">none</span> : <EventText text={subject} />}
      </td>
      <td data-name="Deployments">{deployments}</td>
      {FIGURES.map((kind) => {
        const { value, n } = readFigure(figures, kind.name);
        return (
          <td key={kind.name} data-name={kind.title}>
            {value === null ? <span class="muted">n = {n}</span> : kind.format(value)}
          </td>
        );
      })}
    </tr>
  );
}
