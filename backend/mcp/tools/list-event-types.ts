import { listValuesTool } from '../list-values.ts';

export const listEventTypes = listValuesTool({
  field: 'type',
  title: 'List event types',
  description:
    'The kinds of event that occur, such as deployment, rollback or incident, with counts and when each was seen. Use to find the exact value for a type filter. Example: {"search":"deploy"}',
});
