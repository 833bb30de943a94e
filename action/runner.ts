/** What the action needs of GitHub's runner, so that a test can stand in for it. */

export interface Runner {
  setSecret(value: string): void;
  setOutput(name: 'event-id' | 'recorded' | 'event', value: string): void;
  info(line: string): void;
  warning(title: string, message: string): void;
  /** An error annotation, and the step fails. */
  fail(title: string, message: string): void;
  writeSummary(html: string): Promise<void>;
  /** An id token of the job for an audience; rejects where GitHub issues none. */
  idToken(audience: string): Promise<string>;
  /** Keeps a text for the second stage of the step. */
  saveState(name: StateName, value: string): void;
  /** Empty when nothing was kept. */
  state(name: StateName): string;
}

export type StateName = 'stage' | 'startedAt';
