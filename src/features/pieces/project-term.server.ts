import type { Transaction } from '../../database/connect.server.ts';
import { saveAuthor } from '../authors/save-author.server.ts';
import { saveCategory } from '../categories/save-category.server.ts';
import { saveTag } from '../tags/save-tag.server.ts';
import { mediaUrl, type PieceFile, type Projected, type Projection } from './projection.ts';

export const projectAuthor = (
  tx: Transaction,
  { keys }: Projection,
  { key, data }: PieceFile<'authors'>,
): Promise<Projected> =>
  saveAuthor(tx, {
    id: keys.authors.get(key)?.id,
    key,
    name: data.name,
    bio: data.bio,
    imageUrl: mediaUrl(data.image, 'authors'),
    translations: data.translations,
    isSample: data.sample,
  });

export const projectTag = (
  tx: Transaction,
  { keys }: Projection,
  { key, data }: PieceFile<'tags'>,
): Promise<Projected> =>
  saveTag(tx, {
    id: keys.tags.get(data.name ?? key)?.id,
    name: data.name ?? key,
    displayName: data.displayName,
    translations: data.translations,
    isSample: data.sample,
  });

export function projectCategory(
  tx: Transaction,
  { keys, saving }: Projection,
  { key, data, body }: PieceFile<'categories'>,
): Promise<Projected> {
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
      body,
      translations: data.translations,
      position: data.position ?? id,
      isSample: data.sample,
    },
    saving,
  );
}
