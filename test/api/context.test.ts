/** The business context over HTTP: contract 5. */
import { expect } from 'chai';
import { contextAnswer, contextHistoryAnswer } from '../../backend/http/console-answers.ts';
import type { Client } from '../support/http.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { expectError, fieldsOf, useServer } from './support.ts';

const PATH = '/api/v1/settings/context';

interface Context {
  readonly text: string;
  readonly version: number;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
}

describe('The business context', () => {
  const server = useServer();
  let owner: SignedIn;
  let admin: SignedIn;
  let organization = 0;
  beforeEach(async () => {
    organization += 1;
    const { milepost } = server();
    await milepost.newOrganization(`context-${organization}`);
    owner = await signIn(milepost, 'owner', `context-${organization}`);
    admin = await signIn(milepost, 'admin', `context-${organization}`);
  });
  const read = async (client: Client = owner.client) => (await client.get<Context>(PATH)).body.data;
  const write = (text: unknown, version: unknown, { client }: SignedIn = owner) =>
    client.json<Context>('PUT', PATH, { text, version });

  it('is empty at first, then what was written, by whom and when', async () => {
    const empty = await owner.client.get<Context>(PATH);
    expect(empty.body.data).to.deep.equal({
      text: '',
      version: 0,
      updatedAt: null,
      updatedBy: null,
    });
    expect(contextAnswer.parse(empty.body)).to.deep.equal(empty.body);
    const before = Date.now();
    const written = await write('# Shop\r\n\n| a | b |\n', 0);
    expect(written.status, written.text).to.equal(200);
    expect(contextAnswer.parse(written.body)).to.deep.equal(written.body);
    expect(written.body.data).to.deep.include({
      text: '# Shop\r\n\n| a | b |\n',
      version: 1,
      updatedBy: owner.person.email,
    });
    expect(Date.parse(written.body.data.updatedAt ?? '')).to.be.within(before, Date.now());
    expect(await read()).to.deep.equal(written.body.data);
  });

  it('is read with any key of the organization', async () => {
    await write('ours', 0);
    const { milepost, client } = server();
    for (const scope of ['READ_ONLY', 'READ_WRITE'] as const) {
      const key = await milepost.newKey(scope, `context-${organization}`);
      expect((await read(client.as(key))).text).to.equal('ours');
    }
    expect((await read(client)).text).to.equal('');
  });

  it('is not overwritten by who has not seen the newest version', async () => {
    await write('first', 0);
    await write('second', 1, admin);
    const late = await write('late', 1);
    expectError(late, 'CONFLICT', 'version 2 meanwhile');
    expectError(await write('early', 3), 'CONFLICT');
    expectError(await write('late', 0), 'CONFLICT');
    expect(await read()).to.include({ text: 'second', updatedBy: admin.person.email });
    expect((await write('third', 2)).body.data.version).to.equal(3);
  });

  it('goes to one of several who write at once', async () => {
    const tries = [owner, admin, owner, admin].map((who, index) => write(`try ${index}`, 0, who));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 409, 409, 409]);
    expect((await read()).version).to.equal(1);
  });

  it('keeps every version, for everyone who is signed in', async () => {
    await write('one', 0);
    await write('é😀', 1, admin);
    const viewer = await signIn(server().milepost, 'viewer', `context-${organization}`);
    const history = await viewer.client.get<readonly object[]>(`${PATH}/history`);
    expect(contextHistoryAnswer.parse(history.body)).to.deep.equal(history.body);
    expect(history.body.data.map((one) => ({ ...one, updatedAt: '' }))).to.deep.equal([
      { version: 2, updatedAt: '', updatedBy: admin.person.email, length: 2 },
      { version: 1, updatedAt: '', updatedBy: owner.person.email, length: 3 },
    ]);
    const first = await viewer.client.get<Context>(`${PATH}/history/1`);
    expect(contextAnswer.parse(first.body)).to.deep.equal(first.body);
    expect(first.body.data).to.include({ version: 1, text: 'one', updatedBy: owner.person.email });
    for (const wrong of ['0', '3', '-1', '1.0', '01', 'x', '99999999999999999999', '1e0']) {
      expectError(await viewer.client.get(`${PATH}/history/${wrong}`), 'NOT_FOUND', 'version');
    }
  });

  it('may have 20,000 characters, counted in code points', async () => {
    expect((await write('😀'.repeat(20_000), 0)).status).to.equal(200);
    expect((await read()).text).to.equal('😀'.repeat(20_000));
    const long = await write('é'.repeat(20_001), 1);
    expectError(long, 'VALIDATION_ERROR', 'text: must be at most 20000 characters, it has 20001');
    const escaped = `{"text": "${'\\u20ac'.repeat(20_000)}", "version": 1}`;
    const headers = { 'Content-Type': 'application/json' };
    const sent = await owner.client.send('PUT', PATH, { headers, body: escaped });
    expect(sent.status, sent.text).to.equal(200);
  });

  it('is refused with what is wrong named', async () => {
    for (const [body, field] of [
      [{ text: 'x' }, 'version'],
      [{ version: 0 }, 'text'],
      [{ text: 7, version: 0 }, 'text'],
      [{ text: null, version: 0 }, 'text'],
      [{ text: 'x', version: '0' }, 'version'],
      [{ text: 'x', version: -1 }, 'version'],
      [{ text: 'x', version: 0.5 }, 'version'],
      [{ text: 'x', version: 0, updatedBy: 'me' }, 'updatedBy'],
      [{ text: 'a\0b', version: 0 }, 'text'],
      [{ text: 'a\ud800', version: 0 }, 'text'],
    ] as const) {
      const answer = await owner.client.json('PUT', PATH, body);
      expectError(answer, 'VALIDATION_ERROR');
      expect(fieldsOf(answer), answer.text).to.include(field);
    }
    const headers = { 'Content-Type': 'text/markdown' };
    const plain = await owner.client.send('PUT', PATH, { headers, body: '# x' });
    expectError(plain, 'UNSUPPORTED_MEDIA_TYPE');
    expect((await read()).version).to.equal(0);
  });

  it('answers 405 to what it cannot do', async () => {
    const refused = await owner.client.send('DELETE', PATH);
    expectError(refused, 'METHOD_NOT_ALLOWED');
    expect(refused.headers.get('allow')).to.equal('GET, HEAD, PUT, OPTIONS');
  });

  it('leaves an entry for each version in the audit log, without its text', async () => {
    await write('a secret recipe', 0);
    await write('late', 7);
    const { text, body } = await owner.client.get<readonly object[]>('/api/v1/audit');
    const changes = body.data.filter((one) => 'action' in one && one.action === 'context.changed');
    expect(changes).to.have.lengthOf(1);
    expect(changes[0]).to.deep.include({
      actor: { kind: 'person', id: owner.person.id, name: owner.person.email },
      target: null,
      details: { version: 1, length: 15 },
    });
    expect(text).not.to.contain('recipe');
  });
});
