import { EXIT } from './exit.ts';

/** What `milepost doctor` has found out about one thing. */
export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly message: string;
  /** What to do. */
  readonly advice?: string | undefined;
  /** Of a problem. */
  readonly exitCode?: number;
}

export function ok(check: string, message: string, advice?: string): Finding {
  return { check, level: 'ok', message, advice };
}

export function warning(check: string, message: string, advice?: string): Finding {
  return { check, level: 'warning', message, advice };
}

/** Nothing but a change here, or of what was asked for, will help. */
export function misconfigured(check: string, message: string, advice?: string): Finding {
  return { check, level: 'problem', message, advice, exitCode: EXIT.configuration };
}

export function down(check: string, message: string, advice?: string): Finding {
  return { check, level: 'problem', message, advice, exitCode: EXIT.outage };
}

export function skipped(check: string, message: string): Finding {
  return { check, level: 'skipped', message };
}
