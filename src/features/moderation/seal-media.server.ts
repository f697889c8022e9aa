import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Queryable } from '../../database/connect.server.ts';
import type { SealedKind } from '../../database/tables/sealed.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import type { MediaStore } from '../../platform/media/media-store.server.ts';
import { sealFile } from './seal-removal.server.ts';

const partBytes = 262_144;

/**
 * Seals files before deletion, in the transaction of their removal. @param urls such as `/media/stories/one.webp`
 * @returns unreadable files with the reason: a removal order must not wait for a storage outage
 */
export async function sealMedia(
  config: Pick<Config, 'authSecret'>,
  tx: Queryable,
  removal: { id: number; kind: SealedKind; entityId: string },
  urls: string[],
  store: MediaStore,
): Promise<string[]> {
  if (urls.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), 'nagrik-seal-'));
  const unsealed: string[] = [];
  try {
    for (const [at, url] of [...new Set(urls)].entries()) {
      const path = url.slice('/media/'.length);
      const file = join(folder, String(at));
      const problem = await store.copyTo(path, file).then(
        (isThere) => (isThere ? null : 'there is no such file'),
        (error: Error) => error.message,
      );
      if (problem === null)
        await sealFile(config, tx, removal, path, createReadStream(file, { highWaterMark: partBytes }));
      else unsealed.push(`${url} (${problem})`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return unsealed;
}
