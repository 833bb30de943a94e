import type { ComponentChildren } from 'preact';
import { Sheet } from '../components/sheet.tsx';
import type { ApiResult } from '../requests.ts';
import { useAction } from './use-action.ts';

export interface ConfirmSheetProps {
  readonly title: string;
  /** What will be, and for whom. */
  readonly children: ComponentChildren;
  readonly label: string;
  readonly act: () => Promise<ApiResult<unknown>>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { title, children, label, act, onDone, onClose } = props;
  const { isBusy, problem, run } = useAction();
  const confirm = async () => {
    if (await run(act)) onDone();
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <div class="stack">
        {children}
        <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
        <p class="actions">
          <button
            type="button"
            class="button"
            data-danger
            disabled={isBusy.value}
            onClick={() => void confirm()}
          >
            {label}
          </button>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </div>
    </Sheet>
  );
}
