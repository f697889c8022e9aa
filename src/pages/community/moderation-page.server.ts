import { redirect } from 'react-router';
import { z } from 'zod';
import type { Queryable } from '../../database/connect.server.ts';
import type { PostType } from '../../database/tables/communities.ts';
import { readPost } from '../../features/communities/one-post.queries.server.ts';
import { hashOfSeen, moderate } from '../../features/moderation/moderate.server.ts';
import { moderateTogether, type SeenPost } from '../../features/moderation/moderate-together.server.ts';
import { listActs, mapNewestActs } from '../../features/moderation/moderation-log.queries.server.ts';
import {
  actInput,
  actsTogether,
  mostTogether,
  postTypes,
  type QueueEntry,
} from '../../features/moderation/moderation.contract.ts';
import { findEntry, listQueue } from '../../features/moderation/moderation.queries.server.ts';
import { readContext } from '../../features/moderation/person-and-context.queries.server.ts';
import { presentAct } from '../../features/moderation/present-act.ts';
import { account } from '../../messages/account.ts';
import { moderation } from '../../messages/moderation.ts';
import { community as c } from '../../messages/community.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { safeText } from '../../platform/wire/wire.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { placeOf } from './act-on-post.server.ts';
import { wordsFor } from './act-on-question.server.ts';
import { linesOf } from './check-words.ts';
import { type ModerationBase, moderationPath } from './moderated-posts.tsx';
import { keyOf, type ModerationModel, type ModerationSent } from './moderation-view.tsx';
import { pageIn } from '../page-in.ts';

const keyPattern = /^(question|comment|reply)-([1-9]\d{0,8})$/i;

/** Parses `COMMENT-12` in either case (post URLs are in lower case). @throws AppError page_not_found */
async function entryOf(db: Queryable, key: string): Promise<NonNullable<ModerationModel['one']>> {
  const [, kind, id] = keyPattern.exec(key) ?? [];
  const entityType = postTypes.find((type) => type === kind?.toUpperCase());
  const entry = entityType ? await findEntry(db, entityType, Number(id)) : null;
  if (!entry) throw notFound('page');
  const { commentId, questionUrl } = await readPost(db, entry.entityType, entry.entityId);
  return {
    entry,
    textHash: hashOfSeen(entry),
    log: (await listActs(db, entry.entityType, entry.entityId)).map(presentAct),
    context: await readContext(db, entry.entityType, entry.entityId),
    backHref: placeOf({ entityType: entry.entityType, id: entry.entityId, commentId }, questionUrl),
  };
}

async function ticksOf(db: Queryable, entries: QueueEntry[]): Promise<Map<string, string>> {
  const newest = await mapNewestActs(db, entries);
  return new Map(
    entries.map((entry) => [keyOf(entry), `${keyOf(entry)} ${newest.get(keyOf(entry)) ?? 0} ${hashOfSeen(entry)}`]),
  );
}

/** The queue, or one post with what stands around it: the same for `/moderation` and the studio's desk. */
export async function readModeration(
  { connection: { db } }: Pick<PageServices, 'connection'>,
  url: URL,
  base: ModerationBase,
  sent: ModerationSent | null,
): Promise<ModerationModel> {
  const key = url.searchParams.get('post');
  const one = key === null ? null : await entryOf(db, key);
  const queue = await listQueue(db, { page: pageIn(url), pageSize: mostTogether });
  const done = url.searchParams.get('done');
  const already = (url.searchParams.get('already') ?? '').split('.').filter((key) => keyPattern.test(key));
  return {
    base,
    queue,
    ticks: one ? new Map() : await ticksOf(db, queue.data),
    sent,
    one,
    isDone: done !== null && !url.searchParams.has('already') && !sent,
    together: done !== null && url.searchParams.has('already') && !sent ? { done: Number(done) || 0, already } : null,
  };
}

/** What the form of an act holds. */
const typedIn = (form: URLSearchParams) => ({
  post: form.get('post') ?? '',
  act: form.get('act') ?? '',
  reason: linesOf(form.get('reason')),
  days: form.get('days') ?? '',
  keepsPost: form.has('keepsPost'),
  keepsNothing: form.has('keepsNothing'),
  chosen: form.getAll('choose').slice(0, mostTogether),
});

/** An act typed before the session ended, shown again in its form. */
export const actAgain = (form: URLSearchParams): ModerationSent => ({ ...typedIn(form), problem: account.again.back });

/** One act by the form. @returns what to show again, or a redirect */
export async function moderateByForm(
  services: PageServices,
  viewer: Viewer,
  url: URL,
  form: URLSearchParams,
  base: ModerationBase,
): Promise<ModerationSent | Response> {
  if (form.has('together')) return moderateTogetherByForm(services, viewer, form, base);
  const typed = typedIn(form);
  const { post, act, reason, days, keepsPost, keepsNothing } = typed;
  const [entityType, entityId] = post.split('-');
  const seen = form.get('afterAct');
  const refuse = (status: number, problem: string): ModerationSent => ({ ...typed, status, problem });
  const input = actInput.safeParse({
    entityType,
    entityId: Number(entityId),
    act,
    reason,
    ...(seen === null ? {} : { afterAct: Number(seen) }),
    ...(act === 'SUSPEND' ? { days: Number(days), keepsPost } : {}),
    ...(act === 'DELETE' ? { keepsNothing } : {}),
  });
  if (!input.success) {
    const fields = new Set(input.error.issues.map(({ path }) => path[0]));
    return refuse(
      400,
      fields.has('act')
        ? c.moderation.actNeeded
        : fields.has('reason')
          ? c.moderation.reasonNeeded
          : fields.has('days')
            ? c.moderation.daysNeeded
            : c.badRequest,
    );
  }
  try {
    await moderate(services, viewer, input.data, form.get('textHash') ?? undefined);
    const isOne = url.searchParams.has('post') && act !== 'DELETE';
    return redirect(isOne ? `${moderationPath(post, base)}&done=1` : `${base}?done=1`, 303);
  } catch (error) {
    const { status, words } = wordsFor(error);
    return refuse(status, words);
  }
}

const chosenPost = z
  .string()
  .regex(/^(?:QUESTION|COMMENT|REPLY)-[1-9]\d{0,8} \d{1,9} [\da-f]{64}$/)
  .transform((text): SeenPost => {
    const [entityType, entityId, afterAct, textHash] = text.split(/[- ]/) as [PostType, string, string, string];
    return { entityType, entityId: Number(entityId), afterAct: Number(afterAct), textHash };
  });
const togetherInput = z.object({
  act: z.enum(actsTogether),
  reason: safeText(500),
  posts: z.array(chosenPost).min(1).max(mostTogether),
});

/** All that are chosen. @returns as `moderateByForm` */
async function moderateTogetherByForm(
  services: PageServices,
  viewer: Viewer,
  form: URLSearchParams,
  base: ModerationBase,
): Promise<ModerationSent | Response> {
  const typed = typedIn(form);
  const chosen = [...new Set(form.getAll('choose'))];
  const input = togetherInput.safeParse({ act: form.get('together'), reason: typed.reason, posts: chosen });
  if (!input.success) {
    const problem = chosen.length === 0 ? moderation.together.noneChosen : c.badRequest;
    return { ...typed, post: '', status: 400, problem };
  }
  const { act, reason, posts } = input.data;
  if (act === 'DELETE' && posts.length > 1 && !form.has('really'))
    return { ...typed, post: '', status: 400, problem: moderation.together.reallyNeeded };
  const { done, already } = await moderateTogether(services, viewer, act, reason, posts);
  return redirect(`${base}?done=${done}&already=${already.map(keyOf).join('.')}`, 303);
}
