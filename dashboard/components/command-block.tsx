import { CopyButton } from './copy-button.tsx';

export interface CommandBlockProps {
  readonly command: string;
  readonly label: string;
}

/** A command to run in a shell, and a button that copies it. */
export function CommandBlock({ command, label }: CommandBlockProps) {
  return (
    <div class="command">
      <pre>
        <code>{command}</code>
      </pre>
      <CopyButton text={() => command} label={label} isBare />
    </div>
  );
}
