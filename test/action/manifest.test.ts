import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { INPUTS } from '../../action/inputs.ts';
import { readManifest } from '../support/runner.ts';

describe('action.yml', () => {
  const manifest = readManifest();

  it('has the inputs that the action reads', () => {
    expect(Object.keys(manifest.inputs)).to.deep.equal([...INPUTS]);
  });

  it('has the outputs that the action sets', () => {
    const source = readFileSync(new URL('../../action/runner.ts', import.meta.url), 'utf8');
    for (const name of Object.keys(manifest.outputs)) expect(source).to.contain(`'${name}'`);
    expect(Object.keys(manifest.outputs)).to.deep.equal(['event-id', 'recorded', 'event']);
  });

  it('describes each of them in one line', () => {
    for (const [name, { description }] of Object.entries({
      ...manifest.inputs,
      ...manifest.outputs,
    })) {
      expect(description, name).to.match(/^[A-Z][^\n]+\.$/);
    }
  });

  it('runs what is in the repository, on a Node that GitHub has', () => {
    const path = 'action/dist/index.mjs';
    expect(manifest.runs).to.deep.equal({ using: 'node24', main: path, post: path });
  });
});
