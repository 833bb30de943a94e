/** What browsers are told about every answer. */
import { expect } from 'chai';
import { useServer } from './support.ts';

describe('Every answer to a browser', () => {
  const server = useServer();
  const PATHS = ['/', '/settings/keys', '/docs', '/api/auth/ways', '/nothing-here'];

  it('may be shown in no frame of another page, and run nothing that is not ours', async () => {
    for (const path of PATHS) {
      const { headers } = await server().client.as(undefined).get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy, path).to.include("frame-ancestors 'none'");
      expect(policy, path).to.match(/default-src 'none'|default-src 'self'/);
      expect(policy, path).to.not.match(/unsafe-eval|script-src[^;]*'unsafe-inline'/);
      expect(headers.get('x-frame-options'), path).to.be.oneOf(['SAMEORIGIN', 'DENY']);
      expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
    }
  });

  it('tells no other site where one came from, and lets none keep a window of ours', async () => {
    for (const path of PATHS) {
      const { headers } = await server().client.as(undefined).get(path);
      expect(headers.get('referrer-policy'), path).to.equal('no-referrer');
      expect(headers.get('cross-origin-opener-policy'), path).to.equal('same-origin');
    }
  });
});
