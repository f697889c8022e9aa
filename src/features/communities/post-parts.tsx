import { community as c } from '../../messages/community.ts';
import { formatDate, formatNumber, langOf } from '../../ui/format.ts';
import { keepTogetherInHtml } from '../../ui/keep-together.ts';
import { Icon } from '../../ui/icon.tsx';
import { dyes } from '../categories/dyes.ts';
import type { PublicUser } from '../users/users.contract.ts';
import type { Comment, Question, Reply } from './communities.contract.ts';

type Written = Pick<
  Reply,
  'id' | 'body' | 'bodyHtml' | 'createdBy' | 'createdAt' | 'editedAt' | 'likeCount' | 'dislikeCount'
>;
type PostKind = 'QUESTION' | 'COMMENT' | 'REPLY';

/** Derived from the id, so that a person has the same colour on every page. */
const dyeOf = (id: string) => dyes[[...id].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % dyes.length];
const initialOf = (name: string) => ([...new Intl.Segmenter().segment(name)][0]?.segment ?? '').toLocaleUpperCase();

/** Who of the newsroom wrote it; nobody can write this themself. */
export const Marked = ({ mark }: { mark: PublicUser['mark'] }) =>
  mark && (
    <>
      <strong className="mark" data-mark={mark.kind}>
        <Icon name="check" />
        {mark.words}
      </strong>
      {' · '}
    </>
  );

export function Who({
  post,
  role,
  askerId = null,
}: {
  post: Pick<Written, 'createdBy' | 'createdAt' | 'editedAt'>;
  role?: string | undefined;
  askerId?: string | null;
}) {
  const { createdBy, createdAt, editedAt } = post;
  const { id, displayName, mark } = createdBy ?? { id: '', displayName: nameOf(post, askerId), mark: null };
  return (
    <p className="who" data-dye={dyeOf(id)}>
      <span className="face" aria-hidden="true">
        {initialOf(displayName)}
      </span>
      <span>
        <b lang={langOf(displayName)}>{displayName}</b>
        <Marked mark={mark} />
        {role && `${role} · `}
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        {editedAt && ` · ${c.edited(editedAt)}`}
      </span>
    </p>
  );
}

/** `bodyHtml` is sanitised when the post is saved. */
export function PostText({ post }: { post: Pick<Written, 'body' | 'bodyHtml'> }) {
  if (!post.bodyHtml) return null;
  return (
    <div
      className="md"
      lang={langOf(post.body ?? '')}
      dangerouslySetInnerHTML={{ __html: keepTogetherInHtml(post.bodyHtml) }}
    />
  );
}

/** The buttons belong to the page's one reaction form by its id: a form for each button would bloat a long thread. */
export function Likes({ kind, post }: { kind: PostKind; post: Pick<Written, 'id' | 'likeCount' | 'dislikeCount'> }) {
  const value = `${kind}-${post.id}`;
  return (
    <>
      <button className="tool" form="react" name="like" value={value} aria-label={c.helpful(post.likeCount)}>
        <Icon name="up" />
        <span>{formatNumber(post.likeCount)}</span>
      </button>
      <button className="tool" form="react" name="dislike" value={value} aria-label={c.notHelpful(post.dislikeCount)}>
        <Icon name="dn" />
        <span>{formatNumber(post.dislikeCount)}</span>
      </button>
    </>
  );
}

export const onePostPath = (kind: PostKind, id: number) => `/community/post/${kind.toLowerCase()}-${id}`;

export function MoreLink({ kind, id, name }: { kind: PostKind; id: number; name: string }) {
  return (
    <a
      className="tool"
      rel="nofollow"
      href={onePostPath(kind, id)}
      data-post={`${kind}-${id}`}
      aria-label={c.moreOf(name)}
    >
      <Icon name="flag" />
    </a>
  );
}

/** Without a writer it is of who asked without a name: this question, or one that was merged into it. */
export const nameOf = ({ createdBy }: Pick<Written, 'createdBy'>, askerId: string | null = null): string =>
  createdBy?.displayName ?? (askerId === null ? c.theAsker : c.nameless);
const roleOf = ({ createdBy }: Pick<Written, 'createdBy'>, askerId: string | null): string | undefined =>
  createdBy && createdBy.id === askerId ? c.askedIt : undefined;

export function ReplyPost({ reply, askerId }: { reply: Reply; askerId: string | null }) {
  if (reply.isDeleted)
    return (
      <div className="post" id={`reply-${reply.id}`}>
        <p className="soft">{c.removedReply}</p>
      </div>
    );
  return (
    <div className="post" id={`reply-${reply.id}`}>
      <Who post={reply} role={roleOf(reply, askerId)} askerId={askerId} />
      <PostText post={reply} />
      <div className="react">
        <Likes kind="REPLY" post={reply} />
        <MoreLink kind="REPLY" id={reply.id} name={nameOf(reply, askerId)} />
      </div>
    </div>
  );
}

type CommentProps = {
  comment: Comment;
  question: Question;
  replies: Reply[];
  /** Page of the comment with all its replies; absent on that page itself. */
  href?: string;
};

export function CommentPost({ comment, question, replies, href }: CommentProps) {
  const askerId = question.createdBy?.id ?? null;
  const left = comment.replyCount - replies.length;
  const kids = (replies.length > 0 || (href && left > 0)) && (
    <div className="kids">
      {replies.map((reply) => (
        <ReplyPost key={reply.id} reply={reply} askerId={askerId} />
      ))}
      {href && left > 0 && (
        <p>
          <a className="link" href={`${href}#replies`}>
            {c.showReplies(left)}
          </a>
        </p>
      )}
    </div>
  );
  if (comment.isDeleted)
    return (
      <article className="post" id={`comment-${comment.id}`}>
        <p className="soft">{c.removed}</p>
        {kids}
      </article>
    );
  const displayName = nameOf(comment, askerId);
  const post = (
    <>
      <Who post={comment} role={roleOf(comment, askerId)} askerId={askerId} />
      <PostText post={comment} />
      {comment.improved && (
        <p className="soft small">
          {c.improvedBy(nameOf({ createdBy: comment.improved.by }, askerId))}{' '}
          <span lang={langOf(comment.improved.reason)}>{comment.improved.reason}</span>{' '}
          <a className="link" rel="nofollow" href={`/community/answer/${comment.id}/history`}>
            {c.versions}
          </a>
        </p>
      )}
      {comment.checked && (
        <p className="stamp good">
          <Icon name="check" />
          <span>
            {c.checkedOn(formatDate(comment.checked.on))}{' '}
            <a className="link" href={comment.checked.source.url} rel="nofollow noopener" dir="auto">
              {comment.checked.source.title}
            </a>{' '}
            ({new URL(comment.checked.source.url).host})
          </span>
        </p>
      )}
      <div className="react">
        <Likes kind="COMMENT" post={comment} />
        <button className="tool" form="worked-form" name="comment" value={comment.id}>
          <Icon name="check" />
          {c.worked(comment.workedCount)}
        </button>
        {href && !question.isClosed && !question.isDeleted && (
          <a className="tool" rel="nofollow" href={`${href}#reply`} aria-label={c.replyTo(displayName)}>
            <Icon name="reply" />
            {c.reply}
          </a>
        )}
        <MoreLink kind="COMMENT" id={comment.id} name={displayName} />
      </div>
      {kids}
    </>
  );
  if (!comment.isAccepted)
    return (
      <article className="post" id={`comment-${comment.id}`}>
        {post}
      </article>
    );
  return (
    <article className="best good" id={`comment-${comment.id}`}>
      <span className="state">
        <Icon name="check" />
        {c.acceptedBy(question.createdBy?.displayName ?? null)}
      </span>
      <div className="post">{post}</div>
    </article>
  );
}

/** A question in a sidebar list: its title and whether it is answered. */
export function QuestionLine({
  question,
}: {
  question: Pick<Question, 'canonicalUrl' | 'title' | 'commentCount' | 'acceptedCommentId'>;
}) {
  return (
    <li>
      <span>
        <b>
          <a href={question.canonicalUrl} lang={langOf(question.title ?? '')}>
            {question.title}
          </a>
        </b>
        <small>
          {c.answers(question.commentCount)}
          {question.acceptedCommentId !== null && `, ${c.accepted}`}
        </small>
      </span>
    </li>
  );
}
