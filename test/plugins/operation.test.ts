import { expect } from 'chai';
import type { Status } from '../../plugins/ci/context.ts';
import { readStatus } from '../../plugins/ci/status.ts';
import { typeOf } from '../../plugins/operation.ts';

function named(value: string, status: Status | undefined, over: object = {}): string {
  const type = { value, origin: 'x' };
  return typeOf({ type, status, isDerived: false, isPaired: false, ...over }).value;
}

describe('the type of an event, with how it ended', () => {
  it('never calls a deployment, release or rollback that failed one that runs now', () => {
    for (const type of ['deployment', 'release', 'rollback']) {
      expect(named(type, 'failure')).to.equal(`${type}-failed`);
      expect(named(type, 'cancelled')).to.equal(`${type}-cancelled`);
      expect(named(type, 'started')).to.equal(`${type}-started`);
      expect(named(type, 'success')).to.equal(type);
      expect(named(type, undefined)).to.equal(type);
    }
  });

  it('leaves what somebody wrote for one event alone: an incident of a failed job did happen', () => {
    expect(named('incident', 'failure')).to.equal('incident');
    expect(named('teardown', 'failure', { isDerived: true })).to.equal('teardown-failed');
  });

  it('marks both ends of a pair, whatever its type', () => {
    expect(named('db-migration', 'started', { isPaired: true })).to.equal('db-migration-started');
    expect(named('db-migration', 'failure', { isPaired: true })).to.equal('db-migration-failed');
  });

  it('says it once', () => {
    expect(named('deployment-failed', 'failure', { isDerived: true })).to.equal(
      'deployment-failed',
    );
  });

  it('tells why', () => {
    const type = { value: 'deployment', origin: 'push event' };
    const operation = { type, status: 'failure', isDerived: true, isPaired: false } as const;
    expect(typeOf(operation).origin).to.equal('push event, status failure');
  });
});

describe('readStatus', () => {
  const words: readonly [string, Status | undefined][] = [
    ['SUCCESS', 'success'],
    ['UNSTABLE', 'success'],
    ['FAILURE', 'failure'],
    ['ABORTED', 'cancelled'],
    ['NOT_BUILT', 'cancelled'],
    ['failed', 'failure'],
    ['canceled', 'cancelled'],
    ['Succeeded', 'success'],
    ['started', 'started'],
    ['running', undefined],
    ['constructor', undefined],
    ['', undefined],
  ];
  for (const [word, status] of words) {
    it(`takes ${word || 'nothing'} for ${status ?? 'no status'}`, () => {
      expect(readStatus(word)).to.equal(status);
    });
  }
});
