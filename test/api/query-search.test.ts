import { expect } from 'chai';
import { type Sent, sample, useServer } from './support.ts';

const DATA: readonly Sent[] = [
  { id: 'plain', type: 'Deployment', source: 'Web-Shop', version: 'v2.4.1-RC1' },
  { id: 'percent', type: '100%_safe', source: 'a', version: null },
  { id: 'dots', type: 'release', source: 'a.b.c', version: '1.2.3' },
  { id: 'stars', type: 'x*y', source: '[a-z]+(b|c)?', version: '^start$' },
  { id: 'slashes', type: 'path', source: '//github.com/acme/shop', version: 'C:\\temp' },
  { id: 'quotes', type: `o'brien "x"`, source: 'a;b--c', version: '`tick`' },
  { id: 'umlaut', type: 'Änderung', source: 'STRASSE', version: 'Ünïcode' },
  { id: 'script', type: '倉庫', source: 'ΟΔΟΣ', version: '😀build' },
  {
    id: 'needle-in-id',
    type: 'other',
    source: 'other',
    subject: 'needle',
    severity: 'CRITICAL',
    dataschema: 'https://needle',
    data: { description: 'needle' },
    note: 'needle',
  },
].map((over) => sample(over));

const FOUND: readonly (readonly [string, readonly string[]])[] = [
  // Any case, any part, in type, version and source.
  ['deployment', ['plain']],
  ['DEPLOY', ['plain']],
  ['ploy', ['plain']],
  ['web-shop', ['plain']],
  ['SHOP', ['plain', 'slashes']],
  ['rc1', ['plain']],
  ['2.4.1', ['plain']],
  ['x', ['quotes', 'stars']],
  ['1', ['dots', 'percent', 'plain']],
  ['v2', ['plain']],
  ['deployment v2', []],
  // Nothing but what it says: no pattern language.
  ['%', ['percent']],
  ['_', ['percent']],
  ['0%_s', ['percent']],
  ['%safe', []],
  ['.', ['dots', 'plain', 'slashes']],
  ['a.b', ['dots']],
  ['a?b', []],
  ['1.2', ['dots']],
  ['*', ['stars']],
  ['.*', []],
  ['[a-z]', ['stars']],
  ['[', ['stars']],
  ['(b|c)?', ['stars']],
  ['^start$', ['stars']],
  ['^', ['stars']],
  ['$', ['stars']],
  ['+', ['stars']],
  ['//github.com', ['slashes']],
  ['\\', ['slashes']],
  ['\\temp', ['slashes']],
  ["'", ['quotes']],
  ["o'b", ['quotes']],
  ['"x"', ['quotes']],
  ['"', ['quotes']],
  [';b--', ['quotes']],
  ['`', ['quotes']],
  ['OR', []],
  ['NOT', []],
  ['NEAR(a)', []],
  // Letters of the world.
  ['ÄNDER', ['umlaut']],
  ['änder', ['umlaut']],
  ['ünÏ', ['umlaut']],
  ['strasse', ['umlaut']],
  ['倉', ['script']],
  ['οδοσ', ['script']],
  ['😀', ['script']],
  ['😀BUILD', ['script']],
  // Elsewhere is not looked at.
  ['needle', []],
  ['CRITICAL', []],
];

describe('Search', () => {
  const server = useServer();
  before(async () => {
    await server().client.batch(DATA);
  });

  for (const [search, expected] of FOUND) {
    it(`finds ${expected.join(' and ') || 'nothing'} for ${search}`, async () => {
      const answer = await server().client.list({ search });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body.data.map(({ id }) => id).sort()).to.deep.equal(expected);
    });
  }

  it('narrows other filters, and is narrowed by them', async () => {
    const { client } = server();
    const both = await client.list({ search: 'shop', type: 'Deployment' });
    expect(both.body.data.map(({ id }) => id)).to.deep.equal(['plain']);
    expect((await client.list({ search: 'shop', type: 'release' })).body.data).to.deep.equal([]);
  });

  it('finds an event that came a moment ago', async () => {
    const { client } = server();
    const fresh = sample({ version: 'Zebra-2000' });
    await client.post(fresh);
    for (const search of ['zebra', 'A-20', 'ra']) {
      const { body } = await client.list({ search });
      expect(body.data.map(({ id }) => id)).to.include(fresh['id']);
    }
  });
});
