/** What the benchmarks print: tables that can be pasted into `docs/performance.md`. */
import { arch, cpus, platform, release } from 'node:os';

export function printMachine(): void {
  const [cpu] = cpus();
  print(`Node ${process.version}, ${platform()} ${release()} ${arch()}`);
  print(`${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}\n`);
}

/** A Markdown table; the first row is its head. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const [index, row] of rows.entries()) {
    print(`| ${row.map((cell, column) => pad(cell, widths?.[column] ?? 0, column)).join(' | ')} |`);
    if (index > 0) continue;
    const line = (width: number, column: number) =>
      column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`;
    print(`| ${widths?.map(line).join(' | ')} |`);
  }
  print('');
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Nearest rank. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** Thousands are set apart; small numbers keep three digits. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}
