import { redirect } from 'react-router';
import { listQuestionsByIds, listRecentQuestions } from '../../features/communities/communities.queries.server.ts';
import {
  type Question,
  type Comment,
  promisedHours,
  type Reply,
} from '../../features/communities/communities.contract.ts';
import { newestOfFrame, newestRead } from '../../features/communities/newest-questions.ts';
import { getQuestion, readThread } from '../../features/communities/thread.queries.server.ts';
import { readAnswer } from '../../features/communities/one-post.queries.server.ts';
import { plainWordsOf } from '../../features/communities/plain-words.ts';
import { dangersIn, helplinesAgainst } from '../../features/helplines/danger.server.ts';
import { listToReadFirst } from '../../features/search/search.queries.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { idOf, insistOn, insistOnItems, pageAction, pageLoader } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import { actOnQuestion, type QuestionSent } from './act-on-question.server.ts';
import { repliesPageSize, tagsOfWriters, threadPageSize } from './list-parameters.ts';
import { QuickExit } from '../../features/helplines/quick-exit.tsx';
import { CategoryTab } from '../../features/categories/category-tab.tsx';
import {
  CommentPost,
  Likes,
  MoreLink,
  nameOf,
  onePostPath,
  PostText,
  QuestionLine,
  ReplyPost,
  Who,
} from '../../features/communities/post-parts.tsx';
import { qaPage } from '../../features/communities/question-structured-data.ts';
import { TagLinks } from '../../features/tags/tag-links.tsx';
import { FollowButton } from '../../features/follows/follow-button.tsx';
import { CardBannerSmall } from '../../features/feed/cards/card-banner-small.tsx';
import type { NamedHelpline } from '../../features/helplines/helplines.ts';
import { UrgentHelplines } from '../../features/helplines/urgent-helplines.tsx';
import { Helplines } from '../../features/feed/rail.tsx';
import type { ArticleSummary } from '../../features/articles/articles.contract.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { stateName } from '../../messages/places.ts';
import { unanswered } from '../../messages/unanswered.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { formatDate, langOf, languageOfText } from '../../ui/format.ts';
import { addressHere, defaultLanguage } from '../../platform/settings/site-languages.ts';
import { KeepPage } from '../../ui/keep-page.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { keepTogether } from '../../ui/keep-together.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager, placeInList } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Call } from '../../ui/states.tsx';
import { useHere } from '../account/use-here.ts';
import { PostForm, Problem, type Refused } from './post-form.tsx';
import { SignInStepView } from './sign-in-step-view.tsx';
import type { SignInModel } from './sign-in-to-post.server.ts';
import { chosenIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

type QuestionModel = {
  question: Question;
  /** One comment with all its replies, or a page of comments with the first replies of each. */
  thread:
    | { kind: 'all'; comments: Listing<Comment>; replies: ReadonlyMap<number, Reply[]> }
    | { kind: 'one'; comment: Comment; replies: Listing<Reply> };
  origin: string;
  articles: ArticleSummary[];
  /** To be called now: the question speaks of danger. */
  helplines: NamedHelpline[];
  /** Who reads it may be watched. */
  offersExit: boolean;
  others: Question[];
  /** An editor is still to look at it. */
  isPromised: boolean;
  /** A rejected form of the viewer. */
  refused: Refused | null;
  problem: string | null;
  isShared: boolean;
  signIn: SignInModel | null;
};

function Share({ question, origin, isOpen }: { question: Question; origin: string; isOpen: boolean }) {
  const address = origin + addressHere(question.canonicalUrl);
  return (
    <div className="ways" id="share" hidden={!isOpen}>
      <b>{c.shareWays}</b>
      <a
        className="tool"
        rel="noopener nofollow"
        href={`https://wa.me/?text=${encodeURIComponent(`${question.title ?? ''} ${address}`)}`}
      >
        <Icon name="chat" />
        {c.whatsApp}
      </a>
      <button type="button" className="tool" data-act="copy" data-done={c.copied}>
        <Icon name="link" />
        {c.copyLink}
      </button>
    </div>
  );
}

function QuestionHead({ model }: { model: QuestionModel }) {
  const { question, origin, isShared, problem } = model;
  const [category] = question.categories;
  if (question.isDeleted) {
    return (
      <article className="paper" id="question">
        <h1 className="asked">{c.removedQuestion}</h1>
        <p className="soft">{c.removedQuestionNote}</p>
      </article>
    );
  }
  const title = question.title ?? '';
  return (
    <article className="paper" id="question">
      {category && <CategoryTab category={category} />}
      <h1 className="asked" lang={langOf(title)}>
        {keepTogether(title)}
      </h1>
      <Who post={question} />
      {question.state && (
        <p className="soft small">{[question.district, stateName(question.state)].filter(Boolean).join(', ')}</p>
      )}
      <PostText post={question} />
      {question.summaryHtml && question.summarisedAt && (
        <Call title={c.summed(formatDate(question.summarisedAt))}>
          <PostText post={{ body: plainWordsOf(question.summaryHtml), bodyHtml: question.summaryHtml }} />
        </Call>
      )}
      {question.tags.length > 0 && <TagLinks tags={question.tags} />}
      {problem && <Problem>{problem}</Problem>}
      <div className="share" role="group" aria-label={t.article.share}>
        <Likes kind="QUESTION" post={question} />
        <button
          className="tool"
          form="share-form"
          data-share={question.id}
          data-title={title}
          data-address={origin + addressHere(question.canonicalUrl)}
          aria-expanded={isShared}
          aria-controls="share"
        >
          <Icon name="share" />
          <span>{c.share(question.shareCount)}</span>
        </button>
        <ListenButton />
        <KeepPage />
        <MoreLink kind="QUESTION" id={question.id} name={nameOf(question)} />
      </div>
      <FollowButton type="QUESTION" id={question.id} isOn={false} />
      <Share question={question} origin={origin} isOpen={isShared} />
      {model.thread.kind === 'one' && (
        <p>
          <a className="link" href={question.canonicalUrl}>
            {c.wholeQuestion}
          </a>
        </p>
      )}
    </article>
  );
}

function Answers({ model }: { model: QuestionModel }) {
  const { question, thread, refused } = model;
  const isOpen = !question.isClosed && !question.isDeleted;
  const closed = question.isClosed && !question.isDeleted && (
    <Call title={c.isClosed}>
      <p>{c.isClosedNote}</p>
    </Call>
  );
  const oneHref = (id: number) => addressWith(question.canonicalUrl, { answer: id });
  if (thread.kind === 'one') {
    const { comment, replies } = thread;
    return (
      <section id="answers" className="answers">
        <SectionHead title={c.replies(comment.replyCount)} />
        <CommentPost comment={comment} question={question} replies={[]} />
        <div className="kids" id="replies">
          {replies.data.map((reply) => (
            <ReplyPost key={reply.id} reply={reply} askerId={question.createdBy?.id ?? null} />
          ))}
        </div>
        <Pager {...replies} hrefOf={(page) => addressWith(question.canonicalUrl, { answer: comment.id, page })} />
        {closed}
        {((isOpen && !comment.isDeleted) || refused) && (
          <PostForm intent="reply" parentId={comment.id} refused={refused} />
        )}
      </section>
    );
  }
  const { comments, replies } = thread;
  return (
    <section id="answers" className="answers">
      <SectionHead title={c.answers(question.commentCount)}>
        {isOpen && comments.data.length > 3 && <a href="#answer">{c.goToAnswer}</a>}
      </SectionHead>
      {model.isPromised && <p className="soft">{unanswered.promise}</p>}
      {question.commentCount > 0 && question.acceptedCommentId === null && !question.isDeleted && (
        <p className="soft small" data-did-you-ask>
          {c.didYouAsk}{' '}
          <a rel="nofollow" href={`${onePostPath('QUESTION', question.id)}#accept`}>
            {c.sayWhichHelped}
          </a>
        </p>
      )}
      {comments.data.map((comment) => (
        <CommentPost
          key={comment.id}
          comment={comment}
          question={question}
          replies={replies.get(comment.id) ?? []}
          href={oneHref(comment.id)}
        />
      ))}
      <Pager {...comments} hrefOf={(page) => `${addressWith(question.canonicalUrl, { page })}#answers`} />
      {closed}
      {(isOpen || refused) && <PostForm intent="answer" parentId={question.id} refused={refused} />}
    </section>
  );
}

export const loader = pageLoader(async ({ services, remember, params, url, page, sent: given }) => {
  const { config } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'question');
  const answerId = chosenIn(url, 'answer', 'comment');
  const thread = await readAll(db, id, answerId, page, url);
  const { question } = thread;
  // These parameters belong to the list of questions.
  for (const name of ['filter', 'category', 'tag'])
    if (url.searchParams.has(name)) throw redirect(question.canonicalUrl, 301);
  insistOn(question.canonicalUrl, url);
  insistOnItems(thread.kind === 'all' ? thread.comments : thread.replies, page);
  const asked = { title: question.title ?? '', body: plainWordsOf(question.bodyHtml ?? '') };
  const dangers = dangersIn(`${asked.title} ${asked.body}`);
  // A search that fails must not take the page with it.
  let failure: unknown = null;
  const articles = await remember(`read-first:${id}`, ['articles', `question:${id}`], () =>
    listToReadFirst(db, asked),
  ).catch((error: unknown) => {
    failure = error;
    return [];
  });
  const newest = await remember('asked-lately', ['questions'], () =>
    listRecentQuestions(db, { pageSize: newestRead }, null),
  );
  const others = newestOfFrame(newest.data.filter((other) => other.id !== id));
  const sent = given as QuestionSent | null;
  const model: QuestionModel = {
    question,
    thread,
    origin: config.publicOrigin,
    articles,
    helplines: helplinesAgainst(dangers),
    offersExit: dangers.includes('violence'),
    others,
    isPromised: isPromised(question, services.clock()),
    refused: sent?.refused ?? null,
    problem: sent?.problem ?? null,
    isShared: sent?.isShared ?? false,
    signIn: sent?.signIn ?? null,
  };
  const writers =
    thread.kind === 'all'
      ? [...thread.comments.data, ...[...thread.replies.values()].flat()]
      : [thread.comment, ...thread.replies.data];
  const improvers = writers.map((one) => ({ createdBy: ('improved' in one && one.improved?.by) || null }));
  return {
    model,
    failure,
    tags: [
      `question:${id}`,
      ...others.map((other) => `question:${other.id}`),
      ...articles.map((article) => `article:${article.id}`),
      ...tagsOfWriters([question, ...writers, ...improvers]),
    ],
  };
});

/** As long as the promise can be held; afterwards the studio's desk shows it as late. */
const isPromised = ({ commentCount, isClosed, isDeleted, createdAt }: Question, now: Date) =>
  commentCount === 0 &&
  !isClosed &&
  !isDeleted &&
  now.getTime() - Date.parse(createdAt) < promisedHours.late * 3_600_000;

type Thread = { question: Awaited<ReturnType<typeof getQuestion>> } & QuestionModel['thread'];

async function readAll(
  db: Parameters<typeof getQuestion>[0],
  id: number,
  answerId: number | null,
  page: number,
  url: URL,
): Promise<Thread> {
  if (answerId === null) {
    const thread = await readThread(db, id, { page, size: threadPageSize });
    await leadOn(db, thread.question, url);
    return { kind: 'all', ...thread };
  }
  const question = await getQuestion(db, id, null);
  await leadOn(db, question, url);
  return { kind: 'one', question, ...(await readAnswer(db, id, answerId, { page, size: repliesPageSize })) };
}

/** From a merged question to the other, where its answers are. */
async function leadOn(db: Parameters<typeof getQuestion>[0], { duplicateOf }: Question, url: URL): Promise<void> {
  if (duplicateOf === null) return;
  url.searchParams.delete('page');
  insistOn((await getQuestion(db, duplicateOf, null)).canonicalUrl, url);
}

export const action = pageAction<QuestionSent>(async (args) => {
  const id = idOf(args.params.key, 'question');
  const { db } = args.services.connection;
  // What somebody typed while the question was merged goes to the other.
  const { duplicateOf } = await getQuestion(db, id, null);
  const [question] = await listQuestionsByIds(db, [duplicateOf ?? id]);
  if (!question) throw notFound('question');
  return actOnQuestion(args, question);
});

function QuestionView(model: QuestionModel) {
  const { question, thread, articles, others, signIn, refused } = model;
  const here = useHere();
  const title = question.title ?? c.removedQuestion;
  const [category] = question.categories;
  if (signIn)
    return (
      <SignInStepView
        model={signIn}
        path={question.canonicalUrl}
        words={new URLSearchParams(signIn.fields).get('body') ?? ''}
      />
    );
  const list = thread.kind === 'all' ? thread.comments : null;
  return (
    <div className="wrap read no-toc">
      <PageHead
        title={t.site.titleOf(t.nav.pageOf(title, list?.page ?? 1))}
        description={plainWordsOf(question.bodyHtml ?? '') || c.describe}
        heading={title}
        lang={languageOfText(title) ?? defaultLanguage()}
        isUnlisted={question.isDeleted || thread.kind === 'one' || refused !== null}
        {...placeInList(list, (page) => addressWith(question.canonicalUrl, { page }))}
        data={(site) => (question.isDeleted || list === null ? [] : [qaPage(site, question, list.data)])}
      />
      <div className="over">
        <Breadcrumbs
          crumbs={[
            { name: t.nav.community, href: '/community' },
            ...(category
              ? [{ name: category.displayName, href: addressWith('/community', { category: category.id }) }]
              : []),
          ]}
        />
      </div>
      {model.offersExit && <QuickExit />}
      <div data-thread={question.id}>
        <UrgentHelplines lines={model.helplines} />
        <QuestionHead model={model} />
        <form id="react" method="post" action={here}>
          <input type="hidden" name="intent" value="react" />
        </form>
        <form id="worked-form" method="post" action={here}>
          <input type="hidden" name="intent" value="worked" />
        </form>
        <form id="share-form" method="post" action={here}>
          <input type="hidden" name="intent" value="share" />
        </form>
        <form id="accept-form" method="post" action={here}>
          <input type="hidden" name="intent" value="accept" />
        </form>
        <Answers model={model} />
      </div>
      <aside className="side" aria-label={c.readFirst}>
        {articles.length > 0 && (
          <section>
            <SectionHead title={c.readFirst} />
            <div className="slips">
              {articles.map((article) => (
                <CardBannerSmall key={article.id} item={article} />
              ))}
            </div>
          </section>
        )}
        {others.length > 0 && (
          <section>
            <SectionHead title={c.askedLately} href="/community" more={c.allQuestions} />
            <ul className="ledger">
              {others.map((other) => (
                <QuestionLine key={other.id} question={other} />
              ))}
            </ul>
          </section>
        )}
        {articles.length + others.length === 0 && <Helplines only={['1930', '112', '1915', '1947']} />}
      </aside>
    </div>
  );
}

export default servedPage(QuestionView, undefined, { name: 'thread', when: 'first-touch' });
