/** Builds as Jenkins describes them. */
import type { Scenario } from './jenkins.ts';

/** What Jenkins says of a multibranch build of `main`. */
export const MAIN: Readonly<Record<string, string>> = {
  JENKINS_URL: 'https://jenkins.example.com/',
  JOB_NAME: 'shop/main',
  JOB_BASE_NAME: 'main',
  JOB_URL: 'https://jenkins.example.com/job/shop/job/main/',
  BUILD_NUMBER: '7',
  BUILD_TAG: 'jenkins-shop-main-7',
  BUILD_URL: 'https://jenkins.example.com/job/shop/job/main/7/',
  NODE_NAME: 'agent-1',
  BRANCH_NAME: 'main',
  GIT_URL: 'https://bot:hunter2@git.example.com/acme/shop.git',
  GIT_COMMIT: 'c0ffee254729296a45a3885639ac7e10f9d54979',
  GIT_BRANCH: 'main',
  // An agent started by a service has no locale.
  LC_ALL: 'C',
};

/** Quotes, lines, commands, variables, macros, and characters that a C locale does not have. */
export const HOSTILE = `it's "x" \\ $(echo pwned) \`id\` $HOME \${MILEPOST_API_KEY} $$ %PATH% %20 & | ; é 日本 🚀`;

export const FACTS = {
  startTimeInMillis: 1_790_000_000_000,
  causes: [{ shortDescription: 'Branch indexing' }, { userId: 'jdoe', userName: 'Jane Doe' }],
  previousResult: 'FAILURE',
};

/** Groovy text for a string that is exactly `text`. */
export function groovy(text: string): string {
  const escaped = [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === "'" || character === '\\' || character === '$') return `\\${character}`;
    if (code >= 0x20 && code < 0x7f) return character;
    return [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join('');
  });
  return `'${escaped.join('').replaceAll('\\u000a', '\\n')}'`;
}

/** A build on an agent with these programs, with a key where the library looks for one. */
export function scenario(
  path: string,
  url: string,
  key: string,
  script: string,
  over: Partial<Scenario> = {},
): Scenario {
  return {
    script,
    facts: FACTS,
    credentials: { 'milepost-api-key': key },
    ...over,
    env: { ...MAIN, PATH: path, MILEPOST_URL: url, ...over.env },
  };
}
