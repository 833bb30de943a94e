import { readersTime } from '../time-format.ts';

export interface MomentProps {
  readonly iso: string | null | undefined;
  /** Stands where there is no time. */
  readonly none?: string;
}

/** Day and clock; the whole of it for those who ask. */
export function Moment({ iso, none = '–' }: MomentProps) {
  const ms = iso === null || iso === undefined ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(ms)) return <>{none}</>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={readersTime.absolute(ms)}>
      {readersTime.moment(ms)}
    </time>
  );
}
