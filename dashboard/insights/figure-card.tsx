import { sentence } from '../words.ts';
import type { CountedProps } from './counted.tsx';
import { Counted } from './counted.tsx';
import { type FigureKind, movementOf, readFigure } from './figures.ts';
import { TrendChart, TrendTable } from './trend-chart.tsx';

export interface FigureCardProps extends Omit<CountedProps, 'name'> {
  readonly kind: FigureKind;
}

/** One figure with its definition, its trend, and what it is counted from. */
export function FigureCard({ kind, answer, state, navigation }: FigureCardProps) {
  const { value, p90, n, missing } = readFigure(answer.figures, kind.name);
  const before = readFigure(answer.previous, kind.name);
  const movement = movementOf(kind, value, before.value);
  return (
    <section class="figure" aria-label={kind.title}>
      <h2>{kind.title}</h2>
      {value === null ? (
        <p class="figure-value" data-missing="true">
          Not enough data
        </p>
      ) : (
        <p class="figure-value">{kind.format(value)}</p>
      )}
      <p class="figure-facts">
        {missing !== null && sentence(missing.replace(/^not enough data: /, ''))}
        {missing === null && `n = ${n} ${kind.counted}`}
        {p90 !== null && `; 90 % within ${kind.format(p90)}`}
        {movement !== null && (
          <>
            {'; '}
            <span class="movement" data-tone={movement.tone}>
              {movement.text}
            </span>{' '}
            against {kind.format(before.value ?? 0)} in the period before
          </>
        )}
      </p>
      <TrendChart kind={kind} trend={answer.trend} />
      <p class="figure-definition">{kind.definition}</p>
      <Counted name={kind.name} answer={answer} state={state} navigation={navigation} />
      <details class="explained">
        <summary>Trend as a table</summary>
        <TrendTable kind={kind} trend={answer.trend} />
      </details>
    </section>
  );
}
