/** Where one event is found. */

/** Words that mean something else behind `/api/v1/events/`. */
const ROUTES: ReadonlySet<string> = new Set(['summary', 'facets', 'stream', 'export']);

/** The path and query of an event, percent-encoded. */
export function locationOf({
  id,
  source,
}: {
  readonly id: string;
  readonly source: string;
}): string {
  return `/api/v1/events/${toSegment(id)}?source=${encodeURIComponent(source)}`;
}

/** Routes are found before their path is decoded: an encoded letter keeps an id from being one. */
function toSegment(id: string): string {
  if (!ROUTES.has(id)) return encodeURIComponent(id);
  return `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
}
