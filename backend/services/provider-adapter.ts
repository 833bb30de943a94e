/** What a kind of provider has to be able to do: see `backend/providers/`. */
import type { Sample } from '../model/metric.ts';
import type { Credentials } from '../model/provider.ts';

export interface ProviderRequest {
  /** Without a slash at the end. */
  readonly url: string;
  readonly certificate: string | null;
  readonly credentials: Credentials;
  /** In the language of the provider. */
  readonly query: string;
  /** ms, both included; multiples of the step. */
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
}

export interface FetchedSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** Finite values, in the order of time; may reach beyond what was asked for. */
  readonly samples: readonly Sample[];
}

export interface ProviderAdapter {
  /** How far apart samples are asked for. */
  readonly stepMs: number;
  /** How far behind now the newest one is: where samples are sums, the running one is not done. */
  readonly delayMs: number;
  /** What is fetched once more each time, since numbers come late. */
  readonly overlapMs: number;
  /** The longest time that one request asks for. */
  readonly rangeMs: number;
  /** Rejects with a `ProviderError`. */
  readonly fetch: (request: ProviderRequest) => Promise<readonly FetchedSeries[]>;
}
