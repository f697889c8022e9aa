import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/connect.server.ts';
import { postLimits } from '../features/communities/communities.contract.ts';
import { mostFollows } from '../features/follows/follows.contract.ts';
import { maxSavedOfAccount } from '../features/profiles/cart.contract.ts';
import { maxAnswersBytes, maxProfiles, maxProfilesEver } from '../features/profiles/profiles.contract.ts';
import { mostSubscriptions } from '../features/notifications/telling.contract.ts';
import { mostDrafts } from '../features/studio/pieces/pieces.queries.server.ts';
import { maxNameLength } from '../features/users/users.contract.ts';
import { pageTable } from '../page-table.ts';
import { defaultLimits } from '../platform/guard/limits.server.ts';
import { matrix } from './security-matrix.ts';

/** Three bytes a letter: the largest that a text of so many letters can be. */
const text = (letters: number) => 'राशन कार्ड '.repeat(Math.ceil(letters / 11)).slice(0, letters);
const perDay = (name: 'postsPerDay' | 'reports' | 'referrals') => defaultLimits({} as never)[name].rule!.points;

/**
 * Fills an account up to every bound that it has; what is bounded by the day only, with so many days of it.
 * @returns how many posts it has
 */
export async function fillAccount(db: Queryable, userId: string, days: number): Promise<number> {
  const run = (statement: ReturnType<typeof sql>) => db.execute(statement);
  const series = (many: number) => sql`generate_series(1, ${many}::int) n`;
  const name = text(maxNameLength);
  // Two, since one may not be so long; beside the letters stand quotes and keys.
  const half = text(Math.floor((maxAnswersBytes - 40) / 6));
  const answers = JSON.stringify({ a: half, b: half });
  await run(sql`insert into profiles (user_id, relation, is_active, first_name, last_name, phone, answers)
    select ${userId}::uuid, 'OTHER', n <= ${maxProfiles}, ${name}, ${name}, '+919800000000', ${answers}::jsonb from ${series(maxProfilesEver)}`);
  await run(sql`insert into saved_schemes (profile_id, scheme_id)
    select p.id, 2000000000 + n from (select id from profiles where user_id = ${userId} and is_active order by id limit 4) p, ${series(maxSavedOfAccount / 4)}`);
  await run(sql`insert into consents (user_id, kind, version, profile_id)
    select ${userId}::uuid, 'child', '2026-11', id from profiles where user_id = ${userId}`);
  await run(sql`insert into sessions (id, user_id, token_hash, device, expires_at, ends_at)
    select gen_random_uuid(), ${userId}::uuid, ${userId} || n, 'Chrome on Android', now() + interval '20 days', now() + interval '20 days' from ${series(400)}`);

  const posts = days * perDay('postsPerDay');
  const third = Math.ceil(posts / 3);
  const [body, answer] = [text(postLimits.questionBody), text(postLimits.answer)];
  await run(sql`insert into questions (author_id, title, body, body_html)
    select ${userId}::uuid, ${text(postLimits.title.max)}, ${body}, ${body} from ${series(third)}`);
  await run(sql`insert into comments (question_id, author_id, body, body_html)
    select q.id, ${userId}::uuid, ${answer}, ${answer} from questions q where q.author_id = ${userId}`);
  await run(sql`insert into replies (comment_id, author_id, body, body_html)
    select c.id, ${userId}::uuid, ${answer}, ${answer} from comments c where c.author_id = ${userId}`);
  await run(sql`insert into reactions (entity_type, entity_id, user_id, is_like)
    select 'ARTICLE', n, ${userId}::uuid, true from ${series(20_000)}`);
  await run(sql`insert into follows (user_id, entity_type, entity_id)
    select ${userId}::uuid, 'ARTICLE', n::text from ${series(mostFollows)}`);
  await run(sql`insert into reports (entity_type, entity_id, reporter_id, reason, note, is_of_standing)
    select 'QUESTION', 1000000 + n, ${userId}::uuid, 'SPAM', ${text(500)}, false from ${series(days * perDay('reports'))}`);
  await run(sql`insert into notifications (user_id, kind, actor_id, question_id, awaits_push)
    select ${userId}::uuid, 'COMMENT', ${userId}::uuid, q.id, false from (select id from questions where author_id = ${userId} limit 1) q, ${series(12_000)}`);
  await run(sql`insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
    select gen_random_uuid(), ${userId}::uuid, (select id from sessions where user_id = ${userId} limit 1), 'https://push.example.com/' || ${userId} || repeat('x', 900) || n, repeat('x', 87), repeat('x', 22) from ${series(mostSubscriptions)}`);
  await run(sql`insert into tickets (kind, name, email, subject, body, user_id)
    select 'contact', ${name}, 'asha@example.in', ${text(150)}, ${text(5_000)}, ${userId}::uuid from ${series(days * 24)}`);

  await run(sql`insert into studio_pieces (kind, id, key, source_key, revision, state, title, created_by, updated_by)
    select 'articles', 10000000 + n, ${userId} || n, 'content:' || ${userId} || n, 1, 'draft', ${text(150)}, ${userId}::uuid, ${userId}::uuid from ${series(mostDrafts)} on conflict do nothing`);
  await run(sql`insert into studio_revisions (kind, piece_id, number, fields, body, author_id)
    select kind, id, 1, jsonb_build_object('title', title), ${text(10_000)}, created_by from studio_pieces where created_by = ${userId}`);
  await run(sql`insert into studio_acts (actor, act, kind, piece_id, note)
    select ${userId}, 'change', 'articles', 10000001, ${text(200)} from ${series(15_000)}`);
  await run(sql`insert into studio_media (path, kind, width, height, bytes, description, uploaded_by)
    select '/media/studio/' || md5(${userId} || n) || '.webp', 'picture', 100, 100, 1000, ${text(300)}, ${userId}::uuid from ${series(300)}`);
  return third * 3;
}

/** Fills the desks of the newsroom with what such an account, and somebody of the newsroom, leave on them. */
export async function fillDesks(db: Queryable, userId: string, staffId: string): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => db.execute(statement);
  const series = (many: number) => sql`generate_series(1, ${many}::int) n`;
  const answer = text(postLimits.answer);
  const first = sql`(select min(id) from questions where author_id = ${userId})`;
  // One thread with thousands of answers and replies, by people who have left.
  await run(sql`insert into comments (question_id, author_id, body, body_html)
    select ${first}, null, ${answer}, ${answer} from ${series(3_000)}`);
  await run(sql`insert into replies (comment_id, author_id, body, body_html)
    select (select min(id) from comments where question_id = ${first}), null, ${answer}, ${answer} from ${series(3_000)}`);
  await run(sql`update questions set comment_count = 3001 where id = ${first}`);
  await run(
    sql`update comments set reply_count = 3001 where id = (select min(id) from comments where question_id = ${first})`,
  );
  await run(sql`insert into reports (entity_type, entity_id, reporter_id, reason, note, is_of_standing)
    select 'COMMENT', id, ${staffId}::uuid, 'SPAM', ${text(500)}, false from comments where question_id = ${first}`);
  await run(sql`insert into moderation_acts (act, entity_type, entity_id, moderator_id, author_id, reason)
    select 'HIDE', 'QUESTION', id, ${staffId}::uuid, ${userId}::uuid, ${text(500)} from questions, generate_series(1, 20) where author_id = ${userId}`);
  await run(sql`insert into appeals (act_id, user_id, text)
    select id, ${userId}::uuid, ${text(2_000)} from moderation_acts where author_id = ${userId} order by id limit 2000`);
  await run(sql`insert into tickets (kind, name, email, subject, body, user_id, acknowledge_by, decide_by)
    select 'grievance', ${text(maxNameLength)}, 'asha@example.in', 'WRONG', ${text(5_000)}, ${userId}::uuid, now(), now() from ${series(2_000)}`);
  await run(sql`insert into ticket_answers (ticket_id, body, is_interim, by)
    select (select min(id) from tickets where kind = 'grievance'), ${text(5_000)}, true, ${staffId}::uuid from ${series(300)}`);

  const piece = sql`(select min(id) from studio_pieces where created_by = ${userId})`;
  await run(sql`insert into studio_revisions (kind, piece_id, number, fields, body, author_id)
    select 'articles', ${piece}, n + 1, jsonb_build_object('title', ${text(150)}::text), ${text(40_000)} || n, ${userId}::uuid from ${series(1_000)}`);
  await run(sql`update studio_pieces set revision = 1001 where id = ${piece} and kind = 'articles'`);
  await run(sql`insert into studio_preview_links (id, kind, piece_id, secret_hash, created_by, expires_at)
    select gen_random_uuid(), 'articles', ${piece}, 'none' || n, ${staffId}::uuid, now() + interval '6 days' from ${series(300)}`);
  await run(sql`insert into studio_preview_comments (link_id, revision, name, text)
    select id, 1, ${text(80)}, ${text(2_000)} from studio_preview_links, ${series(20)}`);
  await run(sql`insert into studio_invitations (identifier, roles, invited_by, expires_at)
    select 'asha' || n || '@example.in', '{writer}', ${staffId}::uuid, now() + interval '6 days' from ${series(1_000)}`);
  await run(sql`insert into import_jobs (task, state, name, by, report)
    select 'check', 'done', ${text(200)}, ${staffId}::uuid, jsonb_build_array(jsonb_build_object('kind', 'lost', 'reason', 'none', 'more', 0,
      'names', (select jsonb_agg(${text(100)}::text || m) from generate_series(1, 1000) m))) from ${series(100)}`);
  await run(sql`insert into checked_links (url, host, checked_at, outcome, failures, first_failed_at, first_broken_at)
    select 'https://example.in/' || n || ${'a'.repeat(1_000)}::text, 'example.in', now(), 'gone', 5, now(), now() from ${series(5_000)}`);
  await run(sql`insert into link_uses (url, kind, piece_id) select url, 'articles', ${piece} from checked_links`);
}

type Own = { question: number; piece: number };
export const ownOf = async (db: Queryable, userId: string): Promise<Own> =>
  (
    await db.execute<Own>(sql`select
      (select min(id) from questions where author_id = ${userId}) as question, (select min(id) from studio_pieces where created_by = ${userId}) as piece`)
  ).rows[0]!;

/** Every GET of these calls and every page, with what this account has where an address names something. */
export function addressesOf(calls: string[], userId: string, own: Own): string[] {
  const api = calls.flatMap((call) => {
    const query = matrix[call]?.query;
    const [method, path] = call.split(' ') as [string, string];
    if (method !== 'GET' || path.startsWith('/otp/') || path === '/user/export') return [];
    const id = path.includes('/studio/articles/') ? own.piece : path.includes('/question') ? own.question : 1;
    const filled = path.replace('{n}', '1').replace(/\{\w+\}/, String(id));
    return [`/api${filled}${query ? `?${query.replace(':question', String(own.question))}` : ''}`];
  });
  const keys: Record<string, string> = {
    '/community/question/:key': `none-${Buffer.from(String(own.question)).toString('base64url')}`,
    '/community/post/:key': `question-${own.question}`,
    '/studio/moderation/people/:key': userId,
  };
  const pages = pageTable.pages.flatMap(({ pattern }) =>
    pattern === '/signout'
      ? []
      : [
          pattern
            .replace(':kind', 'articles')
            .replace('complaints/:piece', 'complaints/1001')
            .replace(':piece', String(own.piece))
            .replace(/:\w+/, keys[pattern] ?? 'none-MTAwMQ'),
        ],
  );
  pages.push(
    `/search?q=${encodeURIComponent(text(100))}`,
    `/search?kind=questions&page=9&q=${encodeURIComponent('राशन')}`,
  );
  return [...api, ...pages];
}
