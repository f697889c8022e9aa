import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import {
  articles,
  categories,
  importedImages,
  redirects,
  type StudioKind,
  studioPublications,
  tags,
} from '../../../database/schema.ts';
import { htmlToText } from '../../../platform/markdown/render-markdown.server.ts';
import { indexCategory } from '../../categories/save-category.server.ts';
import { indexPiece } from '../../publishing/change-publication.server.ts';
import { refreshTotals } from '../../publishing/refresh-totals.server.ts';
import { type SearchKind, unindexDocument, unindexDocuments } from '../../search-index/index-document.server.ts';
import { forgetPieces } from '../../studio/pieces/forget-pieces.server.ts';
import {
  aboutPiece,
  addRevision,
  getRevision,
  lockPiece,
  noteAct,
  type Piece,
} from '../../studio/pieces/pieces.queries.server.ts';
import { system } from '../../studio/studio.policy.ts';
import { indexTags } from '../../tags/save-tag.server.ts';
import { indexWebStories } from '../../webstories/index-webstories.server.ts';
import { refusalOf } from '../../pieces/refused-by-database.server.ts';
import type { ImportRun } from './import-runs.server.ts';
import { deleteRows, feedTables, writeFeedPart, writeRows } from './piece-rows.server.ts';
import {
  firstQuestion,
  firstTerm,
  kindsInOrder,
  readRunPieces,
  type RunPiece,
  stillNeeded,
} from './run-pieces.queries.server.ts';
import { takeBackPosts, type TakenBack } from './take-back-posts.server.ts';

// Imports of this size are undone in one transaction; larger ones in steps, each whole, and go on where they were.
export const step = 500;

/**
 * Takes back the next pieces of a run, then its questions, then the terms that they used: what the run made is deleted,
 * what it changed says again what it said before, as the next revision.
 */
export async function takeBack(tx: Transaction, run: ImportRun, after: number): Promise<TakenBack> {
  let place = after;
  if (place < firstQuestion) {
    const taken = await takeBackPieces(tx, run, { after: place, upTo: firstQuestion });
    place = taken.after ?? firstQuestion;
    if (taken.after !== null || taken.removed + taken.restored > 0) return { ...taken, after: place };
  }
  if (place < firstTerm) {
    const taken = await takeBackPosts(tx, run, place - firstQuestion);
    place = taken.after === null ? firstTerm : taken.after + firstQuestion;
    if (taken.after !== null || taken.removed > 0) return { ...taken, after: place };
  }
  return takeBackPieces(tx, run, { after: place, upTo: Infinity });
}

async function takeBackPieces(
  tx: Transaction,
  run: ImportRun,
  { after, upTo }: { after: number; upTo: number },
): Promise<TakenBack> {
  const place = { after, upTo, most: step };
  const page = await readRunPieces(tx, run.id, place);
  await lockPieces(tx, page);
  // Again, now that nobody else can act on them.
  const locked = new Set(page.map((piece) => piece.place));
  const untouched = (await readRunPieces(tx, run.id, place)).filter(
    (piece) => piece.reason === null && locked.has(piece.place),
  );
  const isLast = page.length < step;
  // What an undo of one step takes from readers goes before corrections; a larger one must not hold up a takedown.
  const urgency = { isUrgent: (after === 0 || after === firstTerm) && isLast };
  const taken: TakenBack = { removed: 0, restored: 0, media: [], tags: ['all'], questions: 0, after: null };
  for (const kind of kindsInOrder) {
    const mine = untouched.filter((piece) => piece.kind === kind);
    const fresh = new Set(mine.filter(({ isNew }) => isNew));
    const deleteFresh = async () => {
      const remove = async (inner: Transaction, some: RunPiece[]) => {
        taken.media.push(...(await deletePieces(inner, run.id, kind, some, urgency)));
      };
      for (const piece of await deleteNew(tx, kind, [...fresh], remove)) {
        fresh.delete(piece);
        taken.removed += 1;
      }
    };
    // Before what was changed: a new piece may have the key that a renamed one had. And after it, what that had needed.
    await deleteFresh();
    const changed = mine.filter(({ isNew }) => !isNew);
    const restored = await eachOrNone(tx, changed, (inner, piece) => restorePiece(inner, run.id, piece));
    taken.restored += restored.length;
    if (restored.length > 0 && fresh.size > 0) await deleteFresh();
  }
  if (taken.removed + taken.restored > 0 || isLast) await refreshTotals(tx);
  return { ...taken, after: isLast ? null : page.at(-1)!.place };
}

/** Deletes tags and authors that came with a run, that nothing uses any more and no person has worked on. */
export async function deleteNewTerms(tx: Transaction, { id, newTags, newAuthors }: ImportRun): Promise<void> {
  for (const [kind, column, names] of [
    ['tags', 'name', newTags],
    ['authors', 'key', newAuthors],
  ] as const) {
    const { rows } = await tx.execute<{ id: number; key: string }>(sql`
      select id, ${sql.identifier(column)} as key from ${sql.identifier(kind)} t where ${sql.identifier(column)} = any(${sql.param(names)}::text[])
        and not exists (select 1 from studio_acts s where s.kind = ${kind} and s.piece_id = t.id and (s.actor <> 'system' or s.is_emergency))
        and not exists (select 1 from studio_pieces p where p.kind = ${kind} and p.id = t.id and p.file_hash is not null)
        order by id for update`);
    const needed = await stillNeeded(
      tx,
      kind,
      rows.map((row) => row.id),
    );
    const gone = rows.filter((row) => !needed.has(row.id));
    // What an undo takes from readers goes before corrections, unless it is so much that a takedown would wait.
    await deletePieces(tx, id, kind, gone, { isUrgent: gone.length < step });
  }
}

/** It was a draft before, and something here needs its row now. */
class StillNeeded extends Error {}

/** In the order of all who lock several pieces: kind by kind, by their ids. */
async function lockPieces(tx: Transaction, page: RunPiece[]): Promise<void> {
  for (const kind of kindsInOrder) {
    const ids = page.flatMap((piece) => (piece.kind === kind ? [piece.id] : []));
    if (ids.length > 0)
      await tx.execute(
        sql`select id from studio_pieces where kind = ${kind} and id = any(${sql.param(ids)}::int[]) order by id for update`,
      );
  }
}

/** A savepoint for each: what the database refuses stays, and the others go on. @returns those that were done */
async function eachOrNone<One>(
  tx: Transaction,
  list: One[],
  work: (inner: Transaction, one: One) => Promise<void>,
): Promise<One[]> {
  const done: One[] = [];
  for (const one of list) {
    try {
      await tx.transaction((inner) => work(inner, one));
      done.push(one);
    } catch (error) {
      if (!(error instanceof StillNeeded) && refusalOf(error) === null) throw error;
    }
  }
  return done;
}

/** Deletes what nothing here needs any more. @returns the pieces that are gone */
async function deleteNew(
  tx: Transaction,
  kind: StudioKind,
  pieces: RunPiece[],
  remove: (inner: Transaction, some: RunPiece[]) => Promise<void>,
): Promise<RunPiece[]> {
  const gone: RunPiece[] = [];
  // A category may go once its last child has gone.
  for (let left = pieces; ;) {
    const ids = left.map(({ id }) => id);
    const needed = await stillNeeded(tx, kind, ids);
    const free = left.filter(({ id }) => !needed.has(id));
    if (free.length === 0) return gone;
    const [together] = await eachOrNone(tx, [free], remove);
    gone.push(...(together ?? (await eachOrNone(tx, free, (inner, one) => remove(inner, [one])))));
    if (kind !== 'categories') return gone;
    left = left.filter(({ id }) => needed.has(id));
  }
}

/** As if they had never been. @returns /media paths of imported pictures that they showed */
async function deletePieces(
  tx: Transaction,
  runId: number,
  kind: StudioKind,
  pieces: Pick<RunPiece, 'id' | 'key'>[],
  urgency: { isUrgent: boolean },
): Promise<string[]> {
  const ids = pieces.map(({ id }) => id);
  const media = kind === 'articles' ? await picturesOf(tx, ids) : [];
  if (kind === 'articles') await giveBackAddresses(tx, runId, ids);
  if (kind === 'feed') for (const { key } of pieces) await writeFeedPart(tx, key, sql`'[]'::jsonb`);
  else await deleteRows(tx, kind, pieces);
  if (kind === 'articles')
    await tx.delete(redirects).where(and(eq(redirects.toKind, 'article'), inArray(redirects.toId, ids)));
  if (kind === 'webstories') await indexWebStories(tx);
  if (searchKinds[kind]) await unindexDocuments(tx, searchKinds[kind], ids);
  await forgetPieces(tx, kind, ids, urgency);
  return media;
}

/** Pictures that these articles show, or that were fetched for them. */
async function picturesOf(tx: Transaction, ids: number[]): Promise<string[]> {
  const { sourceKey, thumbnail, bodyHtml } = articles;
  const rows = await tx.select({ sourceKey, thumbnail, bodyHtml }).from(articles).where(inArray(articles.id, ids));
  const keys = rows.map((row) => row.sourceKey);
  const images = await tx.select().from(importedImages).where(inArray(importedImages.firstSourceKey, keys));
  const shown = rows.flatMap((row) => [row.thumbnail, ...(row.bodyHtml.match(/\/media\/[\w./-]+/g) ?? [])]);
  return [...new Set([...shown, ...images.map(({ mediaPath }) => mediaPath)])].filter(
    (path): path is string => path?.startsWith('/media/imported/') === true && !path.includes('..'),
  );
}

/** Old addresses that the run led to its own pieces lead again where they led before. */
async function giveBackAddresses(tx: Transaction, runId: number, ids: number[]): Promise<void> {
  await tx.execute(sql`
    update redirects set to_id = (moved ->> 'toId')::int
    from import_run_files p, jsonb_array_elements(p.moved_addresses) moved
    where p.run_id = ${runId} and p.kind = 'articles' and p.piece_id = any(${sql.param(ids)}::int[])
      and redirects.from_path = moved ->> 'fromPath' and redirects.to_kind = 'article' and redirects.to_id = p.piece_id
      and exists (select 1 from articles a where a.id = (moved ->> 'toId')::int)`);
}

const beforeOf = (runId: number, { kind, id }: Pick<RunPiece, 'kind' | 'id'>): SQL =>
  sql`(select before from import_run_files where run_id = ${runId} and kind = ${kind} and piece_id = ${id})`;

async function restorePiece(tx: Transaction, runId: number, given: RunPiece): Promise<void> {
  const { kind, id, key } = given;
  const piece = (await lockPiece(tx, given))!;
  const before = beforeOf(runId, given);
  const { rows } = await tx.execute<Was>(sql`
    select (b -> 'piece' ->> 'revision')::int as revision, b -> 'piece' ->> 'key' as key, jsonb_typeof(b -> 'row') = 'object' as "hadRow"
    from (select ${before} as b) given`);
  const was = rows[0]!;
  if (kind === 'feed') await writeFeedPart(tx, key, sql`${before} -> 'lists' -> ${feedPart(key)}::text`);
  else if (was.hadRow) await writeRows(tx, kind, given, before);
  else {
    if ((await stillNeeded(tx, kind, [id])).size > 0) throw new StillNeeded();
    await deleteRows(tx, kind, [given]);
  }
  // Those who ask for what has changed since a day must hear of it.
  if (kind === 'scams' || kind === 'ctas')
    await tx.execute(
      sql`update ${sql.raw(kind === 'scams' ? 'known_scams' : 'ctas')} set updated_at = now() where id = ${id}`,
    );
  if (kind === 'articles') {
    await giveBackAddresses(tx, runId, [id]);
    await restoreAddresses(tx, id, before);
  }
  const toRevision = await restoreRevision(tx, piece, was, before);
  await indexAgain(tx, given);
  await noteAct(tx, system, 'import', { ...aboutPiece(given), fromRevision: piece.live, toRevision });
  await tx.execute(sql`update import_run_files set undone_at = now(), before = null
    where run_id = ${runId} and kind = ${kind} and piece_id = ${id}`);
  // For the imports before this one it is the revision that they wrote.
  await tx.execute(sql`update import_run_files set revision = ${toRevision}
    where kind = ${kind} and piece_id = ${id} and revision = ${was.revision} and undone_at is null`);
}

/** The piece before. Its key is the row's, where the file was renamed. */
type Was = { revision: number; key: string; hadRow: boolean };

const feedPart = (key: string) => (key in feedTables ? key : 'home');

/** The text of before is the next revision: one that was made never changes. @returns its number */
async function restoreRevision(tx: Transaction, piece: Piece, was: Was, before: SQL): Promise<number> {
  const isSame = piece.revision === was.revision;
  const { fields, body } = await getRevision(tx, piece, was.revision);
  // With the key of before: lists name the piece by it where its text does not.
  const next = isSame ? piece : await addRevision(tx, { ...piece, key: was.key }, { fields, body, by: system });
  const moved = (column: string) =>
    sql.raw(`case when w.${column} = ${was.revision} then ${next.revision} else w.${column} end`);
  const { rows } = await tx.execute<{ live: number | null }>(sql`
    update studio_pieces p set state = w.state, live = ${moved('live')}, last_live = ${moved('last_live')}, first_live_at = w.first_live_at,
      scheduled_at = w.scheduled_at, scheduled_by = w.scheduled_by, scheduled_note = w.scheduled_note, scheduled_reason = w.scheduled_reason,
      key = w.key, source_key = w.source_key, file_hash = w.file_hash, file_front = w.file_front, file_revision = ${moved('file_revision')}
    from jsonb_populate_record(null::studio_pieces, ${before} -> 'piece') w where p.kind = ${piece.kind} and p.id = ${piece.id}
    returning p.live`);
  const { live } = rows[0]!;
  if (live !== null && live !== piece.live)
    await tx.insert(studioPublications).values({ ...aboutPiece(piece), revision: live, at: new Date() });
  return next.revision;
}

async function restoreAddresses(tx: Transaction, id: number, before: SQL): Promise<void> {
  const list = sql`jsonb_array_elements(${before} -> 'lists' -> 'redirects') r`;
  await tx.execute(sql`delete from redirects where to_kind = 'article' and to_id = ${id}
    and from_path not in (select r ->> 'from_path' from ${list})`);
  await tx.execute(sql`insert into redirects select x.* from ${list}
    cross join lateral jsonb_populate_record(null::redirects, r) x on conflict (from_path) do nothing`);
}

const searchKinds = { articles: 'ARTICLE', videos: 'VIDEO', tags: 'TAG', categories: 'CATEGORY' } as Partial<
  Record<StudioKind, SearchKind>
>;

async function indexAgain(tx: Transaction, { kind, id, key }: RunPiece): Promise<void> {
  if (kind === 'webstories') await indexWebStories(tx, [key]);
  if (!searchKinds[kind]) return;
  const { rows } = await tx.execute(sql`select 1 from ${sql.identifier(kind)} t where id = ${id}
    and coalesce(to_jsonb(t) ->> 'status', 'published') = 'published'`);
  if (rows.length === 0) await unindexDocument(tx, searchKinds[kind], id);
  else if (kind === 'articles') await indexPiece(tx, { kind: 'article', id, entityId: String(id) });
  else if (kind === 'videos') await indexPiece(tx, { kind: 'video', id, entityId: String(id) });
  else if (kind === 'tags') await indexTags(tx, await tx.select().from(tags).where(eq(tags.id, id)));
  else
    for (const one of await tx.select().from(categories).where(eq(categories.id, id)))
      await indexCategory(tx, one, htmlToText(one.bodyHtml));
}
