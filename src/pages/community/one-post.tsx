import { redirect } from 'react-router';
import { editableHours } from '../../features/communities/communities.contract.ts';
import {
  isAuthor,
  isModerator,
  isOfNewsroom,
  mayAccept,
  mayEdit,
} from '../../features/communities/communities.policy.ts';
import { editableFrom } from '../../features/communities/answer-revisions.server.ts';
import { listComments } from '../../features/communities/thread.queries.server.ts';
import { findProposal } from '../../features/communities/merge-questions.server.ts';
import { type OnePost, readPost } from '../../features/communities/one-post.queries.server.ts';
import { isFollowing } from '../../features/follows/followers.queries.server.ts';
import { listActs } from '../../features/moderation/moderation-log.queries.server.ts';
import { presentAct } from '../../features/moderation/present-act.ts';
import { postTypes } from '../../features/moderation/moderation.contract.ts';
import { hasReported } from '../../features/moderation/moderation.queries.server.ts';
import { isTrustedMember } from '../../features/users/trusted-member.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { needsViewer, pageAction, personalLoader } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import { actOnPost, type PostSent } from './act-on-post.server.ts';
import { type DuplicateModel, OnePostView, type OnePostModel } from './one-post-view.tsx';
import { servedPage } from '../served-page.tsx';

/**
 * `comment-12`; a hidden post is visible to its author and to moderators only.
 * @returns isHidden: for one who has reported it, and is told no more than that it is hidden
 */
async function postAt(
  { connection: { db } }: PageServices,
  key: string | undefined,
  viewer: Viewer,
): Promise<{ post: OnePost; isHidden: boolean }> {
  const [, kind, id] = /^(question|comment|reply)-([1-9]\d{0,8})$/.exec(key ?? '') ?? [];
  const entityType = postTypes.find((type) => type === kind?.toUpperCase());
  if (!entityType) throw notFound('page');
  const post = await readPost(db, entityType, Number(id));
  const isHidden = !post.isLive && !isAuthor(viewer, post) && !isModerator(viewer);
  if (isHidden && post.duplicateOf !== null) throw redirect(questionPath('', post.duplicateOf), 303);
  if (isHidden && !(await hasReported(db, viewer.userId, post))) throw notFound('page');
  return { post, isHidden };
}

export const loader = personalLoader<PostSent>(async ({ services, params, url, viewer: asker, sent }) => {
  if (sent?.signIn) return { model: { signIn: sent.signIn, path: url.pathname } satisfies OnePostModel };
  // Signing in within the form changes the viewer during this very request.
  const viewer = needsViewer(sent?.viewer ?? asker, url);
  const { post, isHidden } = await postAt(services, params.key, viewer);
  if (isHidden) {
    const backHref = post.entityType === 'QUESTION' || post.questionTitle === '' ? '/community' : post.questionUrl;
    return { model: { signIn: null, hidden: post.entityType, backHref } satisfies OnePostModel };
  }
  const now = services.clock();
  const createdAt =
    post.entityType === 'COMMENT'
      ? await editableFrom(services.connection.db, post.id, post.createdAt)
      : post.createdAt;
  const isMine = isAuthor(viewer, post);
  const acts =
    isMine || isModerator(viewer)
      ? (await listActs(services.connection.db, post.entityType, post.id)).map(presentAct)
      : [];
  const isQuestion = post.entityType === 'QUESTION';
  const model: OnePostModel = {
    signIn: null,
    hidden: null,
    post: {
      entityType: post.entityType,
      id: post.id,
      title: post.questionTitle,
      body: post.body,
      bodyHtml: post.bodyHtml,
      createdBy: post.createdBy,
      createdAt: post.createdAt.toISOString(),
      editedAt: post.editedAt?.toISOString() ?? null,
      isLive: post.isLive,
      mergedInto: post.duplicateOf === null ? null : questionPath('', post.duplicateOf),
    },
    follow:
      post.createdBy === null || isMine
        ? null
        : await isFollowing(services.connection.db, viewer.userId, 'USER', post.createdBy.id),
    backHref: post.questionUrl,
    may: {
      edit: post.isLive && mayEdit(viewer, { ...post, createdAt }, now),
      delete: isMine,
      moderate: isModerator(viewer) && !isMine,
      report: post.isLive && !isMine,
      accept:
        post.entityType === 'COMMENT' && post.isLive && mayAccept(viewer, { authorId: post.questionAuthorId })
          ? post.acceptedCommentId === post.id
            ? 'undo'
            : isAuthor(viewer, post)
              ? null
              : 'do'
          : null,
      check: post.entityType === 'COMMENT' && post.isLive && isOfNewsroom(viewer) && !isMine,
      improve:
        post.entityType === 'COMMENT' &&
        post.isLive &&
        !isMine &&
        post.createdBy?.mark?.kind !== 'newsroom' &&
        (await isTrustedMember(services.connection.db, viewer.userId)),
      summary: isQuestion && post.isLive && isOfNewsroom(viewer) && !isMine,
      close: isQuestion && post.isLive && isMine ? (post.isClosed ? 'undo' : 'do') : null,
    },
    summary: { text: post.summary ?? '', at: post.summarisedAt?.toISOString() ?? null },
    duplicate: isQuestion ? await duplicateFor(services, viewer, post) : null,
    answers: isQuestion && isMine && post.isLive ? await answersTo(services, viewer, post) : [],
    editableHours,
    acts,
    told: url.searchParams.get('told') === 'reported' && !sent ? 'reported' : null,
    sent: sent
      ? {
          intent: sent.intent,
          problem: sent.problem,
          title: sent.title,
          body: sent.body,
          url: sent.url,
          numbers: sent.numbers,
          isMasked: sent.isMasked,
          isAsked: sent.isAsked,
        }
      : null,
  };
  return { model };
});

/** What the viewer may say of a question that was asked before, and which proposal waits. */
async function duplicateFor(
  { connection: { db } }: PageServices,
  viewer: Viewer,
  { id, isLive, duplicateOf }: OnePost,
): Promise<DuplicateModel | null> {
  const mayMerge = isModerator(viewer);
  if (duplicateOf !== null) return mayMerge ? { kind: 'unmerge', proposed: null } : null;
  if (!isLive || !(mayMerge || (await isTrustedMember(db, viewer.userId)))) return null;
  const proposed = await findProposal(db, id, mayMerge ? null : viewer.userId);
  return {
    kind: mayMerge ? 'merge' : 'propose',
    proposed: proposed === null ? null : questionPath('', proposed),
  };
}

/** Candidates for the accepted answer. */
async function answersTo({ connection: { db } }: PageServices, { userId }: Viewer, { id }: OnePost) {
  const { data } = await listComments(db, id, { size: 50 }, null);
  return (
    data
      // Without a writer it is the asker's own.
      .filter(
        ({ isDeleted, isAccepted, createdBy }) => !isDeleted && createdBy && (isAccepted || createdBy.id !== userId),
      )
      .map(({ id: commentId, body, createdBy, isAccepted }) => ({
        id: commentId,
        name: createdBy!.displayName,
        words: (body ?? '').replace(/\s+/g, ' ').slice(0, 120),
        isAccepted,
      }))
  );
}

export const action = pageAction<PostSent>(async (args) => {
  if (!args.viewer && !args.form.has('intent')) throw redirect('/login', 303);
  return actOnPost(args, async (viewer) => {
    const { post, isHidden } = await postAt(args.services, args.params.key, viewer);
    if (isHidden) throw redirect(args.url.pathname, 303);
    return post;
  });
});

export default servedPage(OnePostView);
