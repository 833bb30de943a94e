import { expect } from 'chai';
import { createToaster } from '../../dashboard/toaster.ts';

describe('Toasts', () => {
  const toasters: ReturnType<typeof createToaster>[] = [];
  const create = () => {
    const toaster = createToaster();
    toasters.push(toaster);
    return toaster;
  };
  afterEach(() => {
    for (const { list, close } of toasters.splice(0)) for (const { id } of list.value) close(id);
  });
  const textsOf = ({ list }: ReturnType<typeof createToaster>) =>
    list.value.map(({ text }) => text);

  it('are said in their order, three at most', () => {
    const toaster = create();
    for (const text of ['a', 'b', 'c', 'd']) toaster.say(text);
    expect(textsOf(toaster)).to.deep.equal(['b', 'c', 'd']);
    toaster.close(toaster.list.value[1]?.id ?? -1);
    expect(textsOf(toaster)).to.deep.equal(['b', 'd']);
  });

  it('take back the newest that can be, once', () => {
    const toaster = create();
    const undone: string[] = [];
    toaster.say('first', { label: 'Undo', run: () => undone.push('first') });
    toaster.say('second', { label: 'Undo', run: () => undone.push('second') });
    toaster.say('third');
    expect(toaster.runAction()).to.equal(true);
    expect(undone).to.deep.equal(['second']);
    expect(toaster.runAction()).to.equal(true);
    expect(toaster.runAction()).to.equal(false);
    expect(undone).to.deep.equal(['second', 'first']);
    expect(textsOf(toaster)).to.deep.equal(['third']);
  });
});
