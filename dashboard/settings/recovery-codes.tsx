import { CopyButton } from '../components/copy-button.tsx';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** For when the phone is gone; shown this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <div class="made" role="status">
      <p>
        <strong>Your second factor is on.</strong> Keep these recovery codes where the phone is not,
        such as in a password manager: each lets you in once without it. They are shown this once.
      </p>
      <ul class="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="actions">
        <CopyButton text={() => codes.join('\n')} label="Copy the recovery codes" />
        <button type="button" class="button" data-primary onClick={onDone}>
          I have kept them
        </button>
      </p>
    </div>
  );
}
