import { inArray } from 'drizzle-orm';
import { isImportedKey } from '../../../platform/wire/piece-key.ts';
import { articles, videos, webstories } from '../../../database/schema.ts';
import { indexWebStories } from '../../webstories/index-webstories.server.ts';
import { unindexDocument } from '../../search-index/index-document.server.ts';
import type { ContentRun } from './content-run.ts';

/** Published pieces whose files were deleted: reported, and with `prune` unpublished. */
export async function reportRemoved(run: ContentRun): Promise<void> {
  const { keys, folder, report } = run;
  const { keeper } = run.options;
  const isGone = async (kind: 'articles' | 'videos' | 'webstories') => {
    const own = await run.target.inTransaction(async (tx) => (await keeper?.ownKeys(tx, kind)) ?? new Set<string>());
    // A file under a new name with the number of a piece is that piece's file.
    const ids = new Set([...folder.present[kind]].flatMap((key) => keys[kind].get(key)?.id ?? []));
    return [...keys[kind]].filter(
      ([key, { id, status, isHeld }]) =>
        status === 'published' &&
        !isImportedKey(key) &&
        !(id !== undefined && ids.has(id)) &&
        !folder.present[kind].has(key) &&
        !own.has(key) &&
        !(isHeld && run.options.prune),
    );
  };
  const gone = {
    articles: await isGone('articles'),
    videos: await isGone('videos'),
    webstories: await isGone('webstories'),
  };
  for (const [kind, list] of Object.entries(gone)) {
    for (const [key] of list) {
      report.note(
        `content/${kind}/${key}.md`,
        run.options.prune
          ? 'the file is gone: the piece is unpublished'
          : 'the file is gone, but the piece is still published: unpublish or remove it, or import with --prune',
      );
    }
  }
  if (!run.options.prune) return;

  await run.target.inTransaction(async (tx) => {
    // An empty hash makes the next import treat a returning file as changed.
    const hidden = { status: 'draft', sourceHash: '' } as const;
    const articleIds = gone.articles.map(([, piece]) => (piece as { id: number }).id);
    const videoIds = gone.videos.map(([, piece]) => (piece as { id: number }).id);
    const slugs = gone.webstories.map(([key]) => key);
    const hide = {
      articles: () => tx.update(articles).set(hidden).where(inArray(articles.id, articleIds)),
      videos: () => tx.update(videos).set(hidden).where(inArray(videos.id, videoIds)),
      webstories: () => tx.update(webstories).set(hidden).where(inArray(webstories.slug, slugs)),
    };
    for (const kind of ['articles', 'videos', 'webstories'] as const) {
      const names = gone[kind].map(([key]) => key);
      if (names.length === 0) continue;
      await keeper?.beforePruning(tx, kind, names);
      await hide[kind]();
      await keeper?.pruned(tx, kind, names);
    }
    for (const id of articleIds) await unindexDocument(tx, 'ARTICLE', id);
    for (const id of videoIds) await unindexDocument(tx, 'VIDEO', id);
    if (slugs.length > 0) await indexWebStories(tx);
    if (articleIds.length + videoIds.length + slugs.length > 0) run.cacheTags.add('all');
  });
}
