/**
 * Links out of an event: those that it brings along, and the one that compares two events on their
 * forge. Everything here is as hostile as its sender: only https, and only a host that the event
 * itself names. Pure.
 */
import type { JsonObject, StoredEvent } from '../../backend/model/event.ts';

export interface EventLink {
  readonly name: string;
  readonly href: string;
}

/** The members of `data` that our pipelines write, in the order in which they are shown. */
const LINK_NAMES: Readonly<Record<string, string>> = {
  runUrl: 'Run',
  run: 'Run',
  jobUrl: 'Job',
  logUrl: 'Log',
  buildUrl: 'Build',
  commitUrl: 'Commit',
  pullRequestUrl: 'Pull request',
  pullRequest: 'Pull request',
  mergeRequestUrl: 'Merge request',
  releaseUrl: 'Release',
  environmentUrl: 'Environment',
  triggeredByUrl: 'Triggered by',
  repositoryUrl: 'Repository',
};

/** Each name and each address once. */
export function eventLinks({ data }: Pick<StoredEvent, 'data'>): EventLink[] {
  const links: EventLink[] = [];
  for (const [member, name] of Object.entries(LINK_NAMES)) {
    const href = safeUrl(textAt(data, member))?.href;
    if (href === undefined) continue;
    if (!links.some((one) => one.name === name || one.href === href)) links.push({ name, href });
  }
  return links;
}

export interface CompareLink {
  /** Shown with the link: nobody should wonder where it leads. */
  readonly host: string;
  readonly href: string;
}

/**
 * Where the forge shows what lies between two events of one system; null where the later event does
 * not name a repository that is known by its paths, or one of the two has no commit and no tag.
 */
export function compareLink(earlier: StoredEvent, later: StoredEvent): CompareLink | null {
  const repository = repositoryOf(later);
  const before = repositoryOf(earlier);
  if (repository === null) return null;
  if (before !== null && before.base !== repository.base) return null;
  const range = commitsOf(earlier, later) ?? tagsOf(earlier, later);
  if (range === null || range.from === range.to) return null;
  const { host, base, forge } = repository;
  return { host, href: `${base}${COMPARE[forge](range)}` };
}

type Forge = 'github' | 'gitlab' | 'bitbucket' | 'azure';

interface Range {
  readonly from: string;
  readonly to: string;
  readonly areCommits: boolean;
}

/** Names of tags may hold slashes, which some forges take for parts of the path. */
const COMPARE: Readonly<Record<Forge, (range: Range) => string>> = {
  github: ({ from, to }) => `/compare/${encode(from)}...${encode(to)}`,
  gitlab: ({ from, to }) => `/-/compare/${encode(from)}...${encode(to)}`,
  bitbucket: ({ from, to }) => `/branches/compare/${encode(to)}%0D${encode(from)}`,
  azure: ({ from, to, areCommits }) => {
    const kind = areCommits ? 'GC' : 'GT';
    return `/branchCompare?baseVersion=${kind}${encode(from)}&targetVersion=${kind}${encode(to)}&_a=commits`;
  },
};

const encode = encodeURIComponent;

interface Repository {
  readonly host: string;
  /** Without a slash at its end. */
  readonly base: string;
  readonly forge: Forge;
}

/** How the paths of forges tell which one it is; the first group is the repository. */
const PATHS: readonly { readonly forge: Forge; readonly path: RegExp; readonly host?: RegExp }[] = [
  { forge: 'gitlab', path: /^(\/[^/]+(?:\/[^/]+)+?)\/-\// },
  { forge: 'azure', path: /^(\/(?:[^/]+\/)*_git\/[^/]+)(?:\/|$)/ },
  {
    forge: 'bitbucket',
    path: /^(\/[^/]+\/[^/]+)(?:\/(?:commits|pipelines|pull-requests|src)(?:\/|$)|$)/,
    host: /^bitbucket\.org$/,
  },
  // GitHub, Gitea and Forgejo, which is what Codeberg runs, compare in the same way.
  { forge: 'github', path: /^(\/[^/]+\/[^/]+)\/(?:commit|actions|pull|pulls|releases)\// },
];

/** Hosts that are known by name: there the bare address of a repository is enough. */
const KNOWN_HOSTS: ReadonlyMap<string, Forge> = new Map([
  ['github.com', 'github'],
  ['codeberg.org', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
]);

const REPOSITORY_MEMBERS = [
  ...['commitUrl', 'runUrl', 'run', 'jobUrl', 'pullRequestUrl', 'pullRequest', 'mergeRequestUrl'],
  ...['releaseUrl', 'repositoryUrl'],
];

function repositoryOf({ source, data }: StoredEvent): Repository | null {
  const sourceUrl = safeUrl(source.startsWith('//') ? `https:${source}` : source);
  for (const member of REPOSITORY_MEMBERS) {
    const url = safeUrl(textAt(data, member));
    const repository = url === null ? null : readRepository(url);
    if (repository === null) continue;
    // A source that is a repository itself knows better than a link where it lives.
    const isElsewhere =
      sourceUrl !== null && KNOWN_HOSTS.has(sourceUrl.host) && sourceUrl.host !== repository.host;
    if (!isElsewhere) return repository;
  }
  const forge = sourceUrl === null ? undefined : KNOWN_HOSTS.get(sourceUrl.host);
  return sourceUrl !== null && forge !== undefined ? plainRepository(sourceUrl, forge) : null;
}

function readRepository(url: URL): Repository | null {
  for (const { forge, path, host } of PATHS) {
    if (host !== undefined && !host.test(url.host)) continue;
    const base = path.exec(url.pathname)?.[1];
    if (base !== undefined) return { host: url.host, base: `${url.origin}${base}`, forge };
  }
  const known = KNOWN_HOSTS.get(url.host);
  return known === undefined ? null : plainRepository(url, known);
}

function plainRepository({ host, origin, pathname }: URL, forge: Forge): Repository | null {
  const base = pathname.replace(/\.git$|\/$/, '');
  return /^\/[^/]+(?:\/[^/]+)+$/.test(base) ? { host, base: `${origin}${base}`, forge } : null;
}

const COMMIT_MEMBERS = ['commit', 'commitSha', 'sha', 'revision'];
const SHA = /^[0-9a-f]{7,64}$/i;
/** What a version looks like when it is the name of a tag: `v1.4.0`, `release-2025.1`. */
const TAG = /^(?!.*\.\.)[A-Za-z][\w.-]*\d[\w.-]*$|^\d+(?:\.\d+)+[\w.-]*$/;

function commitsOf(earlier: StoredEvent, later: StoredEvent): Range | null {
  const [from, to] = [commitOf(earlier), commitOf(later)];
  return from !== null && to !== null ? { from, to, areCommits: true } : null;
}

function commitOf({ data, version }: StoredEvent): string | null {
  const candidates = [...COMMIT_MEMBERS.map((member) => textAt(data, member)), version];
  return candidates.find((text) => text !== null && SHA.test(text)) ?? null;
}

function tagsOf({ version: from }: StoredEvent, { version: to }: StoredEvent): Range | null {
  if (from === null || to === null || !TAG.test(from) || !TAG.test(to)) return null;
  return { from, to, areCommits: false };
}

/** Own members alone, and text alone. */
function textAt(data: JsonObject | null, member: string): string | null {
  const value = data !== null && Object.hasOwn(data, member) ? data[member] : null;
  return typeof value === 'string' ? value : null;
}

/** Https without a name or a password in front of its host, and without what is not to be seen. */
function safeUrl(text: string | null): URL | null {
  if (text === null || !/^https:\/\/[^\s\\@]+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}
