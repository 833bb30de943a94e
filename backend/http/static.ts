/** The built dashboard: a handful of files, read once, served from memory. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Express, Request, Response } from 'express';
import { notFound } from '../errors.ts';
import { mountRest } from './methods.ts';

interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
  /** The same, compressed at build time. */
  readonly brotli: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Paths that show the dashboard, which knows by itself what stands where: `dashboard/places.ts`. */
const PAGES = [
  '/',
  '/timeline',
  ...['/incident', '/insights'],
  ...['/set-up', '/invite', '/reset', '/welcome', '/consent'],
  ...['/settings', '/settings/:page'],
];

/** Mounts the dashboard of a folder. Without one, its paths say how to build it. */
export function dashboard(folder: string): (app: Express) => void {
  const assets = existsSync(folder) ? readAssets(folder) : new Map<string, Asset>();
  return (app) => {
    app.get(PAGES, (req, res) => {
      const page = assets.get('index.html');
      if (page === undefined) throw notFound('path: the dashboard is not built, run npm run build');
      sendAsset(req, res, page, 'no-cache');
    });
    app.get('/assets/:name', (req, res) => {
      const asset = assets.get(req.params.name);
      if (asset === undefined) throw notFound(`path: there is no asset ${req.params.name}`);
      // Their names hold a hash of what is in them.
      sendAsset(req, res, asset, 'public, max-age=31536000, immutable');
    });
    for (const path of PAGES) mountRest(app, path, ['GET', 'HEAD']);
  };
}

function readAssets(folder: string): Map<string, Asset> {
  const names = readdirSync(folder).filter((name) => extname(name) in TYPES);
  const optional = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);
  return new Map(
    names.map((name) => {
      const path = join(folder, name);
      const body = readFileSync(path);
      const asset: Asset = {
        type: TYPES[extname(name)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        body,
        brotli: optional(`${path}.br`),
        gzip: optional(`${path}.gz`),
      };
      return [name, asset] as const;
    }),
  );
}

function sendAsset(req: Request, res: Response, asset: Asset, cacheControl: string): void {
  res.set({ ETag: asset.etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' });
  if (req.headers['if-none-match'] === asset.etag) {
    res.writeHead(304).end();
    return;
  }
  const accepted = req.headers['accept-encoding'] ?? '';
  const [encoding, body] =
    asset.brotli !== undefined && /\bbr\b/.test(accepted)
      ? (['br', asset.brotli] as const)
      : asset.gzip !== undefined && /\bgzip\b/.test(accepted)
        ? (['gzip', asset.gzip] as const)
        : ([undefined, asset.body] as const);
  if (encoding !== undefined) res.set('Content-Encoding', encoding);
  res.set({ 'Content-Type': asset.type, 'Content-Length': String(body.length) });
  res.writeHead(200).end(body);
}
