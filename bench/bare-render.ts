import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { build } from 'vite';
import { startBenchSite } from './bench-site.ts';

// Baseline: the same page from the same components by renderToString in Fastify, within React Router's provider; no
// loaders, database or deferred scripts.
process.env.NODE_ENV = 'production';
const port = Number(process.argv[2] ?? 3404);
const outDir = mkdtempSync(join(tmpdir(), 'nagrik-bare-'));
await build({
  configFile: false,
  logLevel: 'error',
  build: { ssr: fileURLToPath(new URL('./bare-page.tsx', import.meta.url)), outDir, emptyOutDir: true },
  mode: 'production',
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
});
const { barePageOf } = (await import(join(outDir, 'bare-page.js'))) as typeof import('./bare-page.tsx');

const site = await startBenchSite({ articles: 4, port: port + 100 });
const { getArticle } = await import('../src/features/articles/articles.queries.server.ts');
const { listRecommendedArticles } = await import('../src/features/articles/recommended.queries.server.ts');
const { getShellModel } = await import('../src/pages/shell-model.server.ts');
const { parseSlugAndId } = await import('../src/platform/wire/ids.ts');
const { db } = site.services.connection;
const id = parseSlugAndId(site.articlePaths[0]!.split('/').at(-1)!)!.id;
const detail = await getArticle(db, id);
const next = await listRecommendedArticles(db, { articleId: [id], pageSize: 3 });
const shell = await getShellModel(site.services, (_key, _tags, load) => load());
const model = { ...detail, origin: site.services.config.publicOrigin, next: next.data };
await site.close();

const render = barePageOf(model, shell);
const app = fastify();
app.get('/*', (_request, reply) => reply.type('text/html; charset=utf-8').send(`<!doctype html>${render()}`));
await app.listen({ host: '127.0.0.1', port });
