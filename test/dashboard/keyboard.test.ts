import { expect } from 'chai';
import { commandFor, type KeyContext } from '../../dashboard/keyboard.ts';

const FREE: KeyContext = { isTyping: false, areLettersOff: false, isInList: false };
const press = (key: string, context: Partial<KeyContext> = {}, modifiers = {}) =>
  commandFor(
    { key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers },
    { ...FREE, ...context },
  );

describe('keys', () => {
  it('do what the help sheet says', () => {
    expect(['j', 'k', '/', 'p', '?'].map((key) => press(key))).to.deep.equal([
      'next',
      'previous',
      'search',
      'pause',
      'help',
    ]);
    expect(press('x')).to.equal(null);
  });

  it('are letters where one types', () => {
    expect(press('j', { isTyping: true })).to.equal(null);
    expect(press('Escape', { isTyping: true })).to.equal('close');
  });

  it('of a single letter can be turned off, the others cannot', () => {
    expect(press('j', { areLettersOff: true })).to.equal(null);
    expect(press('ArrowDown', { areLettersOff: true, isInList: true })).to.equal('next');
  });

  it('leave the browser’s own alone', () => {
    expect(press('j', {}, { ctrlKey: true })).to.equal(null);
    expect(press('p', {}, { metaKey: true })).to.equal(null);
    expect(press('ArrowDown')).to.equal(null);
  });
});
