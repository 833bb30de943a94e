/** Addresses of the internet at large, as opposed to those of this machine and its networks. */
import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { promisify } from 'node:util';

/** Asks for every address that a name has. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const resolveAll: Resolve = (hostname) => promisify(lookup)(hostname, { all: true });

/** https://www.iana.org/assignments/iana-ipv4-special-registry */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Within the global 2000::/3: what is tunnelled, or for documents. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [address, bits] of SPECIAL_IPV4) special.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of SPECIAL_IPV6) special.addSubnet(address, bits, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return (
    isIP(address) === 6 && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
  );
}

/**
 * One address of a name, asked for once: whoever connects must use this and ask no more, or the name
 * may mean something else by then. Rejects when any of its addresses is not public.
 */
export async function resolvePublic(
  hostname: string,
  resolve: Resolve = resolveAll,
): Promise<LookupAddress> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(literal);
  const found = family === 0 ? await resolve(hostname) : [{ address: literal, family }];
  const [first] = found;
  if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
    throw new Error(`${hostname} is no public address`);
  }
  return first;
}
