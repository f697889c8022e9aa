import type { ReactNode } from 'react';
import { PostText, Who } from '../../features/communities/post-parts.tsx';
import { FollowButton } from '../../features/follows/follow-button.tsx';
import { type ModerationActView, reportReasons } from '../../features/moderation/moderation.contract.ts';
import type { PublicUser } from '../../features/users/users.contract.ts';
import { follows } from '../../messages/follows.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { formatDate, fullStop, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Told } from '../account/gate.tsx';
import { useHere } from '../account/use-here.ts';
import type { PostIntent } from './act-on-post.server.ts';
import type { NumberKind } from './check-words.ts';
import { moderationPath } from './moderated-posts.tsx';
import { keyOf } from './moderation-view.tsx';
import { Accept, type Answer, DeleteSure } from './one-post-parts.tsx';
import { Masked, NumbersWarning, Problem } from './post-form.tsx';
import { SignInStepView } from './sign-in-step-view.tsx';
import type { SignInModel } from './sign-in-to-post.server.ts';
import { Field, TextArea } from '../../ui/field.tsx';

type Kind = 'QUESTION' | 'COMMENT' | 'REPLY';
type Sent = {
  intent: PostIntent | null;
  problem: string | null;
  title: string;
  body: string;
  url: string;
  numbers: NumberKind[];
  isMasked: boolean;
  isAsked: boolean;
};

export type OnePostModel =
  | { signIn: SignInModel; path: string }
  /** A hidden post, for one who has reported it. */
  | { signIn: null; hidden: Kind; backHref: string }
  | {
      signIn: null;
      hidden: null;
      post: {
        entityType: Kind;
        id: number;
        title: string;
        body: string;
        bodyHtml: string;
        createdBy: PublicUser | null;
        createdAt: string;
        editedAt: string | null;
        isLive: boolean;
        /** Address of the question that it was merged into. */
        mergedInto: string | null;
      };
      /** Whether the viewer follows the writer; null for nobody to follow. */
      follow: boolean | null;
      backHref: string;
      may: {
        edit: boolean;
        delete: boolean;
        moderate: boolean;
        report: boolean;
        accept: 'do' | 'undo' | null;
        /** Of the newsroom, and the answer is another's. */
        check: boolean;
        summary: boolean;
        /** A trusted member, and the answer is another's. */
        improve: boolean;
        close: 'do' | 'undo' | null;
      };
      /** Of the question, by the newsroom. */
      summary: { text: string; at: string | null };
      duplicate: DuplicateModel | null;
      /** Answers to the viewer's own question. */
      answers: Answer[];
      editableHours: number;
      acts: ModerationActView[];
      told: 'reported' | null;
      sent: Sent | null;
    };
export type DuplicateModel = {
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
type Whole = Extract<OnePostModel, { hidden: null }>;

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
        <Told title={c.one.reported}>
          <p>{c.one.hiddenSince}</p>
        </Told>
        <p>
          <a className="link" href={backHref}>
            {c.one.back}
          </a>
        </p>
      </article>
    </div>
  );
}

export function OnePostView(model: OnePostModel) {
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
          {told && <Told title={c.one.reported} />}
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
