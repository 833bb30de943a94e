/** Longer than any name; what a pipeline says about people is not searched any further. */
const LONGEST = 300;

/**
 * The first of these names that is there. E-mail addresses are not recorded: of `Jane <j@acme.com>`
 * the name stays, and of `j@acme.com` what stands before the @.
 */
export function person(...names: readonly (string | undefined)[]): string | undefined {
  return names.map((name) => withoutAddress(name ?? '')).find((name) => name !== '');
}

function withoutAddress(name: string): string {
  const text = name.slice(0, LONGEST);
  const bare = text.replace(/<[^>]*>?/g, ' ').trim();
  return (bare || text)
    .replace(/[<>]/g, '')
    .replace(/([^\s@]+)@[^\s@]+/g, '$1')
    .trim();
}
