/** A page that people can read, made from the OpenAPI document. No script, no other host. */
import type { Express } from 'express';
import { mountRest } from './methods.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Mounts `/openapi.json` and `/docs`. */
export function documentation(openApi: object, baseUrl: () => string): (app: Express) => void {
  const json = JSON.stringify(openApi);
  return (app) => {
    app.get('/openapi.json', (_req, res) => {
      res.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
      res.type('application/json').send(json);
    });
    app.get('/docs', (_req, res) => {
      res.type('text/html').send(renderDocs(openApi as OpenApi, baseUrl()));
    });
    app.get('/docs.css', (_req, res) => {
      res.type('text/css').send(STYLE);
    });
    for (const path of DOCUMENTATION_PATHS) mountRest(app, path, ['GET', 'HEAD']);
  };
}

const DOCUMENTATION_PATHS = ['/openapi.json', '/docs', '/docs.css'];

function renderDocs(api: OpenApi, baseUrl: string): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = api.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<section aria-labelledby="${escapeHtml(name)}">
      <h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>
      ${own.map(({ path, method, operation }) => renderOperation(method, path, operation, baseUrl)).join('')}
    </section>`;
  });
  const schemas = Object.entries(api.components.schemas).map(
    ([name, schema]) =>
      `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3>${renderProperties(schema)}`,
  );
  const contents = operations.map(
    ({ path, method, operation }) =>
      `<li><a href="#${escapeHtml(operation.operationId)}"><b>${escapeHtml(method.toUpperCase())}</b> ${escapeHtml(path)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(api.info.title)} API</title><link rel="stylesheet" href="/docs.css"></head>
<body><nav aria-label="Contents"><a class="home" href="/">${escapeHtml(api.info.title)}</a>
<ul>${contents.join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>
<main><h1>${escapeHtml(api.info.title)} API <small>${escapeHtml(api.info.version)}</small></h1>
<p>${escapeHtml(api.info.description)} The same as a document for machines: <a href="/openapi.json">openapi.json</a>.</p>
<p>Send your API key with every request: <code>Authorization: Bearer mp_…</code>. Success is
<code>{"success": true, "data": …}</code>; an error is <code>{"success": false, "error": "…", "code": "…"}</code>.</p>
${sections.join('')}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${schemas.join('')}</section>
</main></body></html>`;
}

function renderOperation(method: string, path: string, operation: Operation, baseUrl: string) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const types = Object.keys(requestBody?.content ?? {});
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      `<tr><td>${escapeHtml(status)}</td><td>${escapeHtml(answer.description)}</td></tr>`,
  );
  return `<article id="${escapeHtml(operationId)}">
    <h3><code><b>${escapeHtml(method.toUpperCase())}</b> ${escapeHtml(path)}</code></h3>
    <p><strong>${escapeHtml(summary)}.</strong> ${escapeHtml(description ?? '')}</p>
    ${types.length > 0 ? `<p>Body: ${types.map((type) => `<code>${escapeHtml(type)}</code>`).join(', ')}</p>` : ''}
    ${parameters.length > 0 ? renderParameters(parameters) : ''}
    <pre><code>${escapeHtml(example(method, path, operation, baseUrl))}</code></pre>
    <details><summary>Answers</summary><table><thead><tr><th>Status</th><th>Meaning</th></tr></thead>
    <tbody>${answers.join('')}</tbody></table></details></article>`;
}

function renderParameters(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, description, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeOf(schema))}</td><td>${escapeHtml(description ?? '')}</td></tr>`,
  );
  return `<table><thead><tr><th>Parameter</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderProperties(schema: Schema): string {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const text = property.description ?? property.anyOf?.[0]?.description ?? '';
    const need = required.has(name) ? 'yes' : '';
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeOf(property))}</td><td>${need}</td><td>${escapeHtml(text)}</td></tr>`;
  });
  return `<table><thead><tr><th>Member</th><th>Type</th><th>Always</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => String(one)).join(', ');
  if (schema.items !== undefined) return `${typeOf(schema.items)}, repeatable`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
  const bounds = [
    schema.maxLength === undefined ? '' : `up to ${schema.maxLength} characters`,
    schema.maximum === undefined ? '' : `${schema.minimum ?? 0} to ${schema.maximum}`,
    schema.default === undefined ? '' : `default ${String(schema.default)}`,
  ].filter((bound) => bound !== '');
  return [type, ...bounds].join(', ');
}

function example(method: string, path: string, operation: Operation, baseUrl: string): string {
  const key =
    operation.security.length > 0 ? ' \\\n  -H "Authorization: Bearer $MILEPOST_API_KEY"' : '';
  const body =
    operation.operationId === 'postApiV1Events'
      ? ` \\\n  -H 'Content-Type: application/json' \\\n  -d '{"specversion":"1.0","type":"deployment","source":"shop","time":"NOW","subject":"production","version":"1.4.2"}'`
      : '';
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  return `curl -sS${verb} '${baseUrl}${path.replace(/\{(\w+)\}/g, '<$1>')}'${key}${body}`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dee4, #30363d); --soft: light-dark(#f6f8fa, #161b22);
  --text: light-dark(#1f2328, #e6edf3); --link: light-dark(#0550ae, #79c0ff); --page: light-dark(#fff, #0d1117); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: minmax(14rem, 20rem) minmax(0, 1fr);
  font: 15px/1.55 system-ui, sans-serif; color: var(--text); background: var(--page); }
a { color: var(--link); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); background: var(--soft); }
nav ul { list-style: none; margin: 1rem 0; padding: 0; font-size: .87em; }
nav li { margin: .3rem 0; overflow-wrap: anywhere; }
nav .home { font-weight: 700; }
nav li a { text-decoration: none; }
main { padding: 1rem 2rem 6rem; max-width: 62rem; }
article { border-top: 1px solid var(--line); padding: .5rem 0 1rem; }
h1 small { font-weight: 400; font-size: .5em; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; font-size: .93em; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border: 1px solid var(--line); overflow-wrap: anywhere; }
th { background: var(--soft); }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow: auto; }
code { font: .92em ui-monospace, monospace; }
@media (max-width: 760px) { body { display: block; } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } main { padding: 1rem; } }
`;
