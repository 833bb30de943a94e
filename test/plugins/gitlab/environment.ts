import type { TestMilepost } from '../../support/milepost.ts';

type Variables = Readonly<Record<string, string>>;

/** A deploy job on a self-managed GitLab with a port, as its after_script sees it. */
export const DEPLOY_JOB: Variables = {
  CI: 'true',
  GITLAB_CI: 'true',
  CI_COMMIT_REF_NAME: 'main',
  CI_COMMIT_SHA: '9f2c4b7a1d3e5f60718293a4b5c6d7e8f9012345',
  CI_COMMIT_TITLE: 'Cache price lists for 30 s',
  CI_ENVIRONMENT_NAME: 'production',
  CI_ENVIRONMENT_TIER: 'production',
  CI_JOB_ID: '48211',
  CI_JOB_NAME: 'deploy',
  CI_JOB_STAGE: 'deploy',
  CI_JOB_STARTED_AT: '2026-11-20T10:00:00Z',
  CI_JOB_STATUS: 'success',
  CI_JOB_URL: 'https://gitlab.acme.example:8443/platform/shop/-/jobs/48211',
  CI_PIPELINE_ID: '9001',
  CI_PIPELINE_IID: '311',
  CI_PIPELINE_SOURCE: 'push',
  CI_PIPELINE_URL: 'https://gitlab.acme.example:8443/platform/shop/-/pipelines/9001',
  CI_PROJECT_ID: '42',
  CI_PROJECT_PATH: 'platform/shop',
  CI_PROJECT_URL: 'https://gitlab.acme.example:8443/platform/shop',
  CI_SERVER_FQDN: 'gitlab.acme.example:8443',
  CI_SERVER_HOST: 'gitlab.acme.example',
  CI_SERVER_PORT: '8443',
  CI_SERVER_PROTOCOL: 'https',
  CI_SERVER_URL: 'https://gitlab.acme.example:8443',
  GITLAB_USER_LOGIN: 'mara',
};

/** The variables that the hidden job has from inputs that nobody set. */
export const DEFAULTS: Variables = {
  MILEPOST_SERVER: '$MILEPOST_URL',
  MILEPOST_ENVIRONMENT: '',
  MILEPOST_TYPE: '',
  MILEPOST_VERSION: '',
  MILEPOST_SOURCE: '',
  MILEPOST_SEVERITY: 'auto',
  MILEPOST_DESCRIPTION: '',
  MILEPOST_DATA: '',
  MILEPOST_TIMEOUT: '1',
  MILEPOST_START_TIMEOUT: '1',
  MILEPOST_DRY_RUN: 'dry-run is false',
};

export function jobFor({ url, key }: Pick<TestMilepost, 'url' | 'key'>, more: Variables = {}) {
  return { ...DEPLOY_JOB, ...DEFAULTS, MILEPOST_URL: url, MILEPOST_API_KEY: key, ...more };
}
