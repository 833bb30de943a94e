/** Where Milepost is and with which key: read once, every problem told, the key never shown. */

export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

export type ReadTarget =
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

/** What an author has to set, in the words of the place that reads it. */
export interface TargetNames {
  readonly url: string;
  readonly key: string;
}

/** Visible ASCII: what a header can carry. */
const KEY_FORM = /^[\x21-\x7e]+$/;

export function readTarget(url: string, key: string, names: TargetNames): ReadTarget {
  const address = url.trim().replace(/\/+$/, '');
  const secret = key.trim();
  const problems = [
    ...problemOf(names.url, urlProblem(address)),
    ...problemOf(names.key, keyProblem(secret)),
  ];
  if (problems.length > 0) return { kind: 'wrong', problems };
  return { kind: 'target', target: { url: address, key: secret } };
}

/** The page of one event in the dashboard. */
export function eventPage(url: string, id: string, source: string): string {
  return `${url}/timeline?event=${encodeURIComponent(id)}&eventSource=${encodeURIComponent(source)}`;
}

function problemOf(name: string, problem: string | undefined): string[] {
  return problem === undefined ? [] : [`${name}: ${problem}`];
}

function urlProblem(address: string): string | undefined {
  if (address === '') return 'is missing, set it to the address of Milepost';
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    return 'must be an address such as https://milepost.example.com';
  }
  const { username, password, search, hash } = new URL(address);
  if (username !== '' || password !== '') return 'must not hold a user name or a password';
  return search !== '' || hash !== '' ? 'must not have a query or a fragment' : undefined;
}

function keyProblem(secret: string): string | undefined {
  if (secret === '') {
    return 'is missing, set it to an API key with the scope READ_WRITE, kept as a secret (runs for forks get no secrets), or let Milepost trust the id tokens of this pipeline';
  }
  return KEY_FORM.test(secret) ? undefined : 'holds characters that no API key has';
}
