/** The lengths of specification 8, which count code points. */
import { expect } from 'chai';
import { expectError, fieldsOf, type Sent, sample, unique, useServer } from './support.ts';

interface Field {
  readonly name: string;
  readonly limit: number;
  readonly isRequired?: boolean;
}

const FIELDS: readonly Field[] = [
  { name: 'type', limit: 100, isRequired: true },
  { name: 'source', limit: 500, isRequired: true },
  { name: 'id', limit: 200, isRequired: true },
  { name: 'subject', limit: 50 },
  { name: 'version', limit: 50 },
  { name: 'datacontenttype', limit: 200 },
  { name: 'dataschema', limit: 500 },
];
const DATA_FIELDS = [
  { name: 'description', limit: 1000 },
  { name: 'timezone', limit: 50 },
] as const;
/** One, two, three and four bytes of UTF-8; the last two are surrogate pairs and sequences of them. */
const CHARACTERS = ['x', 'é', '倉', '😀'] as const;

/** Text of exactly `length` code points that no other test sends. */
function textOf(character: string, length: number): string {
  const start = unique('');
  return start + character.repeat(length - start.length);
}

describe('The length of a field', () => {
  const server = useServer();

  for (const { name, limit } of FIELDS) {
    for (const character of CHARACTERS) {
      it(`may be ${limit} code points of ${character} for ${name}, and not one more`, async () => {
        const { client } = server();
        const longest = textOf(character, limit);
        const good = await client.post(sample({ [name]: longest }));
        expect(good.status, good.text).to.equal(201);
        expect(good.body.data[name]).to.equal(longest);
        const bad = await client.post(sample({ [name]: `${longest}${character}` }));
        expectError(bad, 'VALIDATION_ERROR', new RegExp(`^${name}: .*${limit}`));
        expect(fieldsOf(bad)).to.deep.equal([name]);
      });
    }
  }

  for (const { name, limit } of DATA_FIELDS) {
    for (const character of CHARACTERS) {
      it(`may be ${limit} code points of ${character} for data.${name}, and not one more`, async () => {
        const { client } = server();
        const longest = character.repeat(limit);
        const good = await client.post(sample({ data: { [name]: longest } }));
        expect(good.status, good.text).to.equal(201);
        expect(good.body.data.data).to.deep.equal({ [name]: longest });
        const bad = await client.post(sample({ data: { [name]: longest + character } }));
        expectError(bad, 'VALIDATION_ERROR', `data.${name}: `);
        expect(bad.body.error).to.include(String(limit));
      });
    }
  }

  it('may be 500 code points for an extension, and not one more', async () => {
    const { client } = server();
    const good = await client.post(sample({ note: '😀'.repeat(500) }));
    expect(good.status).to.equal(201);
    expect(good.body.data['note']).to.equal('😀'.repeat(500));
    const bad = await client.post(sample({ note: '😀'.repeat(501) }));
    expectError(bad, 'VALIDATION_ERROR', /^note: /);
  });
});

describe('An empty string', () => {
  const server = useServer();

  for (const { name } of FIELDS.filter((field) => field.isRequired)) {
    it(`is refused for ${name}`, async () => {
      const answer = await server().client.post(sample({ [name]: '' }));
      expectError(answer, 'VALIDATION_ERROR', new RegExp(`^${name}: `));
      expect(fieldsOf(answer)).to.deep.equal([name]);
    });
  }

  const ABSENT: Sent = {
    subject: null,
    severity: null,
    version: null,
    datacontenttype: 'application/json',
    dataschema: null,
  };
  for (const [name, meant] of Object.entries(ABSENT)) {
    it(`counts as absent for ${name}`, async () => {
      const { status, body } = await server().client.post(sample({ [name]: '' }));
      expect(status).to.equal(201);
      expect(body.data[name]).to.equal(meant);
    });
  }

  it('and its absence are the same event', async () => {
    const event = sample();
    const { client } = server();
    expect((await client.post(event)).status).to.equal(201);
    expect((await client.post({ ...event, subject: '', version: '' })).status).to.equal(200);
  });
});

describe('null', () => {
  const server = useServer();

  for (const name of ['specversion', 'type', 'source', 'time']) {
    it(`is a missing ${name}`, async () => {
      const answer = await server().client.post(sample({ [name]: null }));
      expectError(answer, 'VALIDATION_ERROR', new RegExp(`^${name}: `));
    });
  }

  it('counts as absent everywhere else', async () => {
    const event = sample({
      subject: null,
      severity: null,
      version: null,
      datacontenttype: null,
      dataschema: null,
      data: null,
      region: null,
    });
    const { status, body } = await server().client.post(event);
    expect(status).to.equal(201);
    expect(body.data).to.not.have.property('region');
    expect(body.data.datacontenttype).to.equal('application/json');
    expect(body.data.data).to.equal(null);
  });

  it('is an absent id, so that one is made', async () => {
    const { status, body } = await server().client.post(sample({ id: null }));
    expect(status).to.equal(201);
    expect(body.data.id).to.match(/^[0-9a-f-]{36}$/);
  });

  it('counts as absent for what data knows', async () => {
    const { status } = await server().client.post(
      sample({ data: { description: null, timezone: null } }),
    );
    expect(status).to.equal(201);
  });
});
