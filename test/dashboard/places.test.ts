import { expect } from 'chai';
import { VIEW_PATHS } from '../../backend/model/view.ts';
import {
  currentAddress,
  isPlace,
  placeAt,
  SETTINGS_PAGES,
  settingsPath,
  VIEWS,
} from '../../dashboard/places.ts';

describe('the addresses of the dashboard', () => {
  it('lead to their pages, with and without a slash at the end', () => {
    for (const kind of ['set-up', 'invite', 'reset', 'welcome'] as const) {
      expect(placeAt(`/${kind}`)).to.deep.equal({ kind });
      expect(placeAt(`/${kind}/`)).to.deep.equal({ kind });
    }
    for (const page of SETTINGS_PAGES) {
      expect(placeAt(settingsPath(page))).to.deep.equal({ kind: 'settings', page });
    }
    expect(placeAt('/settings')).to.deep.equal({ kind: 'settings', page: 'profile' });
    expect(placeAt('/settings/nothing')).to.deep.equal({ kind: 'settings', page: 'profile' });
  });

  it('lead to the views of the top bar', () => {
    for (const { kind, path } of VIEWS) expect(placeAt(path)).to.deep.equal({ kind });
    expect(placeAt('/nothing')).to.equal(null);
  });

  it('of the top bar can be saved as views', () => {
    expect(VIEW_PATHS).to.include.members(VIEWS.map(({ path }) => path));
  });

  it('of the timeline go on working where it used to be', () => {
    expect(currentAddress('/', '?type=rollback&from=-7d')).to.equal(
      '/timeline?type=rollback&from=-7d',
    );
    expect(currentAddress('/timeline', '?type=rollback')).to.equal('/timeline?type=rollback');
    expect(currentAddress('/settings/keys', '?type=x')).to.equal('/settings/keys?type=x');
  });

  it('are told from those of the server', () => {
    expect(['/', '/settings/keys', '/welcome'].every(isPlace)).to.equal(true);
    expect(['/docs', '/metrics', '/openapi.json', '/api/v1/events'].some(isPlace)).to.equal(false);
  });
});
