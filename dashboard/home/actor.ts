import type { JsonObject, JsonValue } from '../../backend/model/event.ts';
import { isJsonObject } from '../../backend/model/event-data.ts';

/** Members that say who did it; what Milepost's own plugins write comes first. */
const MEMBERS = ['actor', 'author', 'user', 'deployedBy', 'triggeredBy'];
const NAMES = ['name', 'login', 'email'];

/** Who did it, as the event's data says; empty where it does not. */
export function actorIn(data: JsonObject | null): string {
  if (data === null) return '';
  const { ci } = data;
  for (const place of [ci, data]) {
    if (!isJsonObject(place)) continue;
    for (const member of MEMBERS) {
      const name = nameIn(place[member]);
      if (name !== '') return name;
    }
  }
  return '';
}

function nameIn(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return '';
  for (const name of NAMES) {
    const text = value[name];
    if (typeof text === 'string' && text !== '') return text;
  }
  return '';
}
