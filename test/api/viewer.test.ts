/** A viewer sees all and changes nothing: every operation that OpenAPI documents, as they come. */
import { expect } from 'chai';
import { signIn } from '../support/person.ts';
import { useServer } from './support.ts';

/** Their own account, views and connected assistants, whatever their role: it shows to nobody else. */
const THEIR_OWN: readonly RegExp[] = [
  /^\/api\/v1\/me(\/|$)/,
  /^\/api\/v1\/(views|connections|consent)(\/|$)/,
];

interface Operation {
  readonly security?: readonly object[];
}

describe('A viewer', () => {
  const server = useServer();

  it('may change nothing but what is theirs alone, by any operation', async () => {
    const { milepost, client: anyone } = server();
    const { client } = await signIn(milepost, 'viewer');
    const { paths } = JSON.parse((await anyone.get('/openapi.json')).text) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    const changing = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, { security = [] }]) => method !== 'get' && security.length > 0)
        .map(([method]) => ({ method: method.toUpperCase(), path })),
    );
    expect(changing.length).to.be.at.least(20);
    for (const { method, path } of changing) {
      if (THEIR_OWN.some((own) => own.test(path))) continue;
      const answer = await client.json(method, path.replace(/\{\w+\}/g, 'some-id'), {});
      expect(answer.status, `${method} ${path}: ${answer.text}`).to.equal(403);
    }
  });
});
