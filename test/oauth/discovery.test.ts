/** What clients look for before they sign in, in the shapes that they insist on. */
import { expect } from 'chai';
import { useServer } from '../api/support.ts';
import { MCP } from './support.ts';

describe('OAuth discovery', () => {
  const server = useServer();
  const get = (path: string, init?: RequestInit) => fetch(server().milepost.url + path, init);

  it('names the resource and its issuer letter for letter, with and without the path', async () => {
    const { url } = server().milepost;
    for (const path of [MCP, '']) {
      const answer = await get(`/.well-known/oauth-protected-resource${path}`);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.contain('application/json');
      expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
      expect(await answer.json()).to.deep.equal({
        resource: url + MCP,
        authorization_servers: [url],
        scopes_supported: ['timeline:read', 'timeline:write'],
        bearer_methods_supported: ['header'],
        resource_name: 'Milepost',
      });
    }
  });

  it('describes the authorization server under the same name, and only what there is', async () => {
    const { url } = server().milepost;
    const answer = await get('/.well-known/oauth-authorization-server');
    const metadata = (await answer.json()) as Record<string, unknown>;
    expect(metadata).to.deep.include({
      issuer: url,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    for (const [name, value] of Object.entries(metadata)) {
      if (!name.endsWith('_endpoint')) continue;
      const { status } = await fetch(String(value), { redirect: 'manual' });
      expect(status, name).to.be.oneOf([303, 405]);
    }
  });

  it('says in JSON what Milepost is not, before anybody has shown a key', async () => {
    for (const path of [
      '/.well-known/openid-configuration',
      `/.well-known/openid-configuration${MCP}`,
      `/.well-known/oauth-authorization-server${MCP}`,
      `/.well-known/oauth-protected-resource${MCP}/else`,
      '/.well-known/security.txt',
    ]) {
      const answer = await get(path, { headers: { Accept: 'text/html' } });
      expect(answer.status, path).to.equal(404);
      expect(answer.headers.get('content-type')).to.contain('application/json');
      expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
      expect(await answer.json()).to.include({ success: false, code: 'NOT_FOUND' });
    }
  });

  it('lets web clients ask, also with headers of their own', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server',
      `/.well-known/oauth-protected-resource${MCP}`,
      '/.well-known/openid-configuration',
      '/oauth/token',
      '/oauth/register',
      '/oauth/revoke',
    ]) {
      const answer = await get(path, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://inspector.example',
          'Access-Control-Request-Headers': 'mcp-protocol-version',
          'Access-Control-Request-Method': 'GET',
        },
      });
      expect(answer.status, path).to.equal(204);
      expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
      expect(answer.headers.get('access-control-allow-headers')).to.match(/mcp-protocol-version/i);
    }
  });

  it('is where a refusal at the endpoint points to', async () => {
    const { url } = server().milepost;
    const challenge = async (headers: Record<string, string> = {}) => {
      const answer = await get(MCP, { method: 'POST', headers });
      expect(answer.status).to.equal(401);
      expect(answer.headers.get('access-control-expose-headers')).to.contain('WWW-Authenticate');
      return answer.headers.get('www-authenticate');
    };
    const pointer = `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource${MCP}", scope="timeline:read timeline:write"`;
    expect(await challenge()).to.equal(pointer);
    expect(await challenge({ Authorization: 'Bearer mpo_x' })).to.equal(
      `${pointer}, error="invalid_token"`,
    );
    const rest = await get('/api/v1/events');
    expect(rest.headers.get('www-authenticate')).to.equal('Bearer');
  });
});

for (const [name, env] of [
  ['switched off', { OAUTH: 'off' }],
  ['not to be had without TLS', { BASE_URL: 'http://timeline.example' }],
  ['not to be had where the server does not know its address', { HOST: '0.0.0.0' }],
] as const) {
  describe(`OAuth ${name}`, () => {
    const server = useServer({ env });

    it('is announced nowhere', async () => {
      const { url } = server().milepost;
      for (const path of [
        '/.well-known/oauth-authorization-server',
        '/.well-known/oauth-protected-resource',
        `/.well-known/oauth-protected-resource${MCP}`,
        '/oauth/authorize',
        '/oauth/token',
      ]) {
        const answer = await fetch(url + path);
        expect(answer.status, path).to.equal(404);
        expect(await answer.json()).to.include({ code: 'NOT_FOUND' });
      }
      const refusal = await fetch(url + MCP, { method: 'POST' });
      expect(refusal.headers.get('www-authenticate')).to.equal('Bearer');
    });
  });
}

describe('OAuth behind https', () => {
  const server = useServer({ env: { BASE_URL: 'https://timeline.example/', OAUTH: 'offline' } });

  it('speaks of the address that people use, and of no documents when offline', async () => {
    const { url } = server().milepost;
    const answer = await fetch(`${url}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).to.include({
      issuer: 'https://timeline.example',
      token_endpoint: 'https://timeline.example/oauth/token',
      client_id_metadata_document_supported: false,
    });
  });
});
