import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../database/connect.server.ts';
import { type Erasure, listErasures } from '../privacy/erasure-log.server.ts';
import { countRows, expectSameRows } from './count-rows.server.ts';

/**
 * Opens a second copy, since opening PGlite modifies its files.
 * @returns erasures recorded in it @throws BackupError where rows are missing
 */
export async function checkPgliteCopy(
  database: string,
  counts: Record<string, number>,
  workFolder: string,
): Promise<Erasure[]> {
  try {
    await cp(database, join(workFolder, 'pglite'), { recursive: true });
    const connection = await connect({ dataDir: workFolder });
    try {
      expectSameRows(counts, await countRows(connection.pool), 'The backup that was just written');
      return await listErasures(connection.db);
    } finally {
      await connection.close();
    }
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
