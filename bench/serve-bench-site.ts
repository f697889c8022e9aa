import { writeFileSync } from 'node:fs';
import { startBenchSite } from './bench-site.ts';

// Serves the measured article until it is stopped; first writes the URLs into BENCH_PATHS.
const site = await startBenchSite({
  articles: Number(process.env.BENCH_ARTICLES ?? 1),
  port: Number(process.env.BENCH_PORT),
  databaseUrl: process.env.BENCH_DATABASE_URL,
  ...(process.env.BENCH_CACHE_BYTES === undefined ? {} : { cacheBytes: Number(process.env.BENCH_CACHE_BYTES) }),
});
if (process.env.BENCH_PATHS) writeFileSync(process.env.BENCH_PATHS, JSON.stringify(site.articlePaths));
