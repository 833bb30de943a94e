import { listValuesTool } from '../list-values.ts';

export const listEventSources = listValuesTool({
  field: 'source',
  title: 'List event sources',
  description:
    'The systems that report events (services, repositories), with counts and when each was seen. Use to find the exact value for a source filter, or systems that fell silent. Example: {"search":"billing"}',
});
