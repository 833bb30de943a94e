/** How issuers are asked: no further than the address, no longer and no more than it takes. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { fetchJson } from '../../../backend/oidc/fetch-json.ts';

const ANSWERS: Readonly<Record<string, (res: ServerResponse) => void>> = {
  '/keys': (res) => res.end('{"keys":["ä"]}'),
  '/moved': (res) => res.writeHead(302, { Location: '/keys' }).end(),
  '/text': (res) => res.end('<html>'),
  '/null': (res) => res.end('null'),
  '/large': (res) => res.end(`"${'x'.repeat(262_144)}"`),
  '/silent': (res) => res.write('{'),
};

describe('asking an issuer', () => {
  let server: Server;
  const asked: string[] = [];
  before(async () => {
    server = createServer((req, res) => {
      asked.push(req.url ?? '');
      const answer = ANSWERS[req.url ?? ''];
      if (answer === undefined) res.writeHead(404).end('{}');
      else answer(res);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked.length = 0;
  });
  const read = (path: string) => {
    const { port } = server.address() as AddressInfo;
    return fetchJson(new URL(`http://127.0.0.1:${port}${path}`), 200).catch(String);
  };

  it('gives the object that it answers with', async () => {
    expect(await read('/keys')).to.deep.equal({ keys: ['ä'] });
  });

  it('follows no redirect', async () => {
    expect(await read('/moved')).to.match(/answers with status 302/);
    expect(asked).to.deep.equal(['/moved']);
  });

  it('says what is wrong with the answer', async () => {
    expect(await read('/nothing')).to.match(/answers with status 404/);
    expect(await read('/text')).to.match(/JSON/);
    expect(await read('/null')).to.match(/is no JSON object/);
    expect(await read('/large')).to.match(/is larger than 262144 bytes/);
  });

  it('waits for so long only, for the whole of it', async () => {
    expect(await read('/silent')).to.match(/TimeoutError|aborted/);
  });
});
