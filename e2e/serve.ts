import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The demo site on a database of its own, gone afterwards (E2E_DATA_DIR names it for a test that imports into it). Other settings come from the environment.
const dataDir = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'nagrik-e2e-'));
process.env.DATA_DIR = dataDir;
delete process.env.DATABASE_URL;
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
process.env.NODE_ENV ??= 'production';
const [{ serve }, { noLimits }] = await Promise.all([
  import('../src/serve.server.ts'),
  import('../src/platform/limits.server.ts'),
]);
// All tests come from one address of the network; what holds for one number or person stays.
const {
  codesPerNetwork,
  smsPerMinute,
  signIns,
  contact,
  referrals,
  newPostsPerMinute,
  newPostsPerDay,
  reports,
  searches,
} = noLimits();
const manyPosts = process.env.E2E_MANY_POSTS ? { newPostsPerMinute, newPostsPerDay, reports, searches } : {};
// Longer than in earnest: a busy machine is no fault of the product.
const longestAnswer = 25_000;
await serve(false, { codesPerNetwork, smsPerMinute, signIns, contact, referrals, ...manyPosts }, longestAnswer);
