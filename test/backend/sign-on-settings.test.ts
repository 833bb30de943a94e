import { expect } from 'chai';
import { loadConfig } from '../../backend/config.ts';

const ISSUER = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'milepost' };

function load(env: Readonly<Record<string, string>>) {
  const loaded = loadConfig(env);
  return loaded.ok ? loaded.config.signOn : loaded.problems;
}

describe('the settings of single sign-on', () => {
  it('let only the invited in, by default, and nobody choose a role', () => {
    expect(load({})).to.equal(undefined);
    expect(load(ISSUER)).to.deep.equal({
      ...{ issuer: 'https://id.example.com', clientId: 'milepost', clientSecret: undefined },
      name: 'id.example.com',
      rules: { domains: null, newcomers: 'invited', isEmailTrusted: false, roles: null },
    });
  });

  it('are read as they are meant', () => {
    const env = {
      ...ISSUER,
      ...{
        OIDC_NAME: 'Example',
        OIDC_DOMAINS: ' Example.com,example.org',
        OIDC_NEWCOMERS: 'member',
      },
      ...{ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a=b=admin, dev = member' },
    };
    expect(load(env)).to.deep.include({
      name: 'Example',
      rules: {
        domains: ['example.com', 'example.org'],
        newcomers: 'member',
        isEmailTrusted: false,
        roles: {
          claim: 'groups',
          byValue: new Map([
            ['a=b', 'admin'],
            ['dev', 'member'],
          ]),
        },
      },
    });
    expect(
      load({ ...ISSUER, OIDC_DOMAINS: '*', OIDC_NEWCOMERS: 'viewer' }),
    ).to.have.nested.property('rules.domains', null);
  });

  const WRONG: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://id.example.com' }],
    ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'x' }],
    ['https', { ...ISSUER, OIDC_ISSUER: 'http://id.example.com' }],
    ['credentials', { ...ISSUER, OIDC_ISSUER: 'https://user@id.example.com' }],
    ['OIDC_DOMAINS', { ...ISSUER, OIDC_NEWCOMERS: 'viewer' }],
    ['OIDC_NEWCOMERS', { ...ISSUER, OIDC_NEWCOMERS: 'owner', OIDC_DOMAINS: 'example.com' }],
    ['domains such as', { ...ISSUER, OIDC_DOMAINS: 'example.com,@x' }],
    ['empty part', { ...ISSUER, OIDC_DOMAINS: 'example.com,' }],
    ['OIDC_ROLE_CLAIM', { ...ISSUER, OIDC_ROLES: 'a=admin' }],
    ['pairs such as', { ...ISSUER, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a=owner' }],
    ['pairs such as', { ...ISSUER, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'admin' }],
    ['only where OIDC_ISSUER', { PASSWORD_SIGN_IN: 'off' }],
  ];
  for (const [part, env] of WRONG) {
    it(`are refused, saying ${part}, for ${JSON.stringify(env)}`, () => {
      expect(String(load(env))).to.include(part);
    });
  }
});
