import { expect } from 'chai';
import { type JsonText, readRecords } from '../../../plugins/commands/import-records.ts';

async function read(text: string, size = text.length || 1): Promise<JsonText[]> {
  const bytes = Buffer.from(text);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const found: JsonText[] = [];
  for await (const one of readRecords(chunks())) found.push(one);
  return found;
}

const LINES = '\ufeff{"a":1}\r\n\n  {"b":"ä😀"}\nnonsense\n{"c":3}';
const ARRAY = ' [ {"a":"]},\\"["} ,\n[1,[2]], {"b":{"c":[{}]}},7\n,"x, y" ]\n';

describe('the records of an import', () => {
  const CASES: readonly [name: string, text: string, expected: readonly JsonText[]][] = [
    [
      'lines, by their number in the file',
      LINES,
      [
        { place: 1, text: '{"a":1}' },
        { place: 3, text: '{"b":"ä😀"}' },
        { place: 4, text: 'nonsense' },
        { place: 5, text: '{"c":3}' },
      ],
    ],
    [
      'the elements of an array, whatever is inside of them',
      ARRAY,
      [
        { place: 1, text: '{"a":"]},\\"["}' },
        { place: 2, text: '[1,[2]]' },
        { place: 3, text: '{"b":{"c":[{}]}}' },
        { place: 4, text: '7' },
        { place: 5, text: '"x, y"' },
      ],
    ],
    ['nothing, of what is empty', ' \n\n', []],
    ['nothing, of an empty array', '[ ]', []],
  ];
  for (const [name, text, expected] of CASES) {
    it(`are ${name}`, async () => {
      expect(await read(text)).to.deep.equal(expected);
      for (const size of [1, 2, 3, 7]) expect(await read(text, size)).to.deep.equal(expected);
    });
  }

  it('end with a complaint where an array is cut, or something follows it', async () => {
    for (const [text, says] of [
      ['[{"a":1},', 'the array has no end'],
      ['[{"a":1}', 'the array has no end'],
      ['["a]', 'the array has no end'],
      ['[{"a":1}] [2]', 'something is behind the array'],
    ] as const) {
      const error = await read(text).catch((cause: unknown) => cause);
      expect(error).to.be.an('error').with.property('message').that.contains(says);
    }
  });

  it('are not held when they are longer than any event', async () => {
    const long = `"${'x'.repeat(9_000_000)}"`;
    expect(await read(`${long}\n{}`, 65_536)).to.deep.equal([
      { place: 1, text: undefined },
      { place: 2, text: '{}' },
    ]);
  });
});
