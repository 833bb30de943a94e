/** Whether a pipeline elsewhere can reach an address, as far as the address tells. Pure. */

export type Reach = 'this machine' | 'private network' | 'anywhere';

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const PRIVATE =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd].*\]|.*\.(local|internal|lan)|[^.:[\]]+)$/;

export function reachOf(hostname: string): Reach {
  if (LOOPBACK.test(hostname)) return 'this machine';
  return PRIVATE.test(hostname) ? 'private network' : 'anywhere';
}
