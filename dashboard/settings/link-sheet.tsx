import { Sheet } from '../components/sheet.tsx';
import type { SecretLink } from './console-api.ts';
import { MailedNote } from './mailed-note.tsx';
import { Moment } from './moment.tsx';
import { SecretShown } from './secret-shown.tsx';

export interface LinkSheetProps {
  readonly title: string;
  readonly text: string;
  readonly made: SecretLink;
  readonly onClose: () => void;
}

/** A link to hand over, shown this once. */
export function LinkSheet({ title, text, made, onClose }: LinkSheetProps) {
  return (
    <Sheet title={title} onClose={onClose}>
      <div class="stack">
        <p>{text}</p>
        <MailedNote mailed={made.mailed} />
        <SecretShown text={made.link} label="Copy the link" />
        <p class="muted">
          It is shown this once, works once, and until <Moment iso={made.expiresAt} />.
        </p>
      </div>
    </Sheet>
  );
}
