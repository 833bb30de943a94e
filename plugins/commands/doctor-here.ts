/** What `milepost doctor` can see without asking the server. */
import { isIP } from 'node:net';
import type { Environment } from '../ci/context.ts';
import { detectCi } from '../ci/index.ts';
import { explainFailure } from '../failure.ts';
import { ProxyAddressError, proxyFor } from '../proxy.ts';
import { down, type Finding, misconfigured, ok, skipped, warning } from './finding.ts';
import { parseOptions } from './options.ts';
import { fillOutbox } from './outbox.ts';
import { SEND_OPTIONS } from './send-options.ts';
import type { Terminal } from './terminal.ts';

const NEVER = new AbortController().signal;
const PROXY_VARIABLES = ['https_proxy', 'http_proxy', 'all_proxy'];

export async function checkHost(url: URL, { addressesOf, env }: Terminal): Promise<Finding> {
  const check = 'host';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return ok(check, `${host} is an address, there is nothing to look up`);
  try {
    return ok(check, `${host} is ${(await addressesOf(host)).join(', ')}`);
  } catch (error) {
    const { reason } = explainFailure(error, NEVER, 0);
    if (isProxied(url, env)) return skipped(check, `${host}: ${reason}; the proxy may know better`);
    return down(check, `${host}: ${reason}`, 'check the address, and the DNS of this machine');
  }
}

function isProxied(url: URL, env: Environment): boolean {
  try {
    return proxyFor(url, env) !== undefined;
  } catch {
    return true;
  }
}

export function checkProxy(url: URL, env: Environment): Finding {
  const check = 'proxy';
  try {
    const proxy = proxyFor(url, env);
    // Without its user name and password.
    if (proxy !== undefined) return ok(check, `goes through ${proxy.protocol}//${proxy.host}`);
  } catch (error) {
    if (!(error instanceof ProxyAddressError)) throw error;
    return misconfigured(check, error.message, 'correct HTTPS_PROXY or HTTP_PROXY');
  }
  const isNamed = PROXY_VARIABLES.some((name) => env[name] || env[name.toUpperCase()]);
  return isNamed
    ? ok(check, 'the environment names one, and it is not for this address: see NO_PROXY')
    : ok(check, 'none');
}

/** What `milepost send` would make of this place, without any option. */
export async function checkDerived(terminal: Terminal): Promise<Finding> {
  const ci = detectCi(terminal.env);
  const check = 'ci';
  const place = ci === undefined ? 'no CI that is known; from the git working copy' : ci.name;
  const { events, problems } = await fillOutbox(
    parseOptions(SEND_OPTIONS, []),
    terminal,
    undefined,
  );
  const [event] = events;
  if (event === undefined) {
    return warning(check, `${place}: ${problems.join('; ')}`);
  }
  const { type, source, subject, version } = event;
  const derived = [`type ${type}`, `source ${source}`, `version ${version ?? '-'}`];
  if (subject === undefined) {
    return ok(check, `${place}: ${derived.join(', ')}`, 'give milepost send its --environment');
  }
  return ok(check, `${place}: ${derived.join(', ')}, environment ${subject}`);
}

/** Whether a key could be left out, because the CI vouches for its jobs. */
export function checkIdToken(env: Environment): Finding {
  const check = 'id token';
  if (env['MILEPOST_ID_TOKEN']) {
    const use = env['MILEPOST_API_KEY']
      ? 'not used, since there is a key'
      : 'used in place of a key';
    return ok(check, `MILEPOST_ID_TOKEN is set, ${use}`);
  }
  if (env['ACTIONS_ID_TOKEN_REQUEST_URL']) return ok(check, 'this job may ask GitHub for one');
  if (env['GITHUB_ACTIONS'] === 'true') {
    return skipped(
      check,
      'GitHub gives this job none; it would with the permission id-token: write',
    );
  }
  if (env['GITLAB_CI'] === 'true') {
    return skipped(check, 'GitLab gives this job none; it would with id_tokens: MILEPOST_ID_TOKEN');
  }
  return skipped(check, 'none here');
}
