import { writeFileSync } from 'node:fs';
import { startBenchSite } from './bench-site.ts';

// Serves the measured article until it is stopped; first writes the URLs into BENCH_PATHS.
const site = await startBenchSite({
  articles: Number(process.env.BENCH_ARTICLES ?? 1),
  port: Number(process.env.BENCH_PORT ?? 3400),
  ...(process.env.BENCH_CACHE_BYTES === undefined ? {} : { cacheBytes: Number(process.env.BENCH_CACHE_BYTES) }),
});
if (process.env.BENCH_PATHS) writeFileSync(process.env.BENCH_PATHS, JSON.stringify(site.articlePaths));
process.on('SIGTERM', () => void site.close().then(() => process.exit(0)));
