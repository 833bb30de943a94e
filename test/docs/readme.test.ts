/** The first minutes of a reader: what the README shows, done. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { load, loadAll } from 'js-yaml';
import type { StoredEvent } from '../../backend/model/event.ts';
import { createClient } from '../support/http.ts';
import { readPage } from '../support/markdown.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { ROOT } from '../support/process.ts';
import { run, start } from '../support/shell.ts';
import { expectText } from './answers.ts';
import { SERVE } from './serve.ts';

const { blocks } = readPage('README.md');
const block = (language: string, part: string): string =>
  blocks.find((one) => one.language === language && one.code.includes(part))?.code ?? '';

/** `milepost` without a build: what a pipeline gets by npx. */
const NPX = 'npx --yes github:OWNER/milepost';
const CLI = `node --import=${ROOT}node_modules/tsx/dist/esm/index.mjs --eval "import('${ROOT}plugins/cli.ts').then((cli) => cli.run(process.argv.slice(1), process.env))" --`;

describe('README.md', function () {
  this.timeout(30_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('shows what the first start prints, with a curl that works', async () => {
    const server = start('sh', `exec ${SERVE}`, { env: { DATA_DIR: folder, PORT: '0' } });
    try {
      await server.until((out) => out.includes('Then open the set-up link'));
      const url = /listening on (\S+)/.exec(server.out())?.[1] ?? '';
      const printed = server.out().replaceAll(url, 'http://127.0.0.1:4000');
      expectText(block('text', 'is listening on'), printed);
      const curl = /^ {2}(curl .*)$/m.exec(server.out())?.[1] ?? '';
      const { out } = await run('sh', curl);
      expect(JSON.parse(out)).to.have.property('success', true);
    } finally {
      await server.kill();
    }
  });

  describe('from a pipeline', () => {
    let milepost: TestMilepost;
    let env: Record<string, string>;
    before(async () => {
      milepost = await startMilepost();
      env = { MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.key };
      writeFileSync(join(folder, 'deploy.sh'), '#!/bin/sh\n', { mode: 0o755 });
    });
    after(() => milepost.close());
    const record = async (script: string, more: Record<string, string>): Promise<StoredEvent> => {
      expect(script).to.contain(NPX);
      const { code, err } = await run('sh', script.replace(NPX, CLI), {
        env: { ...env, GITHUB_ACTIONS: '', CI: 'true', ...more },
        folder,
      });
      expect(code, err).to.equal(0);
      const [event] = await milepost.events();
      if (event === undefined) throw new Error(`nothing was recorded: ${err}`);
      return event;
    };

    it('has a job that extends what the GitLab component has', () => {
      const template = readPage('plugins/gitlab/templates/milepost.yml').text;
      const [head, jobs] = loadAll(template) as [
        { spec: { inputs: { prefix: { default: string } } } },
        Record<string, unknown>,
      ];
      const prefix = head.spec.inputs.prefix.default;
      const names = Object.keys(jobs).map((name) => name.replace('$[[ inputs.prefix ]]', prefix));
      const { deploy } = load(block('yaml', 'component:')) as { deploy: { extends: string } };
      expect(names).to.include(deploy.extends);
    });

    it('has a step that the Jenkins library has', () => {
      expect(block('groovy', '@Library')).to.contain('milepost environment:');
      expect(existsSync(join(ROOT, 'plugins/jenkins/vars/milepost.groovy'))).to.equal(true);
    });

    it('has a command that records a deployment from any shell', async () => {
      const event = await record(block('sh', NPX), {
        GITLAB_CI: 'true',
        CI_JOB_ID: '4711',
        CI_PROJECT_URL: 'https://gitlab.example.com/acme/shop',
        CI_COMMIT_SHA: 'f00dfeedf00dfeedf00dfeedf00dfeedf00dfeed',
      });
      expect(event).to.include({
        type: 'deployment',
        source: '//gitlab.example.com/acme/shop',
        subject: 'production',
        version: 'f00dfeedf00dfeedf00dfeedf00dfeedf00dfeed',
        severity: 'MINOR',
      });
    });

    it('has a curl that records from anywhere', async () => {
      const { code, out } = await run('sh', block('sh', 'config-change'), { env });
      expect(code, out).to.equal(0);
      const { body } = await createClient(milepost.url, milepost.key).list({ source: 'edge-cdn' });
      expect(body.data).to.have.length(1);
    });

    it('has a query that finds what was deployed', async () => {
      const query = block('sh', 'query').replace('npx milepost', CLI);
      const { code, out } = await run('sh', query, { env, folder });
      expect(code).to.equal(0);
      expect(out).to.contain('config-change').and.contain('deployment');
    });
  });

  it('names inputs that the action has', () => {
    const [step] = load(block('yaml', 'uses:')) as [{ with: Record<string, string> }];
    const { inputs } = load(readPage('action.yml').text) as { inputs: Record<string, unknown> };
    expect(inputs).to.include.keys(Object.keys(step.with));
  });

  it('names the address at which the MCP endpoint answers', async () => {
    const { mcpServers } = JSON.parse(block('json', 'mcpServers')) as {
      mcpServers: { milepost: { url: string } };
    };
    const milepost = await startMilepost();
    const { pathname } = new URL(mcpServers.milepost.url);
    const answer = await createClient(milepost.url, milepost.readKey).send('POST', pathname, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    await milepost.close();
    expect(answer.status).to.equal(200);
    expect(answer.text).to.contain('query_events');
  });
});
