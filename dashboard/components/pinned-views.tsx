import type { KeptView } from '../kept.ts';
import { revealText } from '../text.ts';

export interface PinnedViewsProps {
  readonly views: readonly KeptView[];
  /** Path and query of what is shown. */
  readonly address: string;
}

/** The saved views that a reader wants at hand. */
export function PinnedViews({ views, address }: PinnedViewsProps) {
  if (views.length === 0) return null;
  return (
    <nav class="pinned" aria-label="Pinned views">
      {views.map((view) => (
        <a
          key={view.id}
          href={view.address}
          title={revealText(view.name)}
          aria-current={view.address === address ? 'page' : undefined}
        >
          {revealText(view.name)}
        </a>
      ))}
    </nav>
  );
}
