import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import { type App, buildApp } from '../src/app.server.ts';
import { connect } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';
import { saveArticles } from '../src/features/articles/save-article.server.ts';
import { seedIfEmpty } from '../src/features/importing/seed.server.ts';
import { readConfig } from '../src/platform/settings/config.server.ts';
import { createPageCache } from '../src/platform/cache/page-cache.server.ts';
import type { PageServices } from '../src/platform/page/page-services.server.ts';
import { freePort } from '../scripts/own-postgres.ts';
import { measuredArticle, measuredPicture } from './article.ts';
import { ownFolder } from './own-folder.ts';
import { plainServices } from '../src/testing/plain-services.ts';

export type BenchSite = {
  app: App;
  services: PageServices;
  origin: string;
  articlePaths: string[];
  close(): Promise<void>;
};

/**
 * Starts the demo site with `articles` copies of the measured article, on PGlite.
 */
export async function startBenchSite(options: {
  articles: number;
  cacheBytes?: number;
  /** A free one where none is given. */
  port?: number | undefined;
}): Promise<BenchSite> {
  if (process.env.NODE_ENV !== 'production')
    throw new Error('NODE_ENV=production, or React measures its development build. Use npm run bench.');
  const dataDir = ownFolder();
  const port = options.port ?? (await freePort());
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    TRUST_PROXY: process.env.TRUST_PROXY,
  });
  const connection = await connect({ dataDir, databaseUrl: config.databaseUrl });
  await applyMigrations(connection);
  await seedIfEmpty(connection, config, () => {});
  mkdirSync(join(config.mediaDir, 'bench'), { recursive: true });
  await measuredPicture(join(config.mediaDir, 'bench/picture.jpg'));

  const articlePaths: string[] = [];
  for (let from = 0; from < options.articles; from += 50) {
    const inputs = Array.from({ length: Math.min(50, options.articles - from) }, (_, index) =>
      measuredArticle(from + index),
    );
    await connection.db.transaction(async (tx) => {
      const saved = await saveArticles(tx, inputs, { mode: 'editor', imageSize: () => ({ width: 1200, height: 800 }) });
      const ids = saved.map((each) => each.id as number);
      const { articlePath } = await import('../src/platform/wire/ids.ts');
      articlePaths.push(...inputs.map((input, index) => articlePath(input.title, ids[index] as number)));
    });
  }

  const services = plainServices(connection, config, { longestAnswer: 3_000 });
  const app = await buildApp({
    services,
    clientDir: fileURLToPath(new URL('../build/client', import.meta.url)),
    loadPages: () => import(new URL('../build/server/index.js', import.meta.url).href) as Promise<ServerBuild>,
    pageCache: createPageCache(options.cacheBytes),
  });
  await app.listen({ host: '127.0.0.1', port });
  return {
    app,
    services,
    articlePaths,
    origin: `http://localhost:${port}`,
    async close() {
      await app.close();
      await connection.close();
    },
  };
}

// Run by itself it serves the measured article until it is stopped; first it writes the URLs into BENCH_PATHS.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { BENCH_ARTICLES, BENCH_CACHE_BYTES, BENCH_PATHS, BENCH_PORT } = process.env;
  const { articlePaths } = await startBenchSite({
    articles: Number(BENCH_ARTICLES ?? 1),
    port: Number(BENCH_PORT),
    ...(BENCH_CACHE_BYTES === undefined ? {} : { cacheBytes: Number(BENCH_CACHE_BYTES) }),
  });
  if (BENCH_PATHS) writeFileSync(BENCH_PATHS, JSON.stringify(articlePaths));
}
