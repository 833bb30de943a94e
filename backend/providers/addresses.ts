/**
 * Which addresses a request on somebody's behalf may go to. Who may set up a provider could otherwise
 * read from inside what nobody outside may: see docs/providers.md.
 */
import { BlockList, isIP, isIPv6 } from 'node:net';

type Network = readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'];

/** Where clouds keep the credentials of machines, and what is no address of a server. */
const NEVER = listOf([
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fd00:ec2::', 32, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  // IPv4 in other clothes, which would get past the list above.
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['2001::', 32, 'ipv6'],
]);

const PRIVATE = listOf([
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
]);

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix, family] of networks) list.addSubnet(address, prefix, family);
  return list;
}

/** Why a request may not go there; null where it may. `address` is a literal IP address. */
export function refusalOf(address: string, mayBePrivate: boolean): string | null {
  if (isIP(address) === 0) return 'is no address';
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (NEVER.check(address, family)) return 'is an address that is never asked';
  if (!mayBePrivate && PRIVATE.check(address, family)) {
    return 'is a private address, which PROVIDER_PRIVATE_ADDRESSES refuses';
  }
  return null;
}
