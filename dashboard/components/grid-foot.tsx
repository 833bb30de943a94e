import { readersTime } from '../time-format.ts';
import type { Timeline } from '../timeline.ts';
import { CELL, rowRole } from './roles.ts';

export interface GridFootProps {
  readonly timeline: Timeline;
  /** Its row, behind the last one; the header is row 0. */
  readonly index: number;
  readonly onMore: () => void;
}

/** What comes behind the last row: more of it, or the end. */
export function GridFoot({ timeline, index, onMore }: GridFootProps) {
  const { rows, next, more } = timeline;
  const oldest = rows.at(-1);
  return (
    <div {...rowRole(index)} class="grid-foot">
      <span {...CELL}>
        {more === 'failed' ? (
          <>
            Older events could not be loaded.{' '}
            <button type="button" class="link" onClick={onMore}>
              Try again
            </button>
          </>
        ) : next !== null ? (
          'Loading older events…'
        ) : oldest === undefined ? (
          ''
        ) : (
          `That is all, back to ${readersTime.absolute(Date.parse(oldest.time))}`
        )}
      </span>
    </div>
  );
}
