import { redirect } from 'react-router';
import type { Queryable } from '../../database/connect.server.ts';
import { readPost } from '../../features/communities/one-post.queries.server.ts';
import { moderate } from '../../features/moderation/moderate.server.ts';
import { listActs } from '../../features/moderation/moderation-log.queries.server.ts';
import { actInput, postTypes } from '../../features/moderation/moderation.contract.ts';
import { findEntry, listQueue } from '../../features/moderation/moderation.queries.server.ts';
import { readContext } from '../../features/moderation/person-and-context.queries.server.ts';
import { presentAct } from '../../features/moderation/present-act.ts';
import { account } from '../../messages/account.ts';
import { community as c } from '../../messages/community.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { placeOf } from './act-on-post.server.ts';
import { wordsFor } from './act-on-question.server.ts';
import { linesOf } from './check-words.ts';
import { type ModerationBase, moderationPath } from './moderated-posts.tsx';
import { keyOf, type ModerationModel, type ModerationSent } from './moderation-view.tsx';
import { pageIn } from '../page-in.ts';

/** Parses `COMMENT-12` in either case (post URLs are in lower case). @throws AppError page_not_found */
async function entryOf(db: Queryable, key: string): Promise<NonNullable<ModerationModel['one']>> {
  const [, kind, id] = /^(question|comment|reply)-([1-9]\d{0,8})$/i.exec(key) ?? [];
  const entityType = postTypes.find((type) => type === kind?.toUpperCase());
  const entry = entityType ? await findEntry(db, entityType, Number(id)) : null;
  if (!entry) throw notFound('page');
  const { commentId, questionUrl } = await readPost(db, entry.entityType, entry.entityId);
  return {
    entry,
    context: await readContext(db, entry.entityType, entry.entityId),
    backHref: placeOf({ entityType: entry.entityType, id: entry.entityId, commentId }, questionUrl),
  };
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
  const queue = await listQueue(db, { page: pageIn(url), pageSize: 20 });
  const logs = new Map(
    await Promise.all(
      (one ? [one.entry] : queue.data).map(
        async (entry) =>
          [keyOf(entry), (await listActs(db, entry.entityType, entry.entityId)).map(presentAct)] as const,
      ),
    ),
  );
  return { base, queue, logs, sent, one, isDone: url.searchParams.has('done') && !sent };
}

/** What the form of an act holds. */
const typedIn = (form: URLSearchParams) => ({
  post: form.get('post') ?? '',
  act: form.get('act') ?? '',
  reason: linesOf(form.get('reason')),
  days: form.get('days') ?? '',
  keepsPost: form.has('keepsPost'),
  keepsNothing: form.has('keepsNothing'),
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
    await moderate(services, viewer, input.data);
    const isOne = url.searchParams.has('post') && act !== 'DELETE';
    return redirect(isOne ? `${moderationPath(post, base)}&done=1` : `${base}?done=1`, 303);
  } catch (error) {
    const { status, words } = wordsFor(error);
    return refuse(status, words);
  }
}
