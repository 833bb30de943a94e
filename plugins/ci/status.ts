/** The words of the CIs for how a job ended, and ours. */
import { STATUSES, type Status } from './context.ts';

const WORDS: Readonly<Record<string, Status>> = {
  // Jenkins: https://javadoc.jenkins.io/hudson/model/Result.html. What is unstable has run to its
  // end: tests complain, and the deployment is out.
  unstable: 'success',
  not_built: 'cancelled',
  aborted: 'cancelled',
  // GitLab, CircleCI, Azure Pipelines, Bitbucket, Buildkite
  succeeded: 'success',
  succeededwithissues: 'success',
  passed: 'success',
  failed: 'failure',
  fail: 'failure',
  error: 'failure',
  timedout: 'failure',
  timed_out: 'failure',
  canceled: 'cancelled',
  skipped: 'cancelled',
};

/** Undefined for a word that says nothing about the end, such as GitLab's `running`. */
export function readStatus(word: string): Status | undefined {
  const name = word.trim().toLowerCase();
  return (
    STATUSES.find((one) => one === name) ?? (Object.hasOwn(WORDS, name) ? WORDS[name] : undefined)
  );
}
