/** What may be sent about saved views; OpenAPI lists it from here. */
import { z } from 'zod';
import { requiredText } from './schema.ts';
import { VIEW_ADDRESS_LIMIT, VIEW_NAME_LIMIT, viewAddressProblem } from './view.ts';

const ADDRESS = 'Path and query of a page of the dashboard, as the address bar shows them.';

const name = requiredText(
  VIEW_NAME_LIMIT,
  `What people call it, 1 to ${VIEW_NAME_LIMIT} characters.`,
).refine((value) => value.trim() === value, { error: 'must not begin or end with a space' });

const address = requiredText(VIEW_ADDRESS_LIMIT, ADDRESS).superRefine((value, context) => {
  const message = viewAddressProblem(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const isShared = z
  .boolean({ error: 'must be true or false' })
  .meta({ description: 'Whether everybody in the organization sees it.' });

export const newViewBody = z.strictObject({ name, address, isShared: isShared.optional() });

export const viewChangesBody = z.strictObject({
  name: name.optional(),
  address: address.optional(),
  isShared: isShared.optional(),
});
