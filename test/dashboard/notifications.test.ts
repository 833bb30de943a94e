import { expect } from 'chai';
import { describeEvents } from '../../dashboard/tools/notification-text.ts';
import { storedEvent } from './events.ts';

describe('A notification', () => {
  it('says what happened where, for one event', () => {
    const event = storedEvent(0, {
      ...{ type: 'rollback', source: '//github.com/acme/api', subject: 'production' },
      ...{ severity: 'MAJOR', version: '1.2.3', data: { description: 'Errors\u202e' } },
    });
    expect(describeEvents('Rollbacks', [event])).to.deep.equal({
      title: 'MAJOR rollback acme/api 1.2.3 in production',
      body: 'Rollbacks\nErrors\\u202e',
    });
  });

  it('counts a storm, and names the worst of it', () => {
    const severities = ['LOW', null, 'CRITICAL', 'MINOR', 'MAJOR'] as const;
    const events = severities.map((severity, index) =>
      storedEvent(0, { severity, type: 'alert', source: `s${index}`, version: null }),
    );
    expect(describeEvents('Production', events)).to.deep.equal({
      title: '5 events in “Production”',
      body: 'CRITICAL alert s2\nMAJOR alert s4\nMINOR alert s3\nand 2 more',
    });
  });
});
