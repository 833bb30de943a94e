/** Hands text to the reader as a file. Colons are no part of names everywhere. */
export function saveFile(name: string, text: string, type = 'text/markdown'): void {
  const link = document.createElement('a');
  const address = URL.createObjectURL(new Blob([text], { type }));
  link.href = address;
  link.download = name.replaceAll(':', '-');
  link.click();
  URL.revokeObjectURL(address);
}
