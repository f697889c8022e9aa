import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgliteServer } from './pglite-server.server.ts';

// PGlite blocks its event loop during a query, so it runs in a worker thread.
const { directory, socket } = workerData as { directory: string; socket: string };

try {
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];
  const db = await PGlite.create({ dataDir: directory, extensions: { pg_trgm, unaccent }, startParams });
  const server = createPgliteServer(db);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve));
  parentPort?.postMessage({ type: 'ready' });
  parentPort?.on('message', async () => {
    server.close();
    await db.close();
    parentPort?.postMessage({ type: 'closed' });
  });
} catch (error) {
  parentPort?.postMessage({ type: 'failed', error: error instanceof Error ? error.message : String(error) });
}
