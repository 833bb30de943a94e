/** What a pipeline needs to record to this Milepost, with its address filled in. Pure. */
import { firstEventCommand } from '../curl.ts';

export const PIPELINES = ['curl', 'github', 'gitlab', 'jenkins'] as const;
export type Pipeline = (typeof PIPELINES)[number];

export interface Step {
  readonly does: string;
  /** To copy: a file's part, a value, or a command. */
  readonly text: string;
  readonly copy: string;
}

export interface Snippet {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The page of the documentation. */
  readonly guide: string;
}

/** Stands in where the key is not known: it was made elsewhere, or an earlier day. */
const KEY = 'mp_…';

/** `key` null: it is not at hand, and the reader fills it in. */
export function snippetFor(pipeline: Pipeline, origin: string, key: string | null): Snippet {
  const secret = key ?? KEY;
  switch (pipeline) {
    case 'curl':
      return {
        name: 'curl',
        guide: 'docs/sending-events.md',
        steps: [
          {
            does:
              key === null
                ? 'Run this in a shell, with the key in MILEPOST_API_KEY.'
                : 'Run this in a shell. It holds your key, so do not pass it on.',
            text: firstEventCommand(origin, key ?? undefined),
            copy: 'Copy the command',
          },
        ],
      };
    case 'github':
      return {
        name: 'GitHub',
        guide: 'docs/github-action.md',
        steps: [
          secretStep('Add the secret MILEPOST_API_KEY to the repository or organization:', secret),
          {
            does: 'Add this step to the end of the job that deploys. OWNER is where the repository of Milepost lives for you.',
            text: githubStep(origin),
            copy: 'Copy the step',
          },
        ],
      };
    case 'gitlab':
      return {
        name: 'GitLab',
        guide: 'docs/gitlab.md',
        steps: [
          valueStep('Add the variable MILEPOST_URL to the project or group:', origin),
          secretStep('Add the variable MILEPOST_API_KEY, masked and protected:', secret),
          {
            does: 'Add this to .gitlab-ci.yml. OWNER is where the component was published.',
            text: GITLAB,
            copy: 'Copy the lines',
          },
        ],
      };
    case 'jenkins':
      return {
        name: 'Jenkins',
        guide: 'docs/jenkins.md',
        steps: [
          secretStep('Add a credential “Secret text” with the ID milepost-api-key:', secret),
          {
            does: 'Call the shared library at the end of the pipeline that deploys.',
            text: jenkinsFile(origin),
            copy: 'Copy the pipeline',
          },
        ],
      };
  }
}

function secretStep(does: string, text: string): Step {
  return { does, text, copy: 'Copy the key' };
}

function valueStep(does: string, text: string): Step {
  return { does, text, copy: 'Copy the address' };
}

function githubStep(origin: string): string {
  return `- uses: OWNER/milepost@v1
  with:
    url: ${origin}
    api-key: \${{ secrets.MILEPOST_API_KEY }}
    environment: production`;
}

const GITLAB = `include:
  - component: $CI_SERVER_FQDN/OWNER/milepost/milepost@1

deploy:
  extends: .milepost
  environment: production
  script: ./deploy.sh`;

function jenkinsFile(origin: string): string {
  return `@Library('milepost') _

pipeline {
  agent any
  stages {
    stage('Deploy') {
      steps { sh './deploy.sh' }
    }
  }
  post {
    always { milepost environment: 'production', url: '${origin}' }
  }
}`;
}
