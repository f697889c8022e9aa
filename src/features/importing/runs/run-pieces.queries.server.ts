import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import type { ImportKept, StudioKind } from '../../../database/schema.ts';

// What refers to others goes first; questions stand between pieces and the terms that both use.
const inOrder = [
  'feed',
  'scams',
  'ctas',
  'pages',
  'webstories',
  'videos',
  'articles',
  'questions',
  'tags',
  'authors',
  'categories',
] as const;
export const kindsInOrder = inOrder.filter((kind) => kind !== 'questions') satisfies StudioKind[];

/** So far apart lie the places of two kinds: an id fits between. */
const span = 2 ** 32;
export const firstQuestion = (inOrder.indexOf('questions') + 1) * span;
export const firstTerm = firstQuestion + span;

export type RunPiece = {
  kind: StudioKind;
  id: number;
  key: string;
  title: string;
  isNew: boolean;
  /** By kind, then by id: where the next page goes on. */
  place: number;
  reason: ImportKept['reason'] | null;
  later: number | null;
};
type Row = Omit<RunPiece, 'place' | 'reason'> & { isActedOn: boolean; isOther: boolean };

/**
 * The pieces that a run made or changed, those that were touched since with the reason to keep them. What was taken
 * down is left out.
 * @param after the last place of the page before @param upTo a place
 */
export async function readRunPieces(
  db: Queryable,
  run: number,
  { after, upTo = Infinity, most }: { after: number; upTo?: number; most: number },
): Promise<RunPiece[]> {
  const pieces: RunPiece[] = [];
  // Kind by kind, so that each page is a piece of the primary key.
  for (const kind of kindsInOrder) {
    const first = (inOrder.indexOf(kind) + 1) * span;
    if (first + span <= after || first >= upTo || pieces.length === most) continue;
    const { rows } = await db.execute<Row>(sql`
      select f.kind, f.piece_id as id, p.key, p.title, f.before is null as "isNew",
        (select max(l.run_id) from import_run_files l
          where l.kind = f.kind and l.piece_id = f.piece_id and l.run_id > f.run_id and l.undone_at is null) as later,
        exists (select 1 from studio_acts s where s.kind = f.kind and s.piece_id = f.piece_id and s.id > f.last_act
          and (s.actor <> 'system' or s.is_emergency)) as "isActedOn",
        p.revision <> f.revision as "isOther"
      from import_run_files f join studio_pieces p on p.kind = f.kind and p.id = f.piece_id
      where f.run_id = ${run} and f.kind = ${kind} and f.piece_id > ${Math.max(after - first, 0)}
        and f.undone_at is null and p.state <> 'removed'
      order by f.piece_id limit ${most - pieces.length}`);
    for (const { isActedOn, isOther, ...row } of rows)
      pieces.push({
        ...row,
        place: first + row.id,
        reason: isActedOn ? 'edited' : row.later !== null ? 'imported_later' : isOther ? 'edited' : null,
      });
  }
  return pieces;
}

/** How many pieces of a run are left as it wrote them, or were changed since. */
export async function countRunPieces(db: Queryable, run: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from import_run_files f join studio_pieces p on p.kind = f.kind and p.id = f.piece_id
    where f.run_id = ${run} and f.undone_at is null and p.state <> 'removed'`);
  return rows[0]!.n;
}

/** Why a piece stays that nobody has touched: something refers to it. */
export const reasonLeft = ({ kind, isNew }: { kind: ImportKept['kind']; isNew: boolean }): ImportKept['reason'] =>
  !isNew
    ? 'refused'
    : kind === 'ctas'
      ? 'answered'
      : ['tags', 'authors', 'categories'].includes(kind!)
        ? 'used'
        : 'refused';

/** Of new pieces those that something here still needs, so that they stay. */
export async function stillNeeded(db: Queryable, kind: StudioKind, ids: number[]): Promise<Set<number>> {
  const needs = needed[kind];
  if (!needs || ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: number }>(
    sql`select t.id from ${sql.raw(kind)} t where t.id = any(${sql.param(ids)}::int[]) and (${sql.raw(needs)})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A working copy may name it as well. */
const inDraft = (condition: string) => `exists (select 1 from studio_pieces p join studio_revisions r
  on r.kind = p.kind and r.piece_id = p.id and r.number = p.revision where p.state <> 'removed' and ${condition})`;

const needed: Partial<Record<StudioKind, string>> = {
  ctas: 'exists (select 1 from referrals where cta_id = t.id)',
  tags: `exists (select 1 from article_tags where tag_id = t.id) or exists (select 1 from video_tags where tag_id = t.id)
    or exists (select 1 from questions where tag_ids @> array[t.id])`,
  authors: `t.user_id is not null or exists (select 1 from articles where author_id = t.id)
    or exists (select 1 from videos where author_id = t.id) or exists (select 1 from webstories where author_id = t.id)
    or ${inDraft(`r.fields ->> 'author' = t.key`)}`,
  categories: `exists (select 1 from article_categories where category_id = t.id)
    or exists (select 1 from video_categories where category_id = t.id)
    or exists (select 1 from webstories where category_keys @> array[t.key])
    or exists (select 1 from questions where category_ids @> array[t.id])
    or exists (select 1 from categories c where c.parent_id = t.id)
    or ${inDraft(`p.kind <> 'categories' and r.fields -> 'categories' @> to_jsonb(t.key)`)}`,
};
