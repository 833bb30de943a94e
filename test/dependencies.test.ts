/** What users install beside Milepost: whose licence allows it, and that it is what was locked. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
}

const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const PRODUCTION = Object.entries(lock.packages).filter(
  ([path, { dev }]) => path !== '' && dev !== true,
);

/** They ask for a notice at the most. */
const LICENCES = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];
/** Who may run something when they are installed, and what for. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'node_modules/esbuild': 'checks that its binary is the right one; it works without',
  'node_modules/@photostructure/sqlite': 'fetches nothing where its binary is in the package',
};

/** Some write it in a form that npm has forgotten. */
function licenceOf(path: string, { license }: Locked): string {
  if (license !== undefined) return license;
  const { licenses = [] } = JSON.parse(readFileSync(`${ROOT}${path}/package.json`, 'utf8')) as {
    readonly licenses?: readonly { readonly type: string }[];
  };
  return licenses.map(({ type }) => type).join(' AND ');
}

describe('what is installed in production', () => {
  it('has a licence that allows it, each package', () => {
    expect(PRODUCTION.length).to.be.greaterThan(100);
    const others = PRODUCTION.map(([path, locked]) => `${path}: ${licenceOf(path, locked)}`).filter(
      (line) => !LICENCES.includes(line.split(': ')[1] ?? ''),
    );
    expect(others).to.deep.equal([]);
  });

  it('is what was locked, to the byte, and from the registry alone', () => {
    const wrong = PRODUCTION.filter(
      ([, { integrity, resolved, link }]) =>
        !integrity?.startsWith('sha512-') || resolved !== undefined || link === true,
    );
    expect(wrong.map(([path]) => path)).to.deep.equal([]);
  });

  it('runs no script of anybody else while it is installed', () => {
    const scripts = PRODUCTION.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripts.map(([path]) => path)).to.have.members(Object.keys(SCRIPTS));
  });
});

describe('the audit of dependencies', () => {
  /** Runs it against a registry that answers so. */
  const audit = async (status: number, advisories: object) => {
    const server = createServer((req, res) => {
      req.resume();
      const isAsked = req.url?.includes('/advisories/') === true;
      res.writeHead(isAsked ? status : 404, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify(isAsked ? advisories : {}));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const child = spawn('.ci/audit', {
      cwd: ROOT,
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_fetch_retries: '0',
      },
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
    const [code] = (await once(child, 'close')) as [number];
    server.closeAllConnections();
    server.close();
    return { code, said };
  };

  it('says that nothing is known, where that is so', async () => {
    expect(await audit(200, {})).to.deep.equal({
      code: 0,
      said: 'production dependencies: no known vulnerabilities\n',
    });
  });

  it('fails for what is known', async () => {
    const advisory = {
      ...{ id: 1, url: 'https://example.com/1', title: 'a hole', severity: 'high' },
      vulnerable_versions: '>=0.0.0',
    };
    const { code, said } = await audit(200, { express: [advisory] });
    expect(code).to.equal(1);
    expect(said).to.include('a hole');
  });

  it('says so where the registry does not answer', async () => {
    const { code, said } = await audit(405, {});
    expect(code).to.equal(0);
    expect(said).to.include('NOT CHECKED');
  });
});
