import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { expectError, fieldsOf, type Sent, sample, useServer, without } from './support.ts';

describe('A field that is wrong', () => {
  const server = useServer();

  for (const name of ['specversion', 'type', 'source', 'time']) {
    it(`is named when ${name} is missing`, async () => {
      const answer = await server().client.post(without(name));
      expectError(answer, 'VALIDATION_ERROR', `${name}: is required`);
      expect(answer.body).to.not.have.property('details');
    });
  }

  const WRONG: readonly (readonly [string, readonly unknown[]])[] = [
    ['specversion', ['0.3', '1', '1.0.2', '2.0', '', ' 1.0', 1, 1.0, true, {}, ['1.0']]],
    ['type', ['', 7, false, [], {}, ['deployment']]],
    ['source', ['', 7, true, [], {}]],
    ['id', ['', 7, true, [], {}]],
    ['subject', [7, true, [], {}]],
    ['severity', ['low', 'Low', 'HIGH', 'LOW ', 'MINOR,MAJOR', 7, true, [], ['LOW'], {}]],
    ['version', [1.2, 2, true, [], {}]],
    ['datacontenttype', [1, true, [], {}]],
    ['dataschema', [1, true, [], {}]],
  ];
  for (const [name, values] of WRONG) {
    it(`is named when ${name} is no valid text`, async () => {
      for (const value of values) {
        const answer = await server().client.post(sample({ [name]: value }));
        expectError(answer, 'VALIDATION_ERROR', new RegExp(`^${name}: .+`));
        expect(fieldsOf(answer), JSON.stringify(value)).to.deep.equal([name]);
      }
    });
  }

  it('has the allowed values in its message, for severity', async () => {
    const answer = await server().client.post(sample({ severity: 'HUGE' }));
    for (const value of ['LOW', 'MINOR', 'MAJOR', 'CRITICAL']) {
      expect(answer.body.error).to.include(value);
    }
  });

  for (const severity of ['LOW', 'MINOR', 'MAJOR', 'CRITICAL']) {
    it(`is not severity ${severity}`, async () => {
      const { status, body } = await server().client.post(sample({ severity }));
      expect(status).to.equal(201);
      expect(body.data.severity).to.equal(severity);
    });
  }

  // Databases know no text like this; better refused than changed or lost.
  for (const text of ['a\u0000b', 'half \ud83d', '\udc00']) {
    it(`is text that cannot be stored as it is: ${JSON.stringify(text)}`, async () => {
      for (const name of ['type', 'source', 'id', 'subject', 'version', 'note']) {
        const answer = await server().client.post(sample({ [name]: text }));
        expectError(answer, 'VALIDATION_ERROR', new RegExp(`^${name}: `));
      }
    });
  }
});

describe('Several fields that are wrong', () => {
  const server = useServer();

  it('are all listed, the first one in the message', async () => {
    const event: Sent = {
      specversion: '2.0',
      type: '',
      source: 5,
      time: '2025-01-15T14:30:00',
      severity: 'HUGE',
      subject: 'x'.repeat(51),
      data: { description: 1 },
      Bad_Name: 'x',
    };
    const answer = await server().client.post(event);
    expectError(answer, 'VALIDATION_ERROR');
    const { details = [], error } = answer.body;
    expect(details.map(({ field }) => field)).to.have.members([
      'specversion',
      'type',
      'source',
      'time',
      'severity',
      'subject',
      'data.description',
      'Bad_Name',
    ]);
    expect(error).to.equal(`${details[0]?.field}: ${details[0]?.message}`);
    for (const detail of details) expect(Object.keys(detail)).to.deep.equal(['field', 'message']);
  });

  it('are the four required ones, for an empty object', async () => {
    const answer = await server().client.post({});
    expectError(answer, 'VALIDATION_ERROR');
    expect(fieldsOf(answer)).to.have.members(['specversion', 'type', 'source', 'time']);
  });

  it('leave nothing behind', async () => {
    const { client } = server();
    const event = sample({ severity: 'HUGE' });
    await client.post(event);
    const { body } = await client.list({ source: String(event['source']) });
    expect(body.data).to.deep.equal([]);
  });
});

describe('A body that is no event', () => {
  const server = useServer();

  for (const body of ['null', '"text"', '42', 'true', 'false']) {
    it(`is refused: ${body}`, async () => {
      expectError(await server().client.postText(body, 'application/json'), 'VALIDATION_ERROR');
    });
  }

  const BROKEN = [
    '',
    ' ',
    '{',
    '{"specversion":',
    "{'a': 1}",
    '{a: 1}',
    '{"a": 1,}',
    '{"a": NaN}',
    '{} {}',
    'undefined',
    '\u0000',
    '<xml/>',
    '// {}',
  ];
  for (const body of BROKEN) {
    it(`is refused as broken JSON: ${JSON.stringify(body)}`, async () => {
      const answer = await server().client.postText(body, 'application/json');
      expectError(answer, 'VALIDATION_ERROR', /^body: /);
    });
  }

  for (const events of [[], [sample()], [sample(), sample()]]) {
    it(`is refused as an array of ${events.length}, pointing to the batch type`, async () => {
      for (const type of ['application/json', 'application/cloudevents+json']) {
        const answer = await server().client.postText(JSON.stringify(events), type);
        expectError(answer, 'VALIDATION_ERROR', 'application/cloudevents-batch+json');
      }
    });
  }

  it('is refused when its bytes are no UTF-8', async () => {
    const [start = '', end = ''] = JSON.stringify(sample({ subject: 'HERE' })).split('HERE');
    for (const bytes of [
      [0xff, 0xfe],
      [0xc0, 0xa0],
      [0xed, 0xa0, 0x80],
      [0xe2, 0x82],
    ]) {
      const body = Buffer.concat([Buffer.from(start), Buffer.from(bytes), Buffer.from(end)]);
      const answer = await server().client.postText(body, 'application/json');
      expectError(answer, 'VALIDATION_ERROR', 'UTF-8');
    }
  });

  it('is taken with a byte order mark in front', async () => {
    const event = sample();
    const body = `\ufeff${JSON.stringify(event)}`;
    const answer = await server().client.postText<StoredEvent>(body, 'application/json');
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body.data.id).to.equal(event['id']);
  });

  it('is no event when its text is UTF-16', async () => {
    const body = Buffer.from(`\ufeff${JSON.stringify(sample())}`, 'utf16le');
    expectError(await server().client.postText(body, 'application/json'), 'VALIDATION_ERROR');
  });
});

describe('The size of an event', () => {
  const server = useServer();
  const LIMIT = 64 * 1024;
  const sized = (bytes: number): string => {
    const event = JSON.stringify(sample({ data: { fill: '' } }));
    return event.replace('"fill":""', `"fill":"${'x'.repeat(bytes - event.length)}"`);
  };

  it('may be 64 KiB, and not one byte more', async () => {
    const { client } = server();
    const good = await client.postText(sized(LIMIT), 'application/json');
    expect(good.status).to.equal(201);
    expectError(await client.postText(sized(LIMIT + 1), 'application/json'), 'PAYLOAD_TOO_LARGE');
  });

  it('is the same when the length is not announced', async () => {
    const { client } = server();
    const stream = (text: string) => new Blob([text]).stream();
    const good = await client.postText(stream(sized(LIMIT)), 'application/json');
    expect(good.status).to.equal(201);
    expectError(
      await client.postText(stream(sized(LIMIT + 1)), 'application/json'),
      'PAYLOAD_TOO_LARGE',
      '65536',
    );
  });

  it('is the same for the data of binary mode', async () => {
    const headers = { 'ce-specversion': '1.0', 'ce-type': 't', 'ce-source': 's', 'ce-time': 'NOW' };
    const data = (bytes: number) => `{"fill":"${'x'.repeat(bytes - 11)}"}`;
    const { client } = server();
    const good = await client.postText(data(LIMIT), 'application/json', headers);
    expect(good.status).to.equal(201);
    expectError(
      await client.postText(data(LIMIT + 1), 'application/json', headers),
      'PAYLOAD_TOO_LARGE',
    );
  });

  it('is refused at 5 MB, and the connection is still good for the next event', async () => {
    const { client } = server();
    expectError(
      await client.postText('x'.repeat(5_000_000), 'application/json'),
      'PAYLOAD_TOO_LARGE',
    );
    expect((await client.post(sample())).status).to.equal(201);
  });
});

describe('The size of an event, configured', () => {
  const server = useServer({ env: { EVENT_MAX_BYTES: '2048', BATCH_MAX_BYTES: '4096' } });
  const large = (bytes: number) => sample({ data: { fill: 'x'.repeat(bytes) } });

  it('is what EVENT_MAX_BYTES and BATCH_MAX_BYTES say', async () => {
    const { client } = server();
    expect((await client.post(large(1500))).status).to.equal(201);
    expectError(await client.post(large(2048)), 'PAYLOAD_TOO_LARGE', '2048');
    expect((await client.batch([large(1500), large(1500)])).status).to.equal(201);
    expectError(await client.batch([large(1500), large(1500), large(1500)]), 'PAYLOAD_TOO_LARGE');
    const mixed = await client.batch([large(100), large(2048)]);
    expect(mixed.body.data.results.map(({ status }) => status)).to.deep.equal([201, 413]);
  });
});
