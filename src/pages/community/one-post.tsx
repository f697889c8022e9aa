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
import { postTypes, type ModerationActView, reportReasons } from '../../features/moderation/moderation.contract.ts';
import { hasReported } from '../../features/moderation/moderation.queries.server.ts';
import { isTrustedMember } from '../../features/users/trusted-member.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import {
  type ModelOf,
  needsViewer,
  pageAction,
  personalLoader,
  type VisitArgs,
} from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import { actOnPost, type PostSent, type PostIntent } from './act-on-post.server.ts';
import type { ReactNode } from 'react';
import { PostText, Who } from '../../features/communities/post-parts.tsx';
import { FollowButton } from '../../features/follows/follow-button.tsx';
import { follows } from '../../messages/follows.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { formatDate, fullStop, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Notice } from '../account/gate.tsx';
import { useHere } from '../account/use-here.ts';
import { moderationPath } from './moderated-posts.tsx';
import { keyOf } from './moderation-view.tsx';
import { Accept, DeleteSure } from './one-post-parts.tsx';
import { Masked, NumbersWarning, Problem } from './post-form.tsx';
import { SignInStepView } from './sign-in-step-view.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { servedPage } from '../served-page.tsx';

type Kind = 'QUESTION' | 'COMMENT' | 'REPLY';
type Sent = Omit<PostSent, 'status' | 'signIn' | 'viewer'>;

type DuplicateModel = {
  kind: 'merge' | 'propose' | 'unmerge';
  /** Address of the question that a proposal names: of the member, or the newest for a moderator. */
  proposed: string | null;
};
const duplicateWords = ({ kind }: DuplicateModel) =>
  ({
    merge: { title: c.one.merge, note: c.one.mergeNote },
    propose: { title: c.one.askedBefore, note: c.one.askedBeforeNote },
    unmerge: { title: c.one.unmerge, note: c.one.unmergeNote },
  })[kind];
type Whole = Extract<Model, { hidden: null }>;

function Section({
  intent,
  title,
  note,
  sent,
  children,
}: {
  intent: PostIntent;
  title: string;
  note?: string;
  sent: Sent | null;
  children: ReactNode;
}) {
  const mine = sent?.intent === intent ? sent : null;
  return (
    <section className="stack" id={intent}>
      <SectionHead title={title} />
      {note && <p className="soft">{note}</p>}
      {mine?.problem && <Problem isFocused>{mine.problem}</Problem>}
      {mine?.isMasked && <Masked />}
      <form className="form" method="post" action={useHere()} noValidate>
        <input type="hidden" name="intent" value={intent} />
        {children}
        {mine && <NumbersWarning numbers={mine.numbers} />}
      </form>
    </section>
  );
}

function Edit({ post, sent }: Whole) {
  const typed = sent?.intent === 'edit' ? sent : post;
  const isQuestion = post.entityType === 'QUESTION';
  return (
    <>
      {isQuestion && <Field id="title" name="title" label={c.titleLabel} maxLength={200} defaultValue={typed.title} />}
      <TextArea
        id="body"
        name="body"
        label={isQuestion ? c.bodyLabel : post.entityType === 'COMMENT' ? c.yourAnswer : c.yourReply}
        maxLength={isQuestion ? 10_000 : 5_000}
        defaultValue={typed.body}
      />
      {!(sent?.intent === 'edit' && sent.numbers.length > 0) && (
        <button className="btn" name="do" value="post">
          {c.one.save}
        </button>
      )}
    </>
  );
}

function Check({ sent }: { sent: Sent | null }) {
  return (
    <>
      <Field id="source" name="title" label={c.one.source} maxLength={200} defaultValue={sent?.title ?? ''} />
      <Field
        id="url"
        name="url"
        type="url"
        label={c.one.sourceUrl}
        maxLength={2_000}
        defaultValue={sent?.url ?? ''}
        dir="ltr"
      />
      <TextArea
        id="check-note"
        name="body"
        label={c.one.checkRemark}
        maxLength={1_000}
        defaultValue={sent?.body ?? ''}
      />
      <div className="acts">
        <button className="btn">{c.one.checkIt}</button>
        <button className="btn ghost" name="do" value="undo">
          {c.one.uncheck}
        </button>
      </div>
    </>
  );
}

function Duplicate({ kind, proposed, sent }: DuplicateModel & { sent: Sent | null }) {
  if (kind === 'unmerge')
    return (
      <button className="btn ghost" name="do" value="undo">
        {c.one.unmerge}
      </button>
    );
  return (
    <>
      <Field id="other" name="url" label={c.one.otherQuestion} defaultValue={sent?.url ?? proposed ?? ''} dir="ltr" />
      <div className="acts">
        <button className="btn">{kind === 'merge' ? c.one.mergeIt : c.one.askedBeforeIt}</button>
        {proposed && (
          <button className="btn ghost" name="do" value="undo">
            {kind === 'merge' ? c.moderation.acts.RESTORE : c.one.takeBack}
          </button>
        )}
      </div>
    </>
  );
}

function Report() {
  return (
    <>
      <fieldset className="field">
        <legend>{c.one.reason}</legend>
        {reportReasons.map((reason) => (
          <label key={reason} className="tick">
            <input type="radio" name="reason" value={reason} required />
            <span>{c.one.reasons[reason]}</span>
          </label>
        ))}
      </fieldset>
      <TextArea id="note" name="note" label={c.one.note} hint={c.one.noteHint} maxLength={1_000} />
      <button className="btn">{c.one.reportIt}</button>
    </>
  );
}

function Acts({ acts }: { acts: ModerationActView[] }) {
  return (
    <section className="stack">
      <SectionHead title={c.one.acts} />
      <ul className="ledger">
        {acts.map((act) => (
          <li key={act.id}>
            <span>
              <b>
                {c.moderation.done[act.act]}
                {act.days !== null && `, ${c.moderation.forDays(act.days)}`}
              </b>
              <small>
                {act.isByReports && `${c.one.reported3}${fullStop()} `}
                {c.moderation.given(act.reason)}
              </small>
            </span>
            <span className="soft small">{formatDate(act.createdAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HiddenAfterReport({ kind, backHref }: { kind: Kind; backHref: string }) {
  return (
    <div className="wrap read no-toc">
      <PageHead title={t.site.titleOf(c.one.title)} description={c.one.title} />
      <div className="over">
        <Breadcrumbs crumbs={[{ name: t.nav.community, href: '/community' }, { name: c.one.kinds[kind] }]} />
      </div>
      <article className="paper">
        <h1 className="asked">{c.one.kinds[kind]}</h1>
        <Notice title={c.one.reported}>
          <p>{c.one.hiddenSince}</p>
        </Notice>
        <p>
          <a className="link" href={backHref}>
            {c.one.back}
          </a>
        </p>
      </article>
    </div>
  );
}

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

export const loader = personalLoader(async ({ services, params, url, viewer: asker, sent }: VisitArgs<PostSent>) => {
  if (sent?.signIn) return { model: { signIn: sent.signIn, path: url.pathname } };
  // Signing in within the form changes the viewer during this very request.
  const viewer = needsViewer(sent?.viewer ?? asker, url);
  const { post, isHidden } = await postAt(services, params.key, viewer);
  if (isHidden) {
    const backHref = post.entityType === 'QUESTION' || post.questionTitle === '' ? '/community' : post.questionUrl;
    return { model: { signIn: null, hidden: post.entityType, backHref } };
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
  const model = {
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
    /** Whether the viewer follows the writer; null for nobody to follow. */
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

type Model = ModelOf<typeof loader>;

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

function OnePostView(model: Model) {
  if (model.signIn)
    return (
      <SignInStepView
        model={model.signIn}
        path={model.path}
        words={new URLSearchParams(model.signIn.fields).get('body') ?? ''}
      />
    );
  if (model.hidden) return <HiddenAfterReport kind={model.hidden} backHref={model.backHref} />;
  const { post, may, sent, backHref, told, acts, answers, summary, duplicate } = model;
  return (
    <div className="wrap read no-toc">
      <PageHead
        title={t.site.titleOf(sent?.problem ? `${c.problem}: ${c.one.title}` : c.one.title)}
        description={c.one.title}
      />
      <div className="over">
        <Breadcrumbs crumbs={[{ name: t.nav.community, href: '/community' }, { name: c.one.kinds[post.entityType] }]} />
      </div>
      <div className="pile">
        <article className="paper">
          <h1 className="asked">{c.one.kinds[post.entityType]}</h1>
          {told && <Notice title={c.one.reported} />}
          {sent?.intent === null && sent.problem && <Problem isFocused>{sent.problem}</Problem>}
          {sent?.isAsked && <DeleteSure kind={post.entityType} backHref={backHref} />}
          <Who post={{ ...post, editedAt: null }} />
          {post.title !== '' && (
            <p lang={langOf(post.title)}>
              <b>{post.title}</b>
            </p>
          )}
          <PostText post={post} />
          {post.mergedInto ? (
            <p>
              {c.one.isMerged}{' '}
              <a className="link" href={post.mergedInto}>
                {c.one.thatQuestion}
              </a>
            </p>
          ) : (
            !post.isLive && <p className="soft">{c.hidden}</p>
          )}
          {post.createdBy && model.follow !== null && (
            <FollowButton
              type="USER"
              id={post.createdBy.id}
              text={model.follow ? follows.stop : follows.newAnswersBy(post.createdBy.displayName)}
              isOn={model.follow}
            />
          )}
          <p>
            <a className="link" href={backHref}>
              {c.one.back}
            </a>
          </p>
        </article>
        {may.accept && (
          <Section intent="accept" title={c.one.accept} note={c.one.acceptNote} sent={sent}>
            <button className="btn" name="do" value={may.accept}>
              {may.accept === 'do' ? c.one.acceptIt : c.one.unaccept}
            </button>
          </Section>
        )}
        {answers.length > 0 && (
          <Section intent="accept" title={c.one.accept} note={c.one.acceptNote} sent={sent}>
            <Accept answers={answers} />
          </Section>
        )}
        {may.moderate && (
          <section className="stack">
            <SectionHead title={c.moderation.one} />
            <p className="soft">{c.one.moderateNote}</p>
            <a className="btn ghost" href={moderationPath(keyOf({ entityType: post.entityType, entityId: post.id }))}>
              {c.moderation.one}
            </a>
          </section>
        )}
        {duplicate && (
          <Section intent="duplicate" {...duplicateWords(duplicate)} sent={sent}>
            <Duplicate {...duplicate} sent={sent?.intent === 'duplicate' ? sent : null} />
          </Section>
        )}
        {may.check && (
          <Section intent="check" title={c.one.check} note={c.one.checkNote} sent={sent}>
            <input type="hidden" name="editedAt" value={post.editedAt ?? ''} />
            <Check sent={sent?.intent === 'check' ? sent : null} />
          </Section>
        )}
        {may.improve && (
          <Section intent="improve" title={c.one.improve} note={c.one.improveNote} sent={sent}>
            <input type="hidden" name="editedAt" value={post.editedAt ?? ''} />
            <TextArea
              id="improved"
              name="body"
              label={c.yourAnswer}
              maxLength={5_000}
              defaultValue={sent?.intent === 'improve' ? sent.body : post.body}
            />
            <Field
              id="why"
              name="title"
              label={c.one.improveWhy}
              maxLength={300}
              defaultValue={sent?.intent === 'improve' ? sent.title : ''}
            />
            <button className="btn">{c.one.save}</button>
          </Section>
        )}
        {may.summary && (
          <Section intent="summary" title={c.one.summary} note={c.one.summaryNote} sent={sent}>
            <input type="hidden" name="summarisedAt" value={summary.at ?? ''} />
            <TextArea
              id="summary-text"
              name="body"
              label={c.one.summaryLabel}
              maxLength={2_000}
              defaultValue={sent?.intent === 'summary' ? sent.body : summary.text}
            />
            <div className="acts">
              <button className="btn">{c.one.summariseIt}</button>
              {summary.at && (
                <button className="btn ghost" name="do" value="undo">
                  {c.one.unsummarise}
                </button>
              )}
            </div>
          </Section>
        )}
        {may.edit && (
          <Section intent="edit" title={c.one.edit} note={c.one.editNote} sent={sent}>
            <Edit {...model} />
          </Section>
        )}
        {may.close && (
          <Section intent="close" title={c.one.close} note={c.one.closeNote} sent={sent}>
            <button className="btn ghost" name="do" value={may.close}>
              {may.close === 'do' ? c.one.closeIt : c.one.reopen}
            </button>
          </Section>
        )}
        {may.report && (
          <Section intent="report" title={c.one.report} note={c.one.reportNote} sent={sent}>
            <Report />
          </Section>
        )}
        {may.delete && !sent?.isAsked && (
          <Section intent="delete" title={c.one.delete} note={c.one.deleteNote} sent={sent}>
            <button className="btn ghost danger">{c.one.deleteIt}</button>
          </Section>
        )}
        {acts.length > 0 && <Acts acts={acts} />}
      </div>
    </div>
  );
}

export default servedPage(OnePostView);
