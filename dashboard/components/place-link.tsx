import type { ComponentChildren } from 'preact';
import type { Navigation } from '../navigation.ts';

export interface PlaceLinkProps {
  readonly navigation: Navigation;
  readonly to: string;
  readonly class?: string;
  readonly isPrimary?: boolean;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link inside the dashboard: no page is loaded, unless the reader wants a tab of its own. */
export function PlaceLink(props: PlaceLinkProps) {
  const { navigation, to, isPrimary, isCurrent = false, children } = props;
  return (
    <a
      class={props.class}
      href={to}
      data-primary={isPrimary}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(press) => {
        if (press.ctrlKey || press.metaKey || press.shiftKey) return;
        press.preventDefault();
        navigation.goTo(to);
      }}
    >
      {children}
    </a>
  );
}
