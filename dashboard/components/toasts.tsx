import type { Toaster } from '../toaster.ts';
import { Icon } from './icon.tsx';

/** Said politely and without taking the focus; stays while a pointer or the focus is on it. */
export function Toasts({ toaster }: { readonly toaster: Toaster }) {
  const hold = () => toaster.hold(true);
  const release = () => toaster.hold(false);
  return (
    <div
      class="toasts"
      role="status"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
    >
      {toaster.list.value.map(({ id, text, action }) => (
        <div key={id} class="toast">
          <span>{text}</span>
          {action !== null && (
            <button
              type="button"
              class="toast-action"
              data-hint="u"
              onClick={() => toaster.runAction(id)}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            class="toast-close"
            aria-label="Dismiss"
            onClick={() => toaster.close(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
