/** How the runner reads commands and command files. */

export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const KNOWN = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
]);

/** `::name key=value::data` at the start of a line, or `##[name key=value]data` anywhere in it. */
export function parseCommand(line: string): Command | undefined {
  return parseCurrent(line.trimStart()) ?? parseOld(line);
}

function parseCurrent(line: string): Command | undefined {
  const match = /^::(.*?)::(.*)$/.exec(line);
  return match ? toCommand(match[1] ?? '', ',', match[2] ?? '') : undefined;
}

function parseOld(line: string): Command | undefined {
  const match = /##\[([^\]]*)\](.*)$/.exec(line);
  return match ? toCommand(match[1] ?? '', ';', match[2] ?? '') : undefined;
}

function toCommand(head: string, separator: string, data: string): Command | undefined {
  const [name = '', rest = ''] = head.split(/ (.*)/, 2);
  if (!KNOWN.has(name.toLowerCase())) return undefined;
  const pairs = rest.split(separator).flatMap((pair) => {
    const [key, value] = pair.trim().split(/=(.*)/, 2);
    return key && value ? [[key, decode(value)] as const] : [];
  });
  return { name: name.toLowerCase(), properties: Object.fromEntries(pairs), data: decode(data) };
}

function decode(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

/** `name=value` and `name<<DELIMITER` blocks; throws for anything else, as the runner does. */
export function parseKeyValues(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const block = /^([^=]*?)<<(.*)$/.exec(line);
    if (block) {
      const end = lines.indexOf(block[2] ?? '', index + 1);
      if (end === -1) throw new Error(`no end of the value of ${block[1]}`);
      values[block[1] ?? ''] = lines.slice(index + 1, end).join('\n');
      index = end;
    } else {
      const [name = '', value] = line.split(/=(.*)/, 2);
      if (value === undefined) throw new Error(`invalid line ${line}`);
      values[name] = value;
    }
  }
  return values;
}
