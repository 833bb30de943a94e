import type { App } from '../app.ts';
import { copyText } from '../clipboard.ts';
import { type EventReference, permalink } from '../url-state.ts';

/** Puts the address of an event on the clipboard, and says so. */
export async function copyEventLink({ toaster }: App, event: EventReference | null): Promise<void> {
  if (event === null) return;
  const isCopied = await copyText(permalink(location.origin, event), document.body);
  toaster.say(isCopied ? 'Link copied' : 'Copying failed');
}
