import { expect } from 'chai';
import { reachOf } from '../../dashboard/welcome/reach.ts';
import { PIPELINES, type Pipeline, snippetFor } from '../../dashboard/welcome/snippets.ts';
import { readPage } from '../support/markdown.ts';

const ORIGIN = 'https://milepost.example.com';
const textsOf = (pipeline: Pipeline, key: string | null = 'mp_made') =>
  snippetFor(pipeline, ORIGIN, key).steps.map((step) => step.text);

describe('what a pipeline needs', () => {
  const README = readPage('README.md').blocks.map((block) => block.code.trim());

  it('is what the documentation says', () => {
    expect(README).to.include(textsOf('github').at(-1));
    expect(README).to.include(textsOf('gitlab').at(-1));
    const jenkins = textsOf('jenkins').at(-1) ?? '';
    // The page of the documentation has the address in Jenkins itself.
    expect(README).to.include(jenkins.replace(`, url: '${ORIGIN}'`, ''));
  });

  it('holds the address and the key, the key outside of files', () => {
    for (const pipeline of PIPELINES) {
      const texts = textsOf(pipeline);
      expect(texts.join('\n')).to.include(ORIGIN).and.include('mp_made');
      if (pipeline !== 'curl') expect(texts.at(-1)).not.to.include('mp_made');
    }
  });

  it('leaves room for a key that is not at hand', () => {
    expect(textsOf('curl', null)[0]).to.include('$MILEPOST_API_KEY');
    expect(textsOf('gitlab', null)).to.include('mp_…');
  });

  it('points to pages that there are', () => {
    for (const pipeline of PIPELINES) {
      expect(readPage(snippetFor(pipeline, ORIGIN, null).guide).text).to.match(/^# /);
    }
  });
});

describe('an address', () => {
  it('tells how far it reaches', () => {
    for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'a.localhost']) {
      expect(reachOf(host), host).to.equal('this machine');
    }
    for (const host of [
      '10.0.0.1',
      '192.168.1.2',
      '172.16.0.1',
      'milepost',
      'm.internal',
      '[fd00::1]',
    ]) {
      expect(reachOf(host), host).to.equal('private network');
    }
    for (const host of ['milepost.example.com', '172.32.0.1', '203.0.113.1', '[2001:db8::1]']) {
      expect(reachOf(host), host).to.equal('anywhere');
    }
  });
});
