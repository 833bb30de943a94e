/** What the console sends about integrations. */
import { z } from 'zod';

export const newIntegrationBody = z.strictObject({
  name: z
    .string({ error: 'must be a string' })
    .meta({ description: 'What sends, 1 to 100 characters.' }),
});
