import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import type { SiteKeys } from '../../pieces/site-keys.server.ts';
import type { ContentFolder } from './read-folder.server.ts';
import { followRenames, nothingRenamed, type RenamedFiles } from './renamed-files.server.ts';

/**
 * Reserves ids for the folder's pieces, so that links can be rendered before their targets are stored.
 * Updates `keys` to the state after the import; a former name that no file has still leads to its piece.
 * @param mayRename false where drafts are made, which rename nothing
 * @returns the files that take over a number, in rounds
 */
export async function addFolderKeys(
  tx: Queryable,
  keys: SiteKeys,
  folder: ContentFolder,
  mayRename: boolean,
): Promise<RenamedFiles> {
  const renamed = nothingRenamed();
  for (const kind of ['articles', 'videos'] as const) {
    const { pieces, rounds } = followRenames(keys[kind], mayRename ? folder.files[kind] : new Map());
    renamed[kind] = rounds;
    for (const [key, { data }] of folder.files[kind]) {
      const stored = pieces.get(key);
      const id = stored?.id ?? data.id ?? (await nextId(tx, kind));
      keys[kind].set(key, {
        id,
        groupId: stored?.groupId ?? null,
        title: data.title,
        ...statusOf(stored, data.status),
        isSample: data.sample,
      });
    }
  }
  for (const kind of ['categories', 'authors'] as const) {
    for (const [key, { data }] of folder.files[kind]) {
      keys[kind].set(key, { id: keys[kind].get(key)?.id ?? data.id ?? (await nextId(tx, kind)), name: data.name });
    }
  }
  for (const [key, { data }] of folder.files.tags) {
    const name = data.name ?? key;
    keys.tags.set(name, { id: keys.tags.get(name)?.id ?? data.id ?? (await nextId(tx, 'tags')), name });
  }
  for (const [key, { data }] of folder.files.webstories)
    keys.webstories.set(key, { ...keys.webstories.get(key), ...statusOf(keys.webstories.get(key), data.status) });
  for (const [key, { data }] of folder.files.pages) if (data.translationOf === undefined) keys.pages.add(key);
  return renamed;
}

/** Links follow the effective status: for a held piece the stored one wins over the file's. */
const statusOf = (stored: { status: string; isHeld: boolean } | undefined, status: string) => ({
  status: stored?.isHeld ? stored.status : status,
  isHeld: stored?.isHeld ?? false,
});

async function nextId(
  tx: Queryable,
  table: 'articles' | 'videos' | 'categories' | 'authors' | 'tags',
): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`select nextval(${`${table}_id_seq`}::regclass) as id`);
  return Number(rows[0]!.id);
}
