import { expect } from 'chai';
import { refusalOf } from '../../../backend/providers/addresses.ts';

describe('The addresses of providers', () => {
  it('are never those where clouds keep credentials, in whatever clothes', () => {
    const never = [
      '169.254.169.254',
      '169.254.0.1',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      'fe80::1',
      'fd00:ec2::254',
      '::',
      'ff02::1',
      '::ffff:169.254.169.254',
      '::ffff:a9fe:a9fe',
      '64:ff9b::a9fe:a9fe',
      '2002:a9fe:a9fe::1',
      'not an address',
    ];
    for (const address of never) expect(refusalOf(address, true), address).to.be.a('string');
  });

  it('may be private ones, unless the server says otherwise', () => {
    const inside = [
      ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
      ...['::1', 'fd12::1', '::ffff:10.0.0.1', '::ffff:127.0.0.1'],
    ];
    for (const address of inside) {
      expect(refusalOf(address, true), address).to.equal(null);
      expect(refusalOf(address, false), address).to.contain('PROVIDER_PRIVATE_ADDRESSES');
    }
    for (const address of ['172.32.0.1', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8']) {
      expect(refusalOf(address, false), address).to.equal(null);
    }
  });
});
