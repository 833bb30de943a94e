import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { compareLink, eventLinks } from '../../dashboard/details/forge.ts';
import { storedEvent } from './events.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);

function pair(over: Partial<StoredEvent>, versions = ['v1.0.0', 'v1.1.0'] as const) {
  return versions.map((version, index) => storedEvent(index, { version, ...over })) as [
    StoredEvent,
    StoredEvent,
  ];
}

const linkOf = (over: Partial<StoredEvent>, versions?: readonly [string, string]) =>
  compareLink(...pair({ source: 'shop', ...over }, versions as never))?.href;

describe('the link that compares two events', () => {
  it('leads to each forge in its own way', () => {
    const by = (commitUrl: string, source = 'shop') => linkOf({ source, data: { commitUrl } });
    expect(by(`https://github.com/acme/shop/commit/${A}`)).to.equal(
      'https://github.com/acme/shop/compare/v1.0.0...v1.1.0',
    );
    expect(by(`https://ghe.acme.example/acme/shop/commit/${A}`)).to.equal(
      'https://ghe.acme.example/acme/shop/compare/v1.0.0...v1.1.0',
    );
    expect(by(`https://gitlab.acme.example/team/sub/shop/-/commit/${A}`)).to.equal(
      'https://gitlab.acme.example/team/sub/shop/-/compare/v1.0.0...v1.1.0',
    );
    expect(by(`https://bitbucket.org/acme/shop/commits/${A}`)).to.equal(
      'https://bitbucket.org/acme/shop/branches/compare/v1.1.0%0Dv1.0.0',
    );
    expect(by(`https://dev.azure.com/acme/web/_git/shop/commit/${A}`)).to.equal(
      'https://dev.azure.com/acme/web/_git/shop/branchCompare?baseVersion=GTv1.0.0&targetVersion=GTv1.1.0&_a=commits',
    );
    expect(by(`https://codeberg.org/acme/shop/commit/${A}`)).to.equal(
      'https://codeberg.org/acme/shop/compare/v1.0.0...v1.1.0',
    );
    expect(by('https://git.acme.example/acme/shop/releases/tag/v1')).to.equal(
      'https://git.acme.example/acme/shop/compare/v1.0.0...v1.1.0',
    );
  });

  it('compares commits where both are known, tags else, and nothing that is neither', () => {
    const [one, other] = pair({ source: '//github.com/acme/shop' });
    const at = (event: StoredEvent, commit: string) => ({ ...event, data: { commit } });
    expect(compareLink(at(one, A), at(other, B))).to.deep.equal({
      host: 'github.com',
      href: `https://github.com/acme/shop/compare/${A}...${B}`,
    });
    expect(compareLink(at(one, A), other)?.href).to.include('/v1.0.0...v1.1.0');
    expect(compareLink(at(one, A), at(other, A))).to.equal(null);
    const source = '//github.com/acme/shop';
    for (const version of ['latest', 'main', '7', '../x', 'v1..v2', 'a b', '-x1', '']) {
      expect(linkOf({ source }, ['v1.0.0', version]), version).to.equal(undefined);
    }
    expect(linkOf({ source }, [A.slice(0, 8), B.slice(0, 8)])).to.include('aaaaaaaa...bbbbbbbb');
    expect(linkOf({ source: 'shop' })).to.equal(undefined);
    expect(linkOf({ source: '//internal.example/acme/shop' })).to.equal(undefined);
  });

  it('is none between repositories, and none where a link contradicts the source', () => {
    const [one, other] = pair({ source: 'shop' });
    const of = (event: StoredEvent, name: string): StoredEvent => ({
      ...event,
      data: { repositoryUrl: `https://github.com/acme/${name}` },
    });
    expect(compareLink(of(one, 'shop'), of(other, 'fork'))).to.equal(null);
    expect(compareLink(of(one, 'shop'), of(other, 'shop'))).not.to.equal(null);
    const runUrl = 'https://evil.example/acme/shop/actions/runs/1';
    expect(linkOf({ source: '//github.com/acme/shop', data: { runUrl } })).to.equal(
      'https://github.com/acme/shop/compare/v1.0.0...v1.1.0',
    );
  });

  it('is never built from what is not a plain https address', () => {
    const hostile = [
      `javascript:alert(1)//github.com/acme/shop/commit/${A}`,
      `http://github.com/acme/shop/commit/${A}`,
      `https://github.com@evil.example/acme/shop/commit/${A}`,
      `https://user:secret@github.com/acme/shop/commit/${A}`,
      `https:\\\\github.com\\acme\\shop\\commit\\${A}`,
      `data:text/html,https://github.com/acme/shop/commit/${A}`,
      ` https://github.com/acme/shop/commit/${A}`,
      `https://github.com/acme/shop\n/commit/${A}`,
      `//github.com/acme/shop/commit/${A}`,
    ];
    for (const commitUrl of hostile) {
      expect(linkOf({ data: { commitUrl } }), commitUrl).to.equal(undefined);
      expect(eventLinks({ data: { commitUrl } }), commitUrl).to.deep.equal([]);
    }
    for (const value of [7, null, {}, ['https://github.com/a/b/commit/1']]) {
      expect(linkOf({ data: { commitUrl: value } as never })).to.equal(undefined);
    }
    for (const source of [
      '//constructor/a/b',
      '//__proto__/a/b',
      '//github.com.evil.example/a/b',
    ]) {
      expect(linkOf({ source }), source).to.equal(undefined);
    }
  });

  it('keeps what tags bring along inside its own part of the path', () => {
    const source = '//github.com/acme/shop';
    const href = linkOf({ source }, ['v1.0.0', 'v1.1.0-rc.1']) ?? '';
    expect(new URL(href).pathname).to.equal('/acme/shop/compare/v1.0.0...v1.1.0-rc.1');
    for (const version of ['v1?x', 'v1#x', 'v1/../../x', 'v1%2e']) {
      expect(linkOf({ source }, ['v1.0.0', version]), version).to.equal(undefined);
    }
  });
});

describe('the links of an event', () => {
  it('are those that pipelines write, each once, by name', () => {
    const runUrl = 'https://ci.example/1';
    expect(
      eventLinks({ data: { commitUrl: 'https://git.example/c', runUrl, run: runUrl, other: 'x' } }),
    ).to.deep.equal([
      { name: 'Run', href: runUrl },
      { name: 'Commit', href: 'https://git.example/c' },
    ]);
    expect(eventLinks({ data: null })).to.deep.equal([]);
  });
});
