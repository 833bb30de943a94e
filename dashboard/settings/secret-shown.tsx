import { CopyButton } from '../components/copy-button.tsx';

export interface SecretShownProps {
  readonly text: string;
  readonly label: string;
}

/** Something that is shown this once, with a button that copies it. */
export function SecretShown({ text, label }: SecretShownProps) {
  return (
    <div class="command secret-shown">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={() => text} label={label} />
    </div>
  );
}
