import { expect } from 'chai';
import { actionFor, type KeyContext, SHORTCUTS } from '../../dashboard/keyboard.ts';
import { VIEWS } from '../../dashboard/places.ts';

const FREE: KeyContext = {
  ...{ isTyping: false, areLettersOff: false, isInList: false },
  first: null,
};
const press = (key: string, context: Partial<KeyContext> = {}, modifiers = {}) =>
  actionFor(
    { key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers },
    { ...FREE, ...context },
  );
const commandOf = (...given: Parameters<typeof press>) => {
  const action = press(...given);
  return action?.kind === 'run' ? action.command : null;
};

describe('keys', () => {
  it('do what the help sheet says', () => {
    const expected = ['next', 'previous', 'search', 'pause', 'help'];
    expect(['j', 'k', '/', 'p', '?'].map((key) => commandOf(key))).to.deep.equal(expected);
    expect(press('q')).to.equal(null);
    const named: string[] = ['Esc', '↑', '↓', 'Enter'];
    for (const { keys, action } of SHORTCUTS.flatMap(({ list }) => list)) {
      for (const key of action === undefined ? [] : keys.filter((one) => !named.includes(one))) {
        const [first = '', second] = key.split(' ');
        const done = second === undefined ? press(first) : press(second, { first });
        expect(done, key).to.deep.equal(action);
      }
    }
  });

  it('one after the other lead from view to view', () => {
    expect(press('g')).to.deep.equal({ kind: 'wait' });
    for (const { key, path } of VIEWS) {
      expect(press(key, { first: 'g' })).to.deep.equal({ kind: 'go-to', path });
    }
    expect(press('s', { first: 'g' })).to.deep.equal({ kind: 'go-to', path: '/settings' });
    expect(press('s')).to.equal(null);
    // What continues no sequence is a key of its own.
    expect(commandOf('j', { first: 'g' })).to.equal('next');
    expect(press('g', { first: 'g' })).to.deep.equal({ kind: 'wait' });
    expect(press('g', { isTyping: true })).to.equal(null);
    expect(press('t', { first: 'g', areLettersOff: true })).to.equal(null);
  });

  it('are letters where one types', () => {
    expect(press('j', { isTyping: true })).to.equal(null);
    expect(commandOf('Escape', { isTyping: true })).to.equal('close');
  });

  it('of a single letter can be turned off, the others cannot', () => {
    expect(press('j', { areLettersOff: true })).to.equal(null);
    expect(commandOf('ArrowDown', { areLettersOff: true, isInList: true })).to.equal('next');
  });

  it('open the palette, also while one types and where letters are off', () => {
    const context = { isTyping: true, areLettersOff: true };
    expect(commandOf('k', context, { ctrlKey: true })).to.equal('palette');
    expect(commandOf('K', context, { metaKey: true })).to.equal('palette');
    expect(press('k', {}, { ctrlKey: true, metaKey: true })).to.equal(null);
    expect(press('k', {}, { ctrlKey: true, altKey: true })).to.equal(null);
  });

  it('leave the browser’s own alone', () => {
    expect(press('j', {}, { ctrlKey: true })).to.equal(null);
    expect(press('p', {}, { metaKey: true })).to.equal(null);
    expect(press('ArrowDown')).to.equal(null);
    expect(press('Enter')).to.equal(null);
  });
});
