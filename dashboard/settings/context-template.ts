/** What assistants are helped by most, as questions to answer. */
export const CONTEXT_TEMPLATE = `# What we do

One sentence: what the business sells, to whom.

## Systems

- **shop** (acme/shop): what customers see; owned by team Web
- **payments** (acme/payments): takes cards; owned by team Money

## Environments

- **production**: customers; changes only on weekdays before 16:00
- **staging**: the same, a day earlier

## What an outage costs

- checkout down: lost sales at once, call the on-call engineer
- search slow: can wait until the morning

## When to be careful

- Black Friday week: nothing goes to production
- the first of a month, 02:00 to 04:00 UTC: invoices are made

## Words

- "release train": the deployment of all services on Tuesday
`;

/** Characters that the server takes, code points. */
export const CONTEXT_LENGTH = 20_000;

/** How many characters are left, in code points as the server counts them. */
export function contextRoom(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return CONTEXT_LENGTH - count;
}
