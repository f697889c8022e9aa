// @runs on both databases
import { expect, it } from 'vitest';
import { startDeafProxy } from '../testing/deaf-proxy.ts';
import { postgresServer } from '../testing/test-database.ts';
import { refuseDatabase } from './refuse-database.server.ts';

it.skipIf(postgresServer === undefined)('a database behind a pooler in transaction mode is refused', async () => {
  const direct = new URL('/postgres', postgresServer).href;
  await refuseDatabase(direct);
  const pooler = await startDeafProxy(direct);
  try {
    await expect(refuseDatabase(pooler.url, 500)).rejects.toThrow(/pooler in transaction mode.*session mode/);
  } finally {
    await pooler.close();
  }
});

it('PGlite has no address to check', async () => {
  await expect(refuseDatabase(undefined)).resolves.toBeUndefined();
});
