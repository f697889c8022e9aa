import { inArray } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { isImportedKey } from '../../../platform/wire/piece-key.ts';
import { articles, videos, webstories } from '../../../database/schema.ts';
import { endCtas, listCtasWithout } from '../../referrals/save-cta.server.ts';
import { indexWebStories } from '../../webstories/index-webstories.server.ts';
import { unindexDocuments } from '../../search-index/index-document.server.ts';
import type { ContentRun } from './content-run.ts';
import { prunePieces } from './keep-files.server.ts';
import { ownKeys } from './stored-files.queries.server.ts';

type Kind = 'articles' | 'videos' | 'webstories' | 'ctas';

/** Published pieces whose files were deleted: reported, and with `prune` unpublished. */
export async function reportRemoved(run: ContentRun): Promise<void> {
  const { prune } = run.options;
  for (const kind of ['articles', 'videos', 'webstories', 'ctas'] as const)
    await run.target.inTransaction(async (tx) => {
      const gone = await goneOf(tx, run, kind);
      const words = kind === 'ctas' ? wordsOfCtas : wordsOfPieces;
      for (const key of gone) run.report.note(`content/${kind}/${key}.md`, prune ? words.pruned : words.left);
      if (!prune || gone.length === 0) return;
      await prunePieces(tx, run, kind, gone, () => hide(tx, run, kind, gone));
      run.cacheTags.add(kind === 'ctas' ? 'ctas' : 'all');
    });
}

const wordsOfPieces = {
  pruned: 'the file is gone: the piece is unpublished',
  left: 'the file is gone, but the piece is still published: unpublish or remove it, or import with --prune',
};
const wordsOfCtas = {
  pruned: 'the file is gone: the call to action is over',
  left: 'the file is gone, but the call to action is still open: import with --prune',
};

/** @returns their keys */
async function goneOf(tx: Transaction, { keys, folder, options }: ContentRun, kind: Kind): Promise<string[]> {
  const here = new Set([...folder.present[kind], ...(await ownKeys(tx, kind))]);
  if (kind === 'ctas') return listCtasWithout(tx, [...here]);
  // A file under a new name with the number of a piece is that piece's file.
  const ids = new Set([...folder.present[kind]].flatMap((key) => keys[kind].get(key)?.id ?? []));
  return [...keys[kind]].flatMap(([key, { id, status, isHeld }]) =>
    status === 'published' &&
    !isImportedKey(key) &&
    !(id !== undefined && ids.has(id)) &&
    !here.has(key) &&
    !(isHeld && options.prune)
      ? [key]
      : [],
  );
}

async function hide(tx: Transaction, { keys }: ContentRun, kind: Kind, gone: string[]): Promise<void> {
  // An empty hash makes the next import treat a returning file as changed.
  const hidden = { status: 'draft', sourceHash: '' } as const;
  if (kind === 'ctas') return endCtas(tx, gone);
  if (kind === 'webstories') {
    await tx.update(webstories).set(hidden).where(inArray(webstories.slug, gone));
    return indexWebStories(tx);
  }
  const ids = gone.map((key) => keys[kind].get(key)!.id);
  if (kind === 'articles') await tx.update(articles).set(hidden).where(inArray(articles.id, ids));
  else await tx.update(videos).set(hidden).where(inArray(videos.id, ids));
  await unindexDocuments(tx, kind === 'articles' ? 'ARTICLE' : 'VIDEO', ids);
}
