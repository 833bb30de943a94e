/** What `git` says of the working copy that a pipeline stands in. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const GIT_TIMEOUT_MS = 5000;

/** What a command prints; undefined when it fails, or when there is no git. */
export type Git = (...args: readonly string[]) => Promise<string | undefined>;

export const askGit: Git = async (...args) => {
  try {
    const { stdout } = await promisify(execFile)('git', [...args], { timeout: GIT_TIMEOUT_MS });
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
};

const SHA = /^[0-9a-f]{40,64}$/;

/** When a commit was made, ISO 8601; undefined where the working copy does not have it. */
export async function commitTimeOf(git: Git, sha: string): Promise<string | undefined> {
  return SHA.test(sha) ? git('show', '--no-patch', '--format=%cI', sha) : undefined;
}

/** Undefined where a commit is not in the working copy, as in a shallow clone. */
export async function isAncestor(git: Git, sha: string, of: string): Promise<boolean | undefined> {
  if (!SHA.test(sha) || !SHA.test(of)) return undefined;
  const base = await git('merge-base', sha, of);
  return base === undefined ? undefined : base === sha;
}
