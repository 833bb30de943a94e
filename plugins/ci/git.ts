// https://git-scm.com/docs/git-clone#_git_urls
import { type CiContext, type Derived, derived, facts, firstLine } from './context.ts';

/** What a working copy says about itself; outside a pipeline somebody has to ask it. */
export interface WorkingCopy {
  readonly remoteUrl?: string | undefined;
  readonly sha?: string | undefined;
  /** The tag on that commit. */
  readonly tag?: string | undefined;
  readonly branch?: string | undefined;
  readonly message?: string | undefined;
}

/** The fallback where no CI is found. */
export function readGit(copy: WorkingCopy): CiContext {
  return {
    source: derived(sourceOfRemote(copy.remoteUrl), 'the git remote origin'),
    version: versionOf(copy.tag, copy.sha),
    description: derived(firstLine(copy.message), 'the last commit'),
    facts: facts({ provider: 'git', sha: copy.sha, ref: copy.branch }),
  };
}

/** `//host/path` of a remote, without credentials; undefined for a folder on this machine. */
export function sourceOfRemote(remote: string | undefined): string | undefined {
  const text = remote?.trim() ?? '';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return fromUrl(text);
  // user@host:path, the short form of ssh; a single letter before the colon is a Windows drive.
  const short = /^(?:[^@/\s]+@)?([a-z0-9.-]{2,}):(?!\/\/)\/?(.+)$/i.exec(text);
  return short ? toSource(short[1] ?? '', short[2] ?? '') : undefined;
}

function fromUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'file:' || url.hostname === '') return undefined;
  // The port of ssh says nothing about the address that people know.
  return toSource(url.protocol.startsWith('http') ? url.host : url.hostname, url.pathname);
}

function toSource(host: string, path: string): string | undefined {
  const clean = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return clean === '' ? undefined : `//${host.toLowerCase()}/${clean}`;
}

function versionOf(tag: string | undefined, sha: string | undefined): Derived | undefined {
  return derived(tag, 'the tag on HEAD') ?? derived(sha, 'HEAD');
}
