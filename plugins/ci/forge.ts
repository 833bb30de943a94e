/** Links into the forges whose paths are known. */
import { webUrl } from '../text.ts';
import { sourceOfRemote } from './git.ts';

interface Forge {
  readonly host: RegExp;
  /** Between the repository and the hash of a commit. */
  readonly commit: string;
}

const FORGES: readonly Forge[] = [
  { host: /^([^/]+\.)?github\.|^[^/]+\.ghe\.com$/, commit: 'commit' },
  { host: /^([^/]+\.)?gitlab\./, commit: '-/commit' },
  { host: /^bitbucket\.org$/, commit: 'commits' },
  { host: /^dev\.azure\.com$|\.visualstudio\.com$|^codeberg\.org$/, commit: 'commit' },
];

export interface ForgeLinks {
  readonly repositoryUrl: string | undefined;
  readonly commitUrl: string | undefined;
}

/** From a remote in any form; behind one for ssh, a web page is known of these forges only. */
export function forgeLinks(remote: string | undefined, sha: string | undefined): ForgeLinks {
  const source = sourceOfRemote(remote);
  const forge = FORGES.find(({ host }) => host.test(source?.split('/', 3)[2] ?? ''));
  const scheme = /^http:/i.test(remote ?? '') ? 'http:' : 'https:';
  const isWeb = forge !== undefined || /^https?:/i.test(remote ?? '');
  const repositoryUrl = source && isWeb ? webUrl(`${scheme}${source}`) : undefined;
  return {
    repositoryUrl,
    commitUrl:
      forge && repositoryUrl && isSha(sha)
        ? webUrl(`${repositoryUrl}/${forge.commit}/${sha}`)
        : undefined,
  };
}

/** The hash of a commit, and not a name such as `HEAD`. */
export function isSha(text: string | undefined): boolean {
  return text !== undefined && /^[0-9a-f]{7,64}$/i.test(text);
}
