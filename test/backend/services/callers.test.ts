/** Where a request comes from, by its headers. */
import type { IncomingHttpHeaders } from 'node:http';
import { expect } from 'chai';
import { createCallers, networkOf } from '../../../backend/services/callers.ts';

const LOCAL = 'http://127.0.0.1:4000';
const PUBLIC = 'https://timeline.example.com';

function callers(baseUrl: string, trustProxy = 0) {
  return createCallers({ baseUrl: () => baseUrl, trustProxy });
}

describe('a page of this server', () => {
  const OWN: readonly (readonly [string, IncomingHttpHeaders])[] = [
    [LOCAL, { origin: LOCAL, host: '127.0.0.1:4000' }],
    [LOCAL, { origin: 'http://localhost:4000', host: 'localhost:4000' }],
    [LOCAL, { origin: 'https://somewhere.example', host: 'somewhere.example' }],
    [PUBLIC, { origin: PUBLIC, host: '10.0.0.1:4000' }],
    [PUBLIC, { 'sec-fetch-site': 'same-origin' }],
    [PUBLIC, { 'sec-fetch-site': 'none' }],
  ];
  for (const [baseUrl, headers] of OWN) {
    it(`is known at ${baseUrl} by ${JSON.stringify(headers)}`, () => {
      expect(callers(baseUrl).isOwn(headers)).to.equal(true);
      expect(callers(baseUrl).isForeign(headers)).to.equal(false);
    });
  }

  const FOREIGN: readonly (readonly [string, IncomingHttpHeaders])[] = [
    [LOCAL, { origin: 'http://127.0.0.1:4001', host: '127.0.0.1:4000' }],
    [LOCAL, { origin: 'http://evil.example', host: '127.0.0.1:4000' }],
    [LOCAL, { origin: 'null', host: 'null' }],
    [LOCAL, { origin: 'nonsense' }],
    [LOCAL, { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }],
    [PUBLIC, { origin: 'http://timeline.example.com', host: 'timeline.example.com' }],
    [PUBLIC, { origin: 'https://other.example.com', host: 'timeline.example.com' }],
    [PUBLIC, { 'sec-fetch-site': 'same-site' }],
    [PUBLIC, { 'sec-fetch-site': 'cross-site' }],
  ];
  for (const [baseUrl, headers] of FOREIGN) {
    it(`is not what ${JSON.stringify(headers)} says at ${baseUrl}`, () => {
      expect(callers(baseUrl).isOwn(headers)).to.equal(false);
      expect(callers(baseUrl).isForeign(headers)).to.equal(true);
    });
  }

  it('is not said by nothing, which no browser sends', () => {
    expect(callers(LOCAL).isOwn({ host: '127.0.0.1:4000' })).to.equal(false);
    expect(callers(LOCAL).isForeign({ host: '127.0.0.1:4000' })).to.equal(false);
  });
});

describe('the address of a client', () => {
  const socket = { remoteAddress: '10.0.0.9' };
  const addressOf = (trustProxy: number, header?: string) =>
    callers(LOCAL, trustProxy).of({
      headers: header === undefined ? {} : { 'x-forwarded-for': header },
      socket,
    }).address;

  it('is that of the line, unless a proxy is trusted', () => {
    expect(addressOf(0, '203.0.113.1')).to.equal('10.0.0.9');
    expect(addressOf(1)).to.equal('10.0.0.9');
    expect(addressOf(1, '')).to.equal('10.0.0.9');
  });

  it('is what the outermost trusted proxy saw, whatever was written before', () => {
    expect(addressOf(1, '192.0.2.1, 203.0.113.1')).to.equal('203.0.113.1');
    expect(addressOf(2, '192.0.2.1, 203.0.113.1, 10.0.0.2')).to.equal('203.0.113.1');
    expect(addressOf(3, '203.0.113.1')).to.equal('203.0.113.1');
  });
});

describe('a header of a proxy', () => {
  const WRITTEN: readonly (readonly [string, string])[] = [
    ['203.0.113.1:5678', '203.0.113.1'],
    ['[2001:db8::1]:5678', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', '10.0.0.9'],
    ['<script>', '10.0.0.9'],
  ];
  for (const [header, address] of WRITTEN) {
    it(`${header} says ${address}`, () => {
      const { of } = callers(LOCAL, 1);
      const socket = { remoteAddress: '10.0.0.9' };
      const request = { headers: { 'x-forwarded-for': header }, socket } as Parameters<
        typeof of
      >[0];
      expect(of(request).address).to.equal(address);
    });
  }
});

describe('the network of an address', () => {
  const NETWORKS: readonly (readonly [string, string])[] = [
    ['203.0.113.1', '203.0.113.1'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ];
  for (const [address, network] of NETWORKS) {
    it(`of ${address} is ${network}`, () => {
      expect(networkOf(address)).to.equal(network);
    });
  }
});
