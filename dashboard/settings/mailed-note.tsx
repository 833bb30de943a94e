/** What became of the mail; nothing where none is configured. */
export function MailedNote({ mailed }: { readonly mailed: boolean | null }) {
  if (mailed === null) return null;
  return mailed ? (
    <p class="muted">It was sent by mail, too.</p>
  ) : (
    <p class="problem">The mail could not be sent: hand the link on yourself.</p>
  );
}
