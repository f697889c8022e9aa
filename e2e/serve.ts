import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { keepCompiledModules } from '../src/platform/process/compile-cache.server.ts';

keepCompiledModules();
// As in vitest.config.ts: this PGlite lives for minutes.
setFlagsFromString('--wasm-tiering-budget=200000000');
// The demo site on a temporary database (E2E_DATA_DIR names it for a test that imports into it). Other settings come
// from the environment.
const dataDir = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'nagrik-e2e-'));
process.env.DATA_DIR = dataDir;
delete process.env.DATABASE_URL;
delete process.env.TEST_DATABASE_URL;
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
process.env.NODE_ENV ??= 'production';
const templates = process.env.NAGRIK_TEST_TEMPLATES;
if (templates && !existsSync(join(dataDir, 'pglite'))) {
  const { ensureTemplate } = await import('../src/testing/database-template.ts');
  const content = process.env.SEED_SAMPLES === 'off' ? 'empty' : 'demo';
  cpSync(await ensureTemplate(templates, 'e2e', content), dataDir, { recursive: true });
}
const [{ serve }, { noLimits }] = await Promise.all([
  import('../src/serve.server.ts'),
  import('../src/platform/guard/limits.server.ts'),
]);
// All tests share one network address, so limits per network are lifted; those per number or user stay.
const {
  codesPerNetwork,
  codesPerNetworkPerDay,
  mailedCodesPer48,
  smsPerMinute,
  signIns,
  contact,
  referrals,
  newPostsPerMinute,
  newPostsPerDay,
  reports,
  searches,
  writesPerMinute,
} = noLimits();
const manyPosts = process.env.E2E_MANY_POSTS
  ? { newPostsPerMinute, newPostsPerDay, reports, searches, writesPerMinute }
  : {};
// Longer than in production, because the test machine may be busy.
const longestAnswer = 25_000;
const perNetwork = { codesPerNetwork, codesPerNetworkPerDay, mailedCodesPer48, signIns, contact, referrals };
await serve(false, { ...perNetwork, smsPerMinute, ...manyPosts }, longestAnswer);
