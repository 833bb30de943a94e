/** Addresses of the dashboard that others hand on. */

/** Where the dashboard has its timeline. */
export const TIMELINE_PATH = '/timeline';

/** The query of the dashboard's address that shows one event: its id and, where known, its source. */
export function eventLinkParameters(id: string, source: string | null): Record<string, string> {
  return source === null ? { event: id } : { event: id, eventSource: source };
}

/** Where people see an event; `baseUrl` without a slash at its end. */
export function eventLink(
  baseUrl: string,
  { id, source }: { readonly id: string; readonly source: string },
): string {
  return `${baseUrl}${TIMELINE_PATH}?${new URLSearchParams(eventLinkParameters(id, source))}`;
}
