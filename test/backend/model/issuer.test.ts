import { expect } from 'chai';
import { DEFAULT_ISSUERS, isSafeUrl } from '../../../backend/model/issuer.ts';

describe('an address to read keys from', () => {
  for (const url of [...Object.values(DEFAULT_ISSUERS), 'https://ghe.example/_services/token']) {
    it(`may be ${url}`, () => expect(isSafeUrl(url, false)).to.equal(true));
  }

  for (const url of ['http://127.0.0.1:4000', 'http://localhost/x', 'http://[::1]:80/']) {
    it(`may be ${url}, where this machine is meant`, () => {
      expect(isSafeUrl(url, true)).to.equal(true);
      expect(isSafeUrl(url, false)).to.equal(false);
    });
  }

  for (const url of [
    'http://gitlab.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'https://me:secret@gitlab.example.com',
    'https://gitlab.example.com/?x',
    'https://gitlab.example.com/#x',
    'https:\\\\gitlab.example.com',
    ' https://gitlab.example.com',
    'gitlab.example.com',
    '',
  ]) {
    it(`is never ${JSON.stringify(url)}`, () => expect(isSafeUrl(url, true)).to.equal(false));
  }
});
