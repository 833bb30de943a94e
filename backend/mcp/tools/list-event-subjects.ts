import { listValuesTool } from '../list-values.ts';

export const listEventSubjects = listValuesTool({
  field: 'subject',
  title: 'List event subjects',
  description:
    'The environments that events are about, such as production or staging, with counts and when each was seen. Use to find the exact value for a subject filter. Example: {"from":"-30d"}',
});
