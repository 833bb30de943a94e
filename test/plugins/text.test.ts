import { expect } from 'chai';
import { cut, cutName, logLine, oneLine, prose, showJson, webUrl } from '../../plugins/text.ts';
import { parseCommand } from '../support/runner-commands.ts';

const ESCAPE = String.fromCharCode(27);
const OVERRIDE = String.fromCodePoint(0x202e);
const LINE_SEPARATOR = String.fromCodePoint(0x2028);
const C1 = String.fromCharCode(0x9b);

describe('text from a pipeline', () => {
  it('becomes one printable line', () => {
    expect(oneLine(` a\r\n\tb${ESCAPE}[31m${OVERRIDE}c${LINE_SEPARATOR}d `)).to.equal(
      'a b [31m c d',
    );
    expect(oneLine('half \ud83d')).to.equal('half \ufffd');
    expect(oneLine('Ünï-倉庫 😀')).to.equal('Ünï-倉庫 😀');
  });

  it('keeps the lines of prose and nothing else that is not printable', () => {
    expect(prose(`one\r\ntwo\tthree${ESCAPE}[2J\n`)).to.equal('one\ntwo\tthree [2J');
  });

  it('is cut visibly, by code points', () => {
    expect(cut('😀😀😀', 3)).to.equal('😀😀😀');
    expect(cut('😀😀😀😀', 3)).to.equal('😀😀…');
  });

  it('stays two names when two long names begin alike', () => {
    const [first, second] = ['a', 'b'].map((end) => cutName(`${'preview/'.repeat(10)}${end}`, 50));
    expect(first).to.match(/^preview\/.*…[0-9a-f]{7}$/);
    expect([...(first ?? '')]).to.have.length(50);
    expect(second).to.not.equal(first);
    expect(cutName('x'.repeat(50), 50)).to.equal('x'.repeat(50));
  });

  it('is no command to a runner, wherever the command stands', () => {
    for (const hostile of [
      '::set-output name=a::b',
      '  ::error::x',
      'x\n::stop-commands::y',
      'text ##[add-mask]a more',
      '##[stop-commands]x',
    ]) {
      expect(parseCommand(hostile.split('\n').at(-1) ?? ''), hostile).to.not.equal(undefined);
      for (const line of logLine(hostile).split('\n')) {
        expect(parseCommand(line), hostile).to.equal(undefined);
      }
    }
  });

  it('is no command to the agent of Azure Pipelines either', () => {
    const hostile = 'Fix ##vso[task.setvariable variable=a]b';
    expect(logLine(hostile)).to.equal('Fix # #vso[task.setvariable variable=a]b');
    expect(showJson({ hostile })).to.not.contain('##');
    expect(JSON.parse(showJson({ hostile }))).to.deep.equal({ hostile });
    expect(logLine('## a heading [link]')).to.equal('## a heading [link]');
  });

  it('is JSON that neither a terminal nor a runner obeys, of the same value', () => {
    const value = { a: `x${C1}${OVERRIDE}${LINE_SEPARATOR}\n${ESCAPE}`, b: '##[add-mask]a' };
    const shown = showJson(value);
    expect(JSON.parse(shown)).to.deep.equal(value);
    expect(shown).to.match(/^[\x20-\x7e]*$/);
    expect(parseCommand(shown)).to.equal(undefined);
  });

  it('is a link only when it leads to the web, without credentials', () => {
    expect(webUrl('https://user:secret@example.com/a b')).to.equal('https://example.com/a%20b');
    expect(webUrl('javascript:alert(1)')).to.equal(undefined);
    expect(webUrl('https://')).to.equal(undefined);
    expect(webUrl(undefined)).to.equal(undefined);
  });
});
