import { saveAuthor } from '../../authors/save-author.server.ts';
import { saveCategory } from '../../categories/save-category.server.ts';
import { saveTag } from '../../tags/save-tag.server.ts';
import type { ContentRun } from './content-run.ts';
import { withoutDeadItems } from './dead-items.ts';
import { mediaUrl, inBatches } from './save-in-batches.server.ts';

/** Authors, tags and categories first: pieces refer to them. */
export async function saveTermFiles(run: ContentRun): Promise<void> {
  const { folder, keys } = run;
  await inBatches(run, folder.files.authors.values(), (tx, { key, data }) =>
    saveAuthor(tx, {
      id: keys.authors.get(key)?.id,
      key,
      name: data.name,
      bio: data.bio,
      imageUrl: mediaUrl(data.image, 'authors'),
      translations: data.translations,
      isSample: data.sample,
    }),
  );
  await inBatches(run, folder.files.tags.values(), (tx, { key, data }) =>
    saveTag(tx, {
      id: keys.tags.get(data.name ?? key)?.id,
      name: data.name ?? key,
      displayName: data.displayName,
      translations: data.translations,
      isSample: data.sample,
    }),
  );
  await inBatches(run, folder.files.categories.values(), (tx, { key, data, body }) => {
    const id = keys.categories.get(key)!.id;
    return saveCategory(
      tx,
      {
        id,
        key,
        name: data.name,
        displayName: data.displayName ?? data.name,
        imageUrl: mediaUrl(data.imageUrl, 'categories'),
        isTop: data.top,
        parentId: data.parent ? keys.categories.get(data.parent)!.id : null,
        relatedKeys: data.related,
        dye: data.dye,
        pattern: data.pattern,
        icon: data.icon,
        title: data.title ?? null,
        description: data.description ?? null,
        pageHeading: data.pageHeading ?? null,
        body: run.options.only ? withoutDeadItems(body, run.saving.resolveLink!) : body,
        translations: data.translations,
        position: data.position ?? id,
        isSample: data.sample,
      },
      run.saving,
    );
  });
}
