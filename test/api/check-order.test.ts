/** What is checked first: path, method, key, scope, content type, size, content. */
import { expect } from 'chai';
import { EVENTS } from '../support/http.ts';
import { expectError, sample, useServer } from './support.ts';

const LARGE = 'x'.repeat(5_000_000);

describe('The order of checks', () => {
  const server = useServer();

  it('has the path first: 404 without a key', async () => {
    const none = server().client.as(undefined);
    expectError(await none.get('/api/v1/nothing'), 'NOT_FOUND');
    expectError(await none.send('DELETE', '/api/v2/events'), 'NOT_FOUND');
  });

  it('has the method second: 405 without a key', async () => {
    const none = server().client.as(undefined);
    expectError(await none.send('DELETE', EVENTS), 'METHOD_NOT_ALLOWED');
    expectError(
      await none.send('POST', `${EVENTS}/summary`, { body: LARGE }),
      'METHOD_NOT_ALLOWED',
    );
  });

  it('has the key third: 401 before anything that the request holds', async () => {
    const none = server().client.as(undefined);
    expectError(await none.postText('garbage', 'text/plain'), 'UNAUTHORIZED');
    expectError(await none.postText(LARGE, 'application/json'), 'UNAUTHORIZED');
    expectError(await none.postText('{', 'application/json'), 'UNAUTHORIZED');
    expectError(await none.get(`${EVENTS}?limit=1000&enviroment=x`), 'UNAUTHORIZED');
    expectError(await none.get(`${EVENTS}?cursor=damaged`), 'UNAUTHORIZED');
    expectError(await none.send('POST', `${EVENTS}?dryrun=true`), 'UNAUTHORIZED');
  });

  it('has the scope fourth: 403 whatever the body and its type are', async () => {
    const { reader } = server();
    expectError(await reader.postText('{', 'application/json'), 'FORBIDDEN');
    expectError(await reader.post({}), 'FORBIDDEN');
    expectError(await reader.postText('garbage', 'text/plain'), 'FORBIDDEN');
    expectError(await reader.postText(LARGE, 'application/json'), 'FORBIDDEN');
    expectError(await reader.postText('[]', 'application/cloudevents-batch+json'), 'FORBIDDEN');
    expectError(await reader.send('POST', EVENTS), 'FORBIDDEN');
    expectError(await reader.send('POST', `${EVENTS}?dryrun=true`), 'FORBIDDEN');
  });

  it('has the content type fifth: 415 before size and content', async () => {
    const { client } = server();
    expectError(await client.postText(LARGE, 'text/plain'), 'UNSUPPORTED_MEDIA_TYPE');
    expectError(await client.postText('{', 'text/plain'), 'UNSUPPORTED_MEDIA_TYPE');
    expectError(await client.send('POST', EVENTS), 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('has the size sixth: 413 before content', async () => {
    expectError(await server().client.postText(LARGE, 'application/json'), 'PAYLOAD_TOO_LARGE');
  });

  it('has the content last: 400, and a good event passes', async () => {
    const { client } = server();
    expectError(await client.postText('{', 'application/json'), 'VALIDATION_ERROR');
    expect((await client.post(sample())).status).to.equal(201);
  });
});
