import pino from 'pino';

/** What the process tells its operator. The first argument holds facts, `err` a cause. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** JSON lines on stderr, so that stdout stays for what people and scripts read. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: redact } },
    pino.destination({ fd: 2, sync: true }),
  );
}

/** Secrets never reach the log, wherever in a line: API keys, tokens, passwords in URLs. */
export function redact(line: string): string {
  return (
    line
      .replace(/(mp[or]?_)[\w-]{40,}/g, '$1[redacted]')
      .replace(/(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, '[redacted id token]')
      // Up to the last @, since a password that was not encoded may hold some. Bounded, so that the
      // time it takes grows no faster than the line.
      .replace(/\b(\w{1,20}:\/\/[^\s:/@"]{0,200}):(?:[^\s"\\]|\\.){1,500}@/g, '$1:[redacted]@')
  );
}
