import { CategoryChips, type CategoryChoice } from '../../features/categories/category-chips.tsx';
import { CategoryTab } from '../../features/categories/category-tab.tsx';
import type { Question, RecentFilter } from '../../features/communities/communities.contract.ts';
import type { OfficeHour } from '../../features/communities/office-hours.contract.ts';
import { FollowButton } from '../../features/follows/follow-button.tsx';
import { Helplines } from '../../features/feed/rail.tsx';
import { community as c } from '../../messages/community.ts';
import { follows } from '../../messages/follows.ts';
import { t } from '../../messages/messages.ts';
import { unanswered as words } from '../../messages/unanswered.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { formatDate, formatTime, langOf } from '../../ui/format.ts';
import { keepTogether } from '../../ui/keep-together.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager, placeInList } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Call, Empty } from '../../ui/states.tsx';
import { collectionPage } from '../../ui/structured-data.ts';
import { Tabs } from '../../ui/tabs.tsx';

export type CommunityModel = {
  filter: RecentFilter;
  categoryId: number | null;
  tag: { id: number; displayName: string; canonicalUrl: string } | null;
  questions: Listing<Question>;
  categories: CategoryChoice[];
  hour: OfficeHour | null;
  now: string;
};

type Changes = { filter?: RecentFilter; category?: number | null; page?: number };
const addressOf = (model: CommunityModel, { filter = model.filter, category = model.categoryId, page = 1 }: Changes) =>
  addressWith('/community', {
    filter: filter === 'RECENT' ? null : filter.toLowerCase(),
    category,
    tag: model.tag?.id ?? null,
    page,
  });

export function QuestionHit({ question }: { question: Question }) {
  const [category] = question.categories;
  return (
    <article className="hit">
      {category && <CategoryTab category={category} />}
      <h3 lang={langOf(question.title ?? '')}>
        <a href={question.canonicalUrl}>{keepTogether(question.title ?? c.removedQuestion)}</a>
      </h3>
      <p className="meta">
        {question.createdBy && (
          <span lang={langOf(question.createdBy.displayName)}>{question.createdBy.displayName}</span>
        )}
        {question.createdBy?.mark && <span>{question.createdBy.mark.words}</span>}
        <time dateTime={question.createdAt}>{formatDate(question.createdAt)}</time>
        <span>
          {c.answers(question.commentCount)}
          {question.acceptedCommentId !== null && `, ${c.accepted}`}
        </span>
        {question.isClosed && <span>{c.closed}</span>}
        {question.isDeleted && <span>{c.hidden}</span>}
      </p>
    </article>
  );
}

function NextHour({ hour, now }: { hour: OfficeHour; now: string }) {
  const { helper, category, startsAt, endsAt } = hour;
  const [name, topic] = [[helper.displayName, helper.mark?.words].filter(Boolean).join(', '), category.displayName];
  const until = formatTime(endsAt);
  const title =
    startsAt <= now
      ? words.hourNow(name, topic, until)
      : words.hour(name, topic, formatDate(startsAt), formatTime(startsAt), until);
  return (
    <Call title={title}>
      <p>{words.hourNote}</p>
      <p>
        <a className="link" href={addressWith('/community', { filter: 'gathered', category: category.id })}>
          {words.gathered}
        </a>
      </p>
    </Call>
  );
}

/** Empty state; never links to the page that shows it. */
function NothingHere({ isUnanswered, isNarrowed }: { isUnanswered: boolean; isNarrowed: boolean }) {
  const isAll = !isUnanswered && !isNarrowed;
  const title = isUnanswered && !isNarrowed ? c.emptyUnanswered : c.empty;
  const note = isNarrowed ? c.emptyHere : isUnanswered ? c.emptyUnansweredNote : c.emptyNote;
  return (
    <Empty icon="ask" title={title} note={note}>
      <div className="acts">
        <a className="btn" href="/community/ask">
          {c.ask}
        </a>
        {!isAll && (
          <a className="btn ghost" href="/community">
            {c.allQuestions}
          </a>
        )}
      </div>
    </Empty>
  );
}

export function CommunityView(model: CommunityModel) {
  const { filter, categoryId, categories, questions, tag } = model;
  const category = categories.find(({ id }) => id === categoryId);
  const heading = category ? c.headingIn(category.displayName) : tag ? c.headingIn(tag.displayName) : c.heading;
  const hrefOf = (page: number) => addressOf(model, { page });
  return (
    <div className="wrap">
      <PageHead
        title={t.site.titleOf(t.nav.pageOf(heading, questions.page))}
        description={c.describe}
        heading={heading}
        isUnlisted={questions.data.length === 0}
        {...placeInList(questions, hrefOf)}
        data={(site) => [collectionPage(site, { name: heading, path: hrefOf(questions.page), items: questions.data })]}
      />
      <Breadcrumbs
        crumbs={
          category || tag
            ? [{ name: t.nav.community, href: '/community' }, { name: category?.displayName ?? tag?.displayName ?? '' }]
            : [{ name: t.nav.community }]
        }
      />
      <div className="intro">
        <h1>{heading}</h1>
        <p className="standfirst">{c.lead}</p>
        <div className="acts">
          <a className="btn" href="/community/ask">
            {c.ask}
          </a>
          <a className="btn ghost" href="/profile/questions">
            {c.mine}
          </a>
          <a className="btn ghost" href="/notifications" data-unread>
            {c.notifications.title}
          </a>
        </div>
        {category ? (
          <FollowButton type="CATEGORY" id={category.id} text={follows.newQuestions} />
        ) : (
          tag && <FollowButton type="TAG" id={tag.id} text={follows.newQuestions} />
        )}
      </div>
      {model.hour && <NextHour hour={model.hour} now={model.now} />}
      <Tabs
        label={c.filter}
        links={(['RECENT', 'UNANSWERED', 'POPULAR'] as const).map((one) => ({
          text: c.filters[one],
          href: addressOf(model, { filter: one }),
          isCurrent: one === filter,
        }))}
      />
      <div className="page">
        <div className="pile">
          {questions.data.length > 0 ? (
            <div>
              <h2 className="vh">{filter === 'GATHERED' ? words.gathered : c.filters[filter]}</h2>
              {questions.data.map((question) => (
                <QuestionHit key={question.id} question={question} />
              ))}
            </div>
          ) : (
            <NothingHere isUnanswered={filter === 'UNANSWERED'} isNarrowed={category !== undefined || tag !== null} />
          )}
          <Pager {...questions} hrefOf={hrefOf} />
        </div>
        <aside className="side" aria-label={c.category}>
          <section>
            <SectionHead title={c.category} />
            <CategoryChips
              label={c.category}
              any={c.anyCategory}
              categories={categories}
              chosen={categoryId}
              hrefOf={(id) => addressOf(model, { category: id })}
              more={c.moreCategories}
            />
          </section>
          <Helplines only={['1930', '112', '1915', '1947']} />
        </aside>
      </div>
    </div>
  );
}
