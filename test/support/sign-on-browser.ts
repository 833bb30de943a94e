/** The way to an issuer and back, with the cookies that a browser would keep. */
import type { Answer } from './http.ts';
import { createClient } from './http.ts';

export interface SignOnBrowser {
  /** Goes to the issuer and comes back with what it says, which is not handed in yet. */
  fetchAnswer(to?: string): Promise<string>;
  /** Hands in an answer; follows nothing. */
  handIn(address: string): Promise<Answer>;
  /** All of it. */
  signOn(to?: string): Promise<Answer>;
  readonly cookies: Map<string, string>;
  get<Data>(path: string): Promise<Answer<Data>>;
}

export function createSignOnBrowser(url: string): SignOnBrowser {
  const cookies = new Map<string, string>();
  const headers = () => ({
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    Origin: url,
  });
  const keep = (answer: Answer): void => {
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  const anyone = createClient(url, undefined);
  const browser: SignOnBrowser = {
    cookies,
    fetchAnswer: async (to) => {
      const begun = await anyone.send<{ location: string }>('POST', '/api/auth/sign-in/oidc', {
        headers: { ...headers(), 'Content-Type': 'application/json' },
        body: JSON.stringify(to === undefined ? {} : { to }),
      });
      if (begun.status !== 200) throw new Error(begun.text);
      keep(begun);
      const sent = await fetch(begun.body.data.location, { redirect: 'manual' });
      return sent.headers.get('location') ?? '';
    },
    handIn: async (address) => {
      const answer = await anyone.send('GET', address.replace(url, ''), { headers: headers() });
      keep(answer);
      return answer;
    },
    signOn: async (to) => browser.handIn(await browser.fetchAnswer(to)),
    get: (path) => anyone.send('GET', path, { headers: headers() }),
  };
  return browser;
}
