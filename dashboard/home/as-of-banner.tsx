import { Icon } from '../components/icon.tsx';
import { readersTime } from '../time-format.ts';

export interface AsOfBannerProps {
  /** ms. */
  readonly moment: number;
  readonly onNow: () => void;
}

/** Nobody should take the past for the present. */
export function AsOfBanner({ moment, onNow }: AsOfBannerProps) {
  return (
    <div class="as-of" role="status">
      <Icon name="clock" />
      <p>
        As of{' '}
        <time dateTime={new Date(moment).toISOString()}>
          <strong>{readersTime.absolute(moment)}</strong>
        </time>
        . Live updates are paused here.
      </p>
      <button type="button" class="button" onClick={onNow}>
        Back to now
      </button>
    </div>
  );
}
