import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

// PGlite blocks its event loop while it works, so it has a thread of its own.
const { directory, socket } = workerData as { directory: string; socket: string };

try {
  const db = await PGlite.create({ dataDir: directory, extensions: { pg_trgm, unaccent } });
  // One is used at a time; after an error the pool takes a new one while the old is still being put away.
  const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 4 });
  await server.start();
  parentPort?.postMessage({ type: 'ready' });
  parentPort?.on('message', async () => {
    await server.stop();
    await db.close();
    parentPort?.postMessage({ type: 'closed' });
  });
} catch (error) {
  parentPort?.postMessage({ type: 'failed', error: error instanceof Error ? error.message : String(error) });
}
