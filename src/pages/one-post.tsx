import { redirect } from 'react-router';
import { editableHours } from '../features/communities/communities.contract.ts';
import {
  isAuthor,
  isModerator,
  mayAccept,
  mayClose,
  mayDelete,
  mayEdit,
} from '../features/communities/communities.policy.ts';
import { type OnePost, readPost } from '../features/communities/one-post.queries.server.ts';
import { listActs } from '../features/moderation/moderation-log.queries.server.ts';
import { presentAct } from '../features/moderation/moderate.server.ts';
import { postTypes } from '../features/moderation/moderation.contract.ts';
import { notFound } from '../platform/errors.ts';
import { needsViewer, pageAction, personalLoader } from '../platform/page-loader.server.ts';
import type { PageServices } from '../platform/page-services.server.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../ui/thread.css';
import { actOnPost, type PostSent } from './community/act-on-post.server.ts';
import { OnePostView, type OnePostModel } from './community/one-post-view.tsx';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'community' };

/** `comment-12`; what is hidden is there for its author and for moderators only. */
async function postAt(
  { connection: { db } }: PageServices,
  key: string | undefined,
  viewer: Viewer | null,
): Promise<OnePost> {
  const [, kind, id] = /^(question|comment|reply)-([1-9]\d{0,8})$/.exec(key ?? '') ?? [];
  const entityType = postTypes.find((type) => type === kind?.toUpperCase());
  if (!entityType) throw notFound('page');
  const post = await readPost(db, entityType, Number(id));
  if (!post.isLive && !(viewer && (isAuthor(viewer, post) || isModerator(viewer)))) throw notFound('page');
  return post;
}

export const loader = personalLoader<PostSent>(async ({ services, params, url, viewer: asker, sent }) => {
  if (sent?.signIn) return { model: { signIn: sent.signIn, path: url.pathname } satisfies OnePostModel };
  // Whoever signed in with the form that was sent is known from the next page on.
  const viewer = needsViewer(sent?.viewer ?? asker, url);
  const post = await postAt(services, params.key, viewer);
  const now = services.clock();
  const isMine = isAuthor(viewer, post);
  const acts =
    isMine || isModerator(viewer)
      ? (await listActs(services.connection.db, post.entityType, post.id)).map(presentAct)
      : [];
  const isQuestion = post.entityType === 'QUESTION';
  const model: OnePostModel = {
    signIn: null,
    post: {
      entityType: post.entityType,
      id: post.id,
      title: post.questionTitle,
      body: post.body,
      bodyHtml: post.bodyHtml,
      createdBy: post.createdBy,
      createdAt: post.createdAt.toISOString(),
      isLive: post.isLive,
    },
    backHref: post.questionUrl,
    may: {
      edit: post.isLive && mayEdit(viewer, post, now),
      delete: mayDelete(viewer, post),
      report: post.isLive && !isMine,
      accept:
        post.entityType === 'COMMENT' && post.isLive && mayAccept(viewer, { authorId: post.questionAuthorId })
          ? post.acceptedCommentId === post.id
            ? 'undo'
            : 'do'
          : null,
      close: isQuestion && post.isLive && mayClose(viewer, post) ? (post.isClosed ? 'undo' : 'do') : null,
    },
    editableHours,
    acts,
    told: url.searchParams.get('told') === 'reported' && !sent ? 'reported' : null,
    sent: sent
      ? {
          intent: sent.intent,
          problem: sent.problem,
          title: sent.title,
          body: sent.body,
          numbers: sent.numbers,
          isMasked: sent.isMasked,
        }
      : null,
  };
  return { model };
});

export const action = pageAction<PostSent>(async (args) => {
  if (!args.viewer && !args.form.has('intent')) throw redirect('/login', 303);
  return actOnPost(args, (viewer) => postAt(args.services, args.params.key, viewer));
});

export default function OnePostPage() {
  return <ServedPage view={import.meta.env.SSR && OnePostView} />;
}
