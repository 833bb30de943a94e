import { expect } from 'chai';
import { AUDIT_ACTIONS as RECORDED } from '../../backend/model/audit.ts';
import { ROLES, type Role } from '../../backend/model/person.ts';
import type { Account } from '../../dashboard/api.ts';
import {
  AUDIT_ACTIONS,
  actionWords,
  describeDetails,
} from '../../dashboard/settings/audit-words.ts';
import { endOfDay, keyState, sortKeys } from '../../dashboard/settings/key-state.ts';
import {
  mayChange,
  mayManage,
  pagesFor,
  rolesToGive,
} from '../../dashboard/settings/permissions.ts';
import { describeRule, readRules, toDraft } from '../../dashboard/settings/retention-rules.ts';
import { describeBrowser } from '../../dashboard/settings/user-agent.ts';

function accountOf(role: Role | null): Account {
  const person = { id: 'me', email: 'me@example.com', name: 'Me' };
  return {
    organization: { id: 'default', name: 'Default' },
    scope: 'READ_ONLY',
    person: role === null ? null : { ...person, role },
  };
}

describe('what the settings offer', () => {
  it('is to manage for owners and admins alone', () => {
    const managers = [...ROLES, null].filter((role) => mayManage(accountOf(role)));
    expect(managers).to.deep.equal(['owner', 'admin']);
  });

  it('are pages that there is something to see on', () => {
    expect(pagesFor(accountOf('owner'))).to.have.length(10);
    for (const role of ['member', 'viewer'] as const) {
      expect(pagesFor(accountOf(role))).to.deep.equal([
        'profile',
        'organization',
        'members',
        'connections',
        'context',
      ]);
    }
    expect(pagesFor(accountOf(null))).to.deep.equal(['context']);
  });

  it('is no owner to an admin, and nothing about oneself', () => {
    expect(rolesToGive(accountOf('owner'))).to.include('owner');
    expect(rolesToGive(accountOf('admin'))).not.to.include('owner');
    const [owner, viewer] = [
      { id: 'o', role: 'owner' } as const,
      { id: 'v', role: 'viewer' } as const,
    ];
    expect(mayChange(accountOf('owner'), owner)).to.equal(true);
    expect(mayChange(accountOf('admin'), owner)).to.equal(false);
    expect(mayChange(accountOf('admin'), viewer)).to.equal(true);
    expect(mayChange(accountOf('member'), viewer)).to.equal(false);
    expect(mayChange(accountOf('owner'), { id: 'me', role: 'owner' })).to.equal(false);
  });
});

describe('a key in the list', () => {
  const NOW = Date.parse('2026-01-02T00:00:00Z');
  const key = (
    createdAt: string,
    expiresAt: string | null = null,
    revokedAt: string | null = null,
  ) => ({
    ...{ createdAt, expiresAt, revokedAt },
  });

  it('is active until it expires or is revoked', () => {
    const past = '2026-01-01T00:00:00Z';
    expect(keyState(key(past), NOW)).to.equal('active');
    expect(keyState(key(past, '2026-01-02T00:00:01Z'), NOW)).to.equal('active');
    expect(keyState(key(past, '2026-01-02T00:00:00Z'), NOW)).to.equal('expired');
    expect(keyState(key(past, past, past), NOW)).to.equal('revoked');
  });

  it('stands above those that open nothing, the newest first', () => {
    const keys = [key('2025-01'), key('2025-03', null, '2025-04'), key('2025-02')];
    expect(sortKeys(keys, NOW).map((one) => one.createdAt)).to.deep.equal([
      '2025-02',
      '2025-01',
      '2025-03',
    ]);
  });

  it('lasts to the end of its last day, where the reader is', () => {
    const end = new Date(endOfDay('2026-10-25') ?? '');
    expect([end.getDate(), end.getHours(), end.getMinutes()]).to.deep.equal([26, 0, 0]);
    expect(endOfDay('')).to.equal(undefined);
  });
});

describe('the audit log in words', () => {
  it('has some for all that is recorded, and shows what it does not know', () => {
    expect(Object.keys(AUDIT_ACTIONS)).to.have.members([...RECORDED]);
    expect(actionWords('moon.landed')).to.equal('moon.landed');
  });

  it('tells the facts that there are', () => {
    const details = { from: 'viewer', to: 'admin', expiresAt: null, count: 3 };
    expect(describeDetails(details)).to.equal('from viewer, to admin, count 3');
  });
});

describe('rules of retention', () => {
  it('go through the form and back', () => {
    const rules = [{ type: 'deployment', subject: 'staging', days: 90 }, { days: 1 }];
    expect(readRules(rules.map(toDraft))).to.deep.equal({ rules });
    expect(rules.map(describeRule)).to.deep.equal([
      'Each deployment of staging is deleted after 90 days.',
      'Every event is deleted after 1 day.',
    ]);
  });

  it('need whole days', () => {
    for (const days of ['', '0', '-1', '1.5', 'x']) {
      const [draft] = [{ id: 0, type: '', subject: '', days }];
      expect(readRules([draft]))
        .to.have.property('problem')
        .that.includes('Rule 1');
    }
  });
});

describe('a browser', () => {
  it('is named by what it is, not by what it claims to be too', () => {
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';
    expect(describeBrowser(chrome)).to.equal('Chrome on Linux');
    expect(describeBrowser(`${chrome} Edg/150.0`)).to.equal('Edge on Linux');
    expect(
      describeBrowser(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604',
      ),
    ).to.equal('Safari on iOS');
    expect(describeBrowser('')).to.equal('A browser');
  });
});
