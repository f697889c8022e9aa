import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { users } from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import { formerMember } from '../communities/communities.contract.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';
import { listActsOnAuthor } from './moderation-log.queries.server.ts';
import { presentAct } from './present-act.ts';

export type ModeratedPost = {
  entityType: PostType;
  id: number;
  questionId: number;
  title: string;
  body: string;
  bodyHtml: string;
  authorId: string | null;
  createdAt: string;
  isHidden: boolean;
};
type Row = Omit<ModeratedPost, 'createdAt'> & { createdAt: string | Date };

const columns = (type: PostType) => sql`${type}::text as "entityType", p.id, q.id as "questionId", q.title,
  p.body, p.body_html as "bodyHtml", p.author_id as "authorId", p.created_at as "createdAt", (p.hidden_at is not null) as "isHidden"`;
const dated = (rows: Row[]): ModeratedPost[] =>
  rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));

const mostPosts = 50;

/** A member as moderators see them: latest posts, hidden ones too, and every act. @returns null for no such account */
export async function readPerson(db: Queryable, userId: string) {
  const [user] = await db
    .select({ id: users.id, createdAt: users.createdAt, suspendedUntil: users.suspendedUntil, roles: users.roles })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) return null;
  const { rows } = await db.execute<Row>(sql`
    (select ${columns('QUESTION')} from questions p join questions q on q.id = p.id
      where p.author_id = ${userId} and p.deleted_at is null order by p.id desc limit ${mostPosts})
    union all
    (select ${columns('COMMENT')} from comments p join questions q on q.id = p.question_id
      where p.author_id = ${userId} and p.deleted_at is null order by p.id desc limit ${mostPosts})
    union all
    (select ${columns('REPLY')} from replies p join comments c on c.id = p.comment_id join questions q on q.id = c.question_id
      where p.author_id = ${userId} and p.deleted_at is null order by p.id desc limit ${mostPosts})
    order by "createdAt" desc limit ${mostPosts}`);
  const name = (await listPublicUsers(db, [userId])).get(userId) ?? formerMember();
  return {
    id: user.id,
    displayName: name.displayName,
    joinedAt: user.createdAt.toISOString(),
    suspendedUntil: user.suspendedUntil?.toISOString() ?? null,
    isModerator: user.roles.some((role) => role === 'moderator' || role === 'admin'),
    posts: dated(rows),
    acts: (await listActsOnAuthor(db, userId)).map(presentAct),
  };
}
export type ModeratedPerson = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

const around = 4;

/** What stands around a post: its question, the answer that a reply is to, and a few posts before and after it. */
export async function readContext(db: Queryable, entityType: PostType, id: number): Promise<ModeratedPost[]> {
  if (entityType === 'QUESTION') {
    const { rows } = await db.execute<Row>(sql`select ${columns('COMMENT')} from comments p
      join questions q on q.id = p.question_id where q.id = ${id} and p.deleted_at is null order by p.id limit ${around}`);
    return dated(rows);
  }
  const beside = (side: 'before' | 'after') => {
    const [than, order] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
    return entityType === 'COMMENT'
      ? sql`(select ${columns('COMMENT')} from comments p join questions q on q.id = p.question_id
          where p.question_id = (select question_id from comments where id = ${id}) and p.id ${than} ${id}
          and p.deleted_at is null order by p.id ${order} limit ${around})`
      : sql`(select ${columns('REPLY')} from replies p join comments c on c.id = p.comment_id
          join questions q on q.id = c.question_id
          where p.comment_id = (select comment_id from replies where id = ${id}) and p.id ${than} ${id}
          and p.deleted_at is null order by p.id ${order} limit ${around})`;
  };
  const parents =
    entityType === 'COMMENT'
      ? sql`(select ${columns('QUESTION')} from questions p join questions q on q.id = p.id
          where p.id = (select question_id from comments where id = ${id}) and p.deleted_at is null)`
      : sql`(select ${columns('QUESTION')} from questions p join questions q on q.id = p.id where p.deleted_at is null
          and p.id = (select c.question_id from comments c join replies r on r.comment_id = c.id where r.id = ${id}))
        union all (select ${columns('COMMENT')} from comments p join questions q on q.id = p.question_id
          where p.id = (select comment_id from replies where id = ${id}) and p.deleted_at is null)`;
  const { rows } = await db.execute<Row>(sql`select * from (${parents} union all ${beside('before')}
    union all ${beside('after')}) as thread order by "createdAt", id`);
  return dated(rows);
}
