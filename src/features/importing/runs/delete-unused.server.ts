import { eq, inArray, sql } from 'drizzle-orm';
import { importedImages, studioMedia } from '../../../database/schema.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import { removeMedia } from '../../../platform/media/remove-media.server.ts';
import { isMediaUsed } from '../../publishing/change-publication.server.ts';

/** Deletes imported pictures that nothing shows any more, neither live nor in a revision. */
export async function deleteUnused(
  services: Pick<CommandContext, 'connection' | 'config' | 'output'>,
  paths: string[],
): Promise<void> {
  const { db } = services.connection;
  const unused: string[] = [];
  for (const path of paths) {
    if (await isMediaUsed(db, path)) continue;
    const { rows } = await db.execute(sql`
      select 1 from studio_revisions where position(${path.slice(1)} in body) > 0 or position(${path.slice(1)} in fields::text) > 0 limit 1`);
    const [uploaded] = await db.select({ id: studioMedia.id }).from(studioMedia).where(eq(studioMedia.path, path));
    if (rows.length === 0 && !uploaded) unused.push(path);
  }
  if (unused.length === 0) return;
  await db.delete(importedImages).where(inArray(importedImages.mediaPath, unused));
  await removeMedia(unused, services);
}
