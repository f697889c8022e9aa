import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { follows, notifications, questions } from '../../database/schema.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import { languageOfText } from '../../ui/format.ts';
import { namesOf } from '../follows/list-follows.server.ts';
import { mailTitle } from './mail-title.ts';

export const mostInDigest = 10;
const mostOffered = 5;
/** New and unanswered questions that one batch looks at, the newest ones. */
const mostNew = 5_000;
const mostOpen = 500;
const worth = sql`interval '8 days'`;

export type DigestReader = { userId: string; lang: string; since: string };
export type DigestItem = {
  type: 'QUESTION' | 'ARTICLE' | 'VIDEO';
  title: string;
  canonicalUrl: string;
  isNew: boolean;
  /** New answers to a question. */
  answers: number;
};
export type Digest = { items: DigestItem[]; hasMore: boolean; canAnswer: Pick<DigestItem, 'title' | 'canonicalUrl'>[] };

type Row = {
  user_id: string;
  type: DigestItem['type'];
  id: number;
  is_new: boolean;
  answers: number;
};

/** What is followed of a question that has just been asked: its topics and its State. */
const namesOfQuestion = (from: SQL) => sql`
  select q.id, q.author_id, q.created_at, named.type, named.key from ${from} q cross join lateral (
    select 'CATEGORY' as type, unnest(q.category_ids)::text as key union all select 'TAG', unnest(q.tag_ids)::text union all select 'STATE', q.state where q.state is not null) named`;
const columns = sql`id, author_id, created_at, category_ids, tag_ids, state`;

/**
 * What happened to what each reader follows, and what was routed to them, until this moment; somebody to whom nothing
 * happened is absent.
 */
export async function readDigests(
  tx: Transaction,
  readers: DigestReader[],
  until: string,
): Promise<Map<string, Digest>> {
  const people = sql`people as materialized (
    select user_id, greatest(since, ${until}::timestamptz - ${worth}) as since from unnest(${sql.param(readers.map(({ userId }) => userId))}::uuid[], ${sql.param(readers.map(({ since }) => since))}::timestamptz[]) as p(user_id, since)
  ), followed as materialized (
    select f.user_id, f.entity_type as type, f.entity_id as key, people.since from people join ${follows} f using (user_id)
  )`;
  const isIn = (column: SQL) => sql`${column} > f.since and ${column} <= ${until}::timestamptz`;
  const { rows } = await tx.execute<Row>(sql`
    with ${people}, fresh as materialized (
      select ${columns} from ${questions} where is_live and created_at > (select min(since) from people) and created_at <= ${until}::timestamptz
      order by created_at desc, id desc limit ${mostNew}
    ), about as materialized (${namesOfQuestion(sql`fresh`)}), happened as (
      select f.user_id, 'QUESTION' as type, about.id, null::int as part, about.created_at as at from followed f join about on about.type = f.type and about.key = f.key
      where about.created_at > f.since and about.author_id is distinct from f.user_id
      union select f.user_id, 'QUESTION', q.id, c.id, c.created_at from followed f
        join comments c on c.question_id = case when f.type = 'QUESTION' then f.key::int end join questions q on q.id = c.question_id
      where c.is_live and q.is_live and ${isIn(sql`c.created_at`)} and c.author_id is distinct from f.user_id
      union select f.user_id, 'QUESTION', q.id, c.id, c.created_at from followed f
        join comments c on c.author_id = case when f.type = 'USER' then f.key::uuid end join questions q on q.id = c.question_id
      where c.is_live and q.is_live and not c.is_nameless and ${isIn(sql`c.created_at`)}
      union select f.user_id, f.type, p.piece_id, p.id::int, p.at from followed f
        join studio_publications p on p.kind = case f.type when 'ARTICLE' then 'articles' when 'VIDEO' then 'videos' end and p.piece_id = case when f.type in ('ARTICLE', 'VIDEO') then f.key::int end
      where p.change_note is not null and ${isIn(sql`p.at`)}
    ), things as (
      select user_id, type, id, bool_or(part is null) as is_new, (count(part) filter (where type = 'QUESTION'))::int as answers, max(at) as at
      from happened group by user_id, type, id
    )
    select user_id, type, id, is_new, answers from (
      select *, row_number() over (partition by user_id order by at desc, id desc) as place from things
    ) placed where place <= ${mostInDigest + 1} order by user_id, place`);
  const byReader = Map.groupBy(rows, (row) => row.user_id);
  const offered = await readOpen(tx, people, until);
  const nameOf = await nameThings(tx, [...rows, ...offered]);
  const digests = new Map<string, Digest>();
  for (const { userId, lang } of readers) {
    const own = byReader.get(userId) ?? [];
    const items = own.flatMap((row) => {
      const names = nameOf(row);
      return names ? [{ ...names, type: row.type, isNew: row.is_new, answers: row.answers }] : [];
    });
    if (items.length === 0 && !offered.some((one) => one.user_id === userId && one.is_routed)) continue;
    const canAnswer = offered
      .filter(
        ({ user_id: whose, id }) => whose === userId && !own.some((row) => row.type === 'QUESTION' && row.id === id),
      )
      .flatMap((row) => nameOf(row) ?? [])
      // Nobody can answer what they cannot read.
      .filter(({ title }) => ['en', lang, undefined].includes(languageOfText(title)))
      .slice(0, mostOffered);
    digests.set(userId, { items: items.slice(0, mostInDigest), hasMore: own.length > mostInDigest, canAnswer });
  }
  return digests;
}

type Thing = Pick<Row, 'type' | 'id'>;

/** Of what readers see now; null for what they do not. */
async function nameThings(tx: Transaction, things: Thing[]) {
  const idsOf = (type: Row['type']) => [...new Set(things.flatMap((one) => (one.type === type ? [one.id] : [])))];
  const asked = await tx
    .select({ id: questions.id, title: questions.title })
    .from(questions)
    .where(and(inArray(questions.id, idsOf('QUESTION')), questions.isLive));
  const titles = new Map(asked.map(({ id, title }) => [id, title]));
  const pieces = (['ARTICLE', 'VIDEO'] as const).flatMap((entityType) =>
    idsOf(entityType).map((id) => ({ entityType, entityId: String(id) })),
  );
  const pieceOf = await namesOf(tx, pieces);
  return ({ type, id }: Thing): Pick<DigestItem, 'title' | 'canonicalUrl'> | null => {
    if (type === 'QUESTION') {
      const title = titles.get(id);
      return title === undefined
        ? null
        : { title, canonicalUrl: questionPath(mailTitle(title).isHidden ? '' : title, id) };
    }
    const { title, canonicalUrl } = pieceOf(type, String(id)) ?? {};
    return title && canonicalUrl ? { title, canonicalUrl } : null;
  };
}

/** Unanswered questions that were routed to each reader, then those of their topics and States, the newest first. */
async function readOpen(tx: Queryable, people: SQL, until: string) {
  const { rows } = await tx.execute<{ user_id: string; type: 'QUESTION'; id: number; is_routed: boolean }>(sql`
    with ${people}, open as materialized (
      select ${columns} from ${questions} where is_live and not is_answered and not is_closed and created_at <= ${until}::timestamptz
      order by created_at desc, id desc limit ${mostOpen}
    ), about as materialized (${namesOfQuestion(sql`open`)}), fitting as (
      select n.user_id, open.id, open.created_at, true as is_routed from people join ${notifications} n using (user_id) join open on open.id = n.question_id
      where n.reason = 'ROUTED' and n.created_at > people.since
      union all select f.user_id, about.id, about.created_at, false from followed f join about on about.type = f.type and about.key = f.key
      where about.author_id is distinct from f.user_id
    ), once as (select user_id, id, created_at, bool_or(is_routed) as is_routed from fitting group by user_id, id, created_at)
    select user_id, 'QUESTION' as type, id, is_routed from (
      select *, row_number() over (partition by user_id order by is_routed desc, created_at desc, id desc) as place from once
    ) placed where place <= ${4 * mostInDigest} order by user_id, place`);
  return rows;
}
