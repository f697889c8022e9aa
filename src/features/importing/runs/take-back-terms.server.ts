import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { unindexDocuments } from '../../search-index/index-document.server.ts';
import { forgetPieces } from '../../studio/pieces/forget-pieces.server.ts';
import type { ImportRun } from './import-runs.server.ts';

/** Deletes tags and authors that came with a run, that nothing uses any more and no person has worked on. */
export async function deleteNewTerms(tx: Transaction, { newTags, newAuthors }: ImportRun): Promise<void> {
  const untouched = (kind: 'tags' | 'authors') => sql`
    not exists (select 1 from studio_acts s where s.kind = ${kind} and s.piece_id = t.id and (s.actor <> 'system' or s.is_emergency))
    and not exists (select 1 from studio_pieces p where p.kind = ${kind} and p.id = t.id and p.file_hash is not null)`;
  const { rows: tags } = await tx.execute<{ id: number }>(sql`
    delete from tags t where name = any(${sql.param(newTags)}::text[]) and ${untouched('tags')}
      and not exists (select 1 from article_tags where tag_id = t.id) and not exists (select 1 from video_tags where tag_id = t.id)
      and not exists (select 1 from questions where tag_ids @> array[t.id])
    returning id`);
  await unindexDocuments(
    tx,
    'TAG',
    tags.map(({ id }) => id),
  );
  await forget(tx, 'tags', tags);
  const { rows: authors } = await tx.execute<{ id: number }>(sql`
    delete from authors t where key = any(${sql.param(newAuthors)}::text[]) and user_id is null and ${untouched('authors')}
      and not exists (select 1 from articles where author_id = t.id) and not exists (select 1 from videos where author_id = t.id)
      and not exists (select 1 from webstories where author_id = t.id)
    returning id`);
  await forget(tx, 'authors', authors);
}

/** What an undo takes from readers goes before corrections, unless it is so much that a takedown would wait. */
const forget = (tx: Transaction, kind: 'tags' | 'authors', gone: { id: number }[]) =>
  forgetPieces(
    tx,
    kind,
    gone.map(({ id }) => id),
    { isUrgent: gone.length < 500 },
  );
