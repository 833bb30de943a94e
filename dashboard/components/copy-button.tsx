import { useSignal } from '@preact/signals';
import { copyText } from '../clipboard.ts';
import { Icon, type IconName } from './icon.tsx';

export interface CopyButtonProps {
  /** Made when it is asked for. */
  readonly text: () => string;
  readonly label: string;
  readonly icon?: IconName;
  /** Only the icon is shown; the label is its name. */
  readonly isBare?: boolean;
}

const ANSWER_MS = 2000;

/** Copies, and says whether it did: to the eye and to assistive technology. */
export function CopyButton({ text, label, icon = 'copy', isBare = false }: CopyButtonProps) {
  const answer = useSignal<'copied' | 'failed' | null>(null);
  const copy = async (button: HTMLElement) => {
    answer.value = (await copyText(text(), button)) ? 'copied' : 'failed';
    setTimeout(() => {
      answer.value = null;
    }, ANSWER_MS);
  };
  const said = { copied: 'Copied', failed: 'Copying failed' }[answer.value ?? 'copied'];
  const shown = answer.value === null ? label : said;
  return (
    <button
      type="button"
      class="button"
      data-bare={isBare}
      title={isBare ? label : undefined}
      onClick={(press) => void copy(press.currentTarget)}
    >
      <Icon name={answer.value === 'copied' ? 'check' : icon} />
      <span class={isBare ? 'visually-hidden' : undefined}>{shown}</span>
      <span class="visually-hidden" aria-live="polite">
        {answer.value === null ? '' : said}
      </span>
    </button>
  );
}
