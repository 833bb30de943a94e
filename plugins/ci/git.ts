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

function versionOf(tag: string | undefined, sha: string | undefined): Derived | undefined {
  return derived(tag, 'the tag on HEAD') ?? derived(sha, 'HEAD');
}

/** No remote is longer; the expressions below are not made for hostile megabytes. */
const LONGEST = 2000;
const URL_FORM = /^[a-z][a-z0-9+.-]*:\/\/[^/\\]/i;
/** `user@host:path` of ssh. One letter before the colon is a Windows drive, `::` a remote helper. */
const SHORT_FORM = /^(?:[^/\\\s]*?@)?(\[[0-9a-f:.]+\]|[a-z0-9._-]{2,}):(?!\/\/|[:\\])(.+)$/i;
/** A URL that lost a slash is no host. */
const SCHEMES = new Set(['http', 'https', 'ssh', 'git', 'ftp', 'ftps', 'file']);

/** The hosts of ssh that have another name on the web. */
const WEB_HOSTS: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
]);

/**
 * `//host/path` of a remote, the same for https and ssh, without credentials; undefined for a
 * folder on this machine and for what cannot be told from a credential.
 */
export function sourceOfRemote(remote: string | undefined): string | undefined {
  const text = remote?.trim() ?? '';
  if (text.length > LONGEST) return undefined;
  if (URL_FORM.test(text)) return fromUrl(text);
  const [, host = '', path = ''] = SHORT_FORM.exec(text) ?? [];
  return host === '' || SCHEMES.has(host.toLowerCase()) ? undefined : toSource(host, '', path);
}

function fromUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(text);
  if (protocol === 'file:' || hostname === '') return undefined;
  // The port of ssh says nothing about the address that people know.
  return toSource(hostname, protocol.startsWith('http') ? port : '', pathname);
}

function toSource(host: string, port: string, path: string): string | undefined {
  // Read as a web address, in which there is one way to write each of them.
  const address = `https://${host}/${path.replace(/^\/+/, '')}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname } = new URL(address);
  const clean = pathname
    .replace(/\/{2,}/g, '/')
    .replace(/(\.git)?\/?$/, '')
    .replace(/\/$/, '');
  // An @ in a path is what is left of a password with a slash in it.
  if (clean === '' || clean.includes('@')) return undefined;
  return `//${onWeb(hostname, port === '' ? '' : `:${port}`, clean)}`;
}

/** https://learn.microsoft.com/azure/devops/repos/git/use-ssh-keys-to-authenticate */
function onWeb(host: string, port: string, path: string): string {
  const [, organization, project, repository] =
    /^\/v3\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (organization !== undefined && host === 'ssh.dev.azure.com') {
    return `dev.azure.com/${organization}/${project}/_git/${repository}`;
  }
  if (organization !== undefined && host === 'vs-ssh.visualstudio.com') {
    return `${organization}.visualstudio.com/${project}/_git/${repository}`;
  }
  return `${WEB_HOSTS.get(host) ?? host}${port}${path}`;
}
