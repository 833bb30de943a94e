/** Options of a command: one table, from which parsing, help and the documentation are made. */
import { parseArgs } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';

export interface Option {
  readonly type: 'string' | 'boolean';
  /** May be given several times. */
  readonly multiple?: boolean;
  readonly short?: string;
  /** What stands for the value in the help, such as `<name>`. */
  readonly value?: string;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, Option>>;

type Value<One extends Option> = One['type'] extends 'boolean'
  ? boolean
  : One['multiple'] extends true
    ? readonly string[]
    : string | undefined;

export type Values<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Value<Table[Name]>;
};

/** The command was called wrongly; the message says how to call it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Changed letters up to which a name counts as mistyped. */
const TYPO_DISTANCE = 2;

/** Reads `args`. Throws a `UsageError` for anything the table does not know. */
export function parseOptions<const Table extends OptionTable>(
  table: Table,
  args: readonly string[],
): Values<Table> {
  return parseCommand(table, args, 0).values;
}

/** The same for a command that takes up to `most` words beside its options, such as a file. */
export function parseCommand<const Table extends OptionTable>(
  table: Table,
  args: readonly string[],
  most: number,
): { readonly values: Values<Table>; readonly operands: readonly string[] } {
  const { tokens, values } = parseArgs({
    args: joinNegative(args, table),
    options: Object.fromEntries(
      Object.entries(table).map(([name, { type, multiple, short }]) => [
        name,
        { type, multiple: multiple ?? false, ...(short === undefined ? {} : { short }) },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind === 'option') checkOption(table, token.name, token.rawName, token.value);
  }
  const unexpected = operands[most];
  if (unexpected !== undefined) throw new UsageError(`unexpected argument ${unexpected}`);
  const complete: Record<string, unknown> = {};
  for (const [name, { type, multiple }] of Object.entries(table)) {
    complete[name] = values[name] ?? (type === 'boolean' ? false : multiple ? [] : undefined);
  }
  return { values: complete as Values<Table>, operands };
}

/** The lines of a help text, one option each. */
export function optionLines(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, { value, help }]) => ({
    left: `--${name}${value === undefined ? '' : ` ${value}`}`,
    help,
  }));
  const width = Math.max(0, ...rows.map(({ left }) => left.length));
  return rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}\n`).join('');
}

/** `--from -2h` means what it seems to mean: parseArgs would take -2h for options. */
function joinNegative(args: readonly string[], table: OptionTable): string[] {
  const joined: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const next = args[index + 1];
    const takesText = arg.startsWith('--') && table[arg.slice(2)]?.type === 'string';
    if (takesText && next !== undefined && /^-\d/.test(next)) {
      joined.push(`${arg}=${next}`);
      index += 1;
    } else joined.push(arg);
  }
  return joined;
}

function checkOption(
  table: OptionTable,
  name: string,
  rawName: string,
  value: string | undefined,
): void {
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (option === undefined) throw new UsageError(unknownOption(name, rawName, Object.keys(table)));
  if (option.type === 'string' && value === undefined) {
    throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value ?? '<value>'}`);
  }
  if (option.type === 'boolean' && value !== undefined) {
    throw new UsageError(`${rawName} takes no value`);
  }
}

function unknownOption(name: string, rawName: string, known: readonly string[]): string {
  if (name === 'api-key' || name === 'key' || name === 'token') {
    return `unknown option ${rawName}: set the variable MILEPOST_API_KEY, since other users of the machine can read a command line`;
  }
  const nearest = nearestName(name, known);
  return nearest === undefined
    ? `unknown option ${rawName}`
    : `unknown option ${rawName}, did you mean --${nearest}?`;
}

/** What was meant by a mistyped name; undefined when nothing is near enough. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const nearest = closest(name, [...known]);
  return distance(name, nearest) <= TYPO_DISTANCE ? nearest : undefined;
}

/** A whole number from 1 to `most`; undefined when the option is absent. Throws a `UsageError`. */
export function countOf(name: string, text: string | undefined, most: number): number | undefined {
  if (!text) return undefined;
  const count = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw new UsageError(`${name} must be a whole number from 1 to ${most.toLocaleString('en-US')}`);
}
