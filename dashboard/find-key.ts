const KEY_FORM = /mp_[0-9A-Za-z]{46}(?![0-9A-Za-z])/;

/** The key in what was pasted: people bring along `Bearer`, quotes and line ends. Pure. */
export function findKey(text: string): string {
  return KEY_FORM.exec(text)?.[0] ?? text.trim();
}
