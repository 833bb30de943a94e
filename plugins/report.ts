/** What is said about an event in a log: by the action and by the command alike. */
import type { Origin } from './build-event.ts';
import { cut, logLine } from './text.ts';

const SHOWN_LENGTH = 200;

/** Lines such as `subject = production (deployment event)`. */
export function originLines(origins: readonly Origin[]): string[] {
  return origins.map(({ field, value, origin }) =>
    logLine(`  ${field} = ${cut(value, SHOWN_LENGTH)} (${origin})`.trimStart()),
  );
}

/** Such as `deployment of //github.com/acme/shop, production, v1.4.0`. */
export function headline(origins: readonly Origin[]): string {
  const value = (name: string) => origins.find(({ field }) => field === name)?.value;
  const about = [value('source'), value('subject'), value('version')].filter(Boolean).join(', ');
  return logLine(`${value('type')} of ${cut(about, SHOWN_LENGTH)}`);
}

export const POLICIES = ['never', 'config', 'always'] as const;
/** What makes a step fail: nothing, wrong configuration, or that too that Milepost is down. */
export type FailurePolicy = (typeof POLICIES)[number];

export function failsOn(policy: FailurePolicy, kind: 'configuration' | 'outage'): boolean {
  return policy === 'always' || (policy === 'config' && kind === 'configuration');
}

export function attemptsText(attempts: number): string {
  return attempts === 1 ? 'after one attempt' : `after ${attempts} attempts`;
}
