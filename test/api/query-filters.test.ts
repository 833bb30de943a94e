/** The filters of GET /api/v1/events: contract 4. */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { EVENTS, type Query } from '../support/http.ts';
import { expectError, type Sent, sample, useServer, without } from './support.ts';

function numbered(index: number, over: Sent): Sent {
  const time = new Date(Date.UTC(2025, 0, 15, 12, index)).toISOString();
  return sample({ id: `e${index}`, time, ...over });
}

const DATA: readonly Sent[] = [
  { type: 'deployment', source: 'shop', subject: 'production', severity: 'LOW', version: '1.0' },
  { type: 'rollback', source: 'shop', subject: 'staging', severity: 'MAJOR', version: '0.9' },
  {
    type: 'deployment',
    source: 'billing',
    subject: 'production',
    severity: 'MINOR',
    version: '1.0',
  },
  { type: 'incident', source: '//github.com/acme/shop', severity: 'CRITICAL' },
  { type: 'Deployment', source: 'Shop', subject: 'Production', severity: 'LOW', version: '1.0.0' },
  { type: 'deployment,rollback', source: 'a&b=c', subject: 'x y+z', version: '100%' },
  { type: 'Änderung', source: '倉庫', subject: '😀', version: "o'brien" },
].map((over, index) => numbered(index, over));

/** The ids of an answer, oldest first. */
function ids(answer: { readonly body: { readonly data: readonly StoredEvent[] } }): string[] {
  return answer.body.data.map(({ id }) => id).sort();
}

describe('Filters of the list', () => {
  const server = useServer();
  before(async () => {
    await server().client.batch(DATA);
  });
  const FOUND: readonly (readonly [Query, readonly number[]])[] = [
    [{}, [0, 1, 2, 3, 4, 5, 6]],
    [{ type: 'deployment' }, [0, 2]],
    [{ type: 'Deployment' }, [4]],
    [{ type: 'deploy' }, []],
    [{ type: 'deployment,rollback' }, [5]],
    [{ type: ['deployment', 'rollback'] }, [0, 1, 2]],
    [{ type: ['deployment', 'deployment'] }, [0, 2]],
    [{ type: ['deployment', 'nothing'] }, [0, 2]],
    [{ type: 'Änderung' }, [6]],
    [{ source: 'shop' }, [0, 1]],
    [{ source: '//github.com/acme/shop' }, [3]],
    [{ source: 'a&b=c' }, [5]],
    [{ source: ['倉庫', 'billing'] }, [2, 6]],
    [{ subject: 'production' }, [0, 2]],
    [{ subject: 'x y+z' }, [5]],
    [{ subject: ['staging', '😀'] }, [1, 6]],
    [{ severity: 'LOW' }, [0, 4]],
    [{ severity: ['LOW', 'CRITICAL'] }, [0, 3, 4]],
    [{ version: '1.0' }, [0, 2]],
    [{ version: ['0.9', '100%'] }, [1, 5]],
    [{ version: "o'brien" }, [6]],
    [{ id: 'e3' }, [3]],
    [{ id: ['e3', 'e1', 'e9'] }, [1, 3]],
    [{ type: 'deployment', source: 'shop' }, [0]],
    [{ type: 'deployment', subject: 'production', severity: 'MINOR' }, [2]],
    [{ type: 'rollback', subject: 'production' }, []],
    [{ type: ['deployment', 'rollback'], subject: ['staging'] }, [1]],
    [{ type: ['deployment', 'incident'], severity: ['LOW', 'CRITICAL'], version: '1.0' }, [0]],
    [{ id: 'e0', version: '0.9' }, []],
    [{ 'not.type': 'deployment' }, [1, 3, 4, 5, 6]],
    [{ 'not.type': ['deployment', 'rollback', 'incident'] }, [4, 5, 6]],
    [{ 'not.source': ['shop', 'Shop'] }, [2, 3, 5, 6]],
    [{ 'not.source': 'a&b=c', 'not.version': '1.0' }, [1, 3, 4, 6]],
    // What names no environment, no version or no severity is not of the excluded ones.
    [{ 'not.subject': 'production' }, [1, 3, 4, 5, 6]],
    [{ 'not.version': ['1.0', '0.9'] }, [3, 4, 5, 6]],
    [{ 'not.severity': ['LOW', 'MINOR', 'MAJOR', 'CRITICAL'] }, [5, 6]],
    [{ type: 'deployment', 'not.source': 'shop' }, [2]],
    [{ type: ['deployment', 'rollback'], 'not.type': 'rollback' }, [0, 2]],
    [{ type: 'deployment', 'not.type': 'deployment' }, []],
    [{ version: ['1.0', '0.9'], 'not.version': '1.0' }, [1]],
    [{ id: ['e1', 'e2'], 'not.subject': 'staging' }, [2]],
    [{ search: 'SHOP', 'not.type': 'incident' }, [0, 1, 4]],
    [{ search: '1.0', 'not.version': '1.0' }, [4]],
    [{ 'not.source': "' OR 1=1 --" }, [0, 1, 2, 3, 4, 5, 6]],
    [{ source: '*' }, []],
    [{ source: '%' }, []],
    [{ source: "' OR 1=1 --" }, []],
    [{ source: '{"$ne":null}' }, []],
    [{ type: 'constructor', source: '__proto__' }, []],
    [{ type: '' }, [0, 1, 2, 3, 4, 5, 6]],
    [{ type: '', source: 'shop', subject: '', severity: '', version: '', id: '' }, [0, 1]],
    [{ type: ['', 'rollback'] }, [1]],
    [
      { search: '', from: '', to: '', timezone: '', order: '', limit: '', cursor: '' },
      [0, 1, 2, 3, 4, 5, 6],
    ],
  ];
  for (const [query, expected] of FOUND) {
    it(`find ${expected.length} for ${JSON.stringify(query)}`, async () => {
      const answer = await server().client.list(query);
      expect(answer.status, answer.text).to.equal(200);
      expect(ids(answer)).to.deep.equal(expected.map((index) => `e${index}`));
    });
  }

  for (const severity of ['low', 'HIGH', 'LOW,MINOR', 'null']) {
    it(`refuse the severity ${severity}, and name those that there are`, async () => {
      const answer = await server().client.list({ severity });
      expectError(answer, 'VALIDATION_ERROR', /^severity: .*LOW.*MINOR.*MAJOR.*CRITICAL/);
    });
  }

  it('refuse one bad severity next to a good one', async () => {
    const answer = await server().client.list({ severity: ['LOW', 'HIGH'] });
    expectError(answer, 'VALIDATION_ERROR', /^severity: /);
  });

  it('take hundreds of alternatives', async () => {
    const type = [...Array.from({ length: 400 }, (_, index) => `t${index}`), 'rollback'];
    expect(ids(await server().client.list({ type }))).to.deep.equal(['e1']);
  });

  it('take names with a different percent-encoding, and a plus for a space', async () => {
    const { client } = server();
    for (const query of ['subject=x+y%2Bz', 'subject=x%20y%2bz', 'su%62ject=x+y%2Bz&']) {
      const answer = await client.send<StoredEvent[]>('GET', `${EVENTS}?${query}`);
      expect(ids(answer), query).to.deep.equal(['e5']);
    }
  });

  for (const query of [
    'type=%ff',
    'type=%',
    'type=%zz',
    '=',
    '&&',
    'type=%00',
    '%00=1',
    'a[b]=c',
  ]) {
    it(`never fail inside: ?${query}`, async () => {
      const answer = await server().client.send('GET', `${EVENTS}?${query}`);
      expect(answer.status).to.be.oneOf([200, 400]);
    });
  }
});

describe('The list', () => {
  const server = useServer();

  it('is empty at first', async () => {
    const { status, body } = await server().client.list();
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ success: true, data: [], page: { limit: 25, nextCursor: null } });
  });

  it('shows an event as soon as its 201 is there', async () => {
    const { client } = server();
    for (let round = 0; round < 20; round += 1) {
      const event = round % 2 === 0 ? sample() : without('id');
      const { body } = await client.post(event);
      const listed = await client.list({ source: String(event['source']) });
      expect(listed.body.data).to.deep.equal([body.data]);
    }
  });

  it('shows every one of a hundred concurrent posts after its own 201', async () => {
    const { client } = server();
    const found = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const { body } = await client.post(sample());
        const listed = await client.list({ id: body.data.id, source: body.data.source });
        return listed.body.data.length;
      }),
    );
    expect(found).to.deep.equal(Array(100).fill(1));
  });
});
