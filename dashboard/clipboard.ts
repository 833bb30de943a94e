/** Copies text. Resolves with whether it worked. `near` is where a stand-in field may be put. */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text, near);
  }
}

/** The clipboard is for secure addresses only; many run Milepost on plain http in their network. */
function copyByCommand(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  // Inside a modal dialog nothing outside of it can be selected.
  near.parentElement?.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  near.focus();
  return isCopied;
}
