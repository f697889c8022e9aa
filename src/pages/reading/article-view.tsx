import { QuickExit } from '../../features/helplines/quick-exit.tsx';
import { FollowButton } from '../../features/follows/follow-button.tsx';
import { follows } from '../../messages/follows.ts';
import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { ReactNode } from 'react';
import { community as communityWords } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { scheme as schemeWords } from '../../messages/schemes.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { formatDate, hostOf, langOf, ownLanguage } from '../../ui/format.ts';
import { KeepPage } from '../../ui/keep-page.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { keepTogether, keepTogetherInHtml } from '../../ui/keep-together.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { withPictures } from '../../ui/picture-sources.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { hasNoOfficial, NoOfficialSource, sourceKind } from '../../ui/source-kind.tsx';
import { Call, Stamp } from '../../ui/states.tsx';
import { isUrgent, useLook } from '../../features/categories/category-look.tsx';
import { CategoryTab } from '../../features/categories/category-tab.tsx';
import { CardMain } from '../../features/feed/cards/card-main.tsx';
import { HelpForm } from '../../features/feedback/help-form.tsx';
import { PieceHelplines } from '../../features/helplines/piece-helplines.tsx';
import { FirstHelp, isAboutScams } from '../../features/message-check/first-help.tsx';
import { SaveTool, PutToUse, SchemeSection } from '../../features/schemes/scheme-view.tsx';
import { modifiedAt, newsArticle, sharePicture } from '../../features/articles/article-structured-data.ts';
import { TagLinks } from '../../features/tags/tag-links.tsx';
import type { Question } from '../../features/communities/communities.contract.ts';
import { QuestionLine } from '../../features/communities/post-parts.tsx';
import type { Article, ArticleSummary } from '../../features/articles/articles.contract.ts';
import { siteName } from '../../messages/site-name.ts';
import { papers as paperWords } from '../../messages/papers.ts';
import type { MatchedErrands } from '../../features/search/match-errands.server.ts';
import { type Call as CallToAct, SearchDoors } from './search-doors.tsx';

export type ArticleModel = {
  article: Article;
  toc: { id: string; text: string; depth: number }[];
  /** Newest first; plain text. */
  corrections: { date: string; text: string }[];
  isSample: boolean;
  /** Last checked so long ago that the rules may have changed. */
  isStale?: boolean;
  /** Who reads it may be watched. */
  offersExit?: boolean;
  lang: PieceLanguage;
  /** 'https://nagrik.example', for absolute share links. */
  origin: string;
  next: ArticleSummary[];
  /** What can be done here about its subject. */
  toDo?: Pick<MatchedErrands, 'papers' | 'letters'> & { calls: CallToAct[] };
  /** Related community questions. */
  asked?: Question[];
};

const contentsOf = ({ toc, article }: Pick<ArticleModel, 'toc' | 'article'>) => [
  ...(toc.length > 12 ? toc.filter((entry) => entry.depth === 2) : toc),
  ...(article.scheme ? [{ id: 'scheme', text: schemeWords.heading, depth: 2 }] : []),
];

function Contents({ entries }: { entries: ArticleModel['toc'] }) {
  return (
    <details className="toc">
      <summary>{t.article.contents}</summary>
      <ol>
        {entries.map((entry) => (
          <li key={entry.id} lang={langOf(entry.text)}>
            <a href={`#${entry.id}`}>{keepTogether(entry.text)}</a>
          </li>
        ))}
      </ol>
    </details>
  );
}

function CheckedStamp({ article, isStale, isSample }: Pick<ArticleModel, 'article' | 'isStale' | 'isSample'>) {
  const source = article.sources.find(({ official }) => official);
  if (isStale && article.lastCheckedAt)
    return (
      <Stamp tone="warn" icon="clock" {...(isSample ? { note: t.article.sampleNote } : {})}>
        {t.article.checkedLongAgo(article.lastCheckedAt)}
      </Stamp>
    );
  // A 'Checked' stamp would contradict the note to check before acting.
  if (isSample)
    return (
      <Stamp
        tone="note"
        icon="info"
        note={article.lastCheckedAt ? t.article.sampleRead(article.lastCheckedAt) : t.article.sampleNote}
      >
        {t.article.sample}
      </Stamp>
    );
  if (!article.lastCheckedAt) return null;
  return (
    <Stamp
      tone="good"
      icon="tick"
      note={
        source
          ? t.article.against(hostOf(source.url))
          : hasNoOfficial(article.sources)
            ? t.article.noOfficial
            : undefined
      }
    >
      {t.article.lastChecked(article.lastCheckedAt)}
    </Stamp>
  );
}

function Byline(model: Pick<ArticleModel, 'article' | 'isStale' | 'isSample'>) {
  const { article } = model;
  return (
    <div className="byline">
      <span>
        {t.article.by}{' '}
        <a rel="author" lang={langOf(article.createdBy.name)} href={article.createdBy.canonicalUrl}>
          {article.createdBy.name}
        </a>
        {' · '}
        {article.publishedAt && (
          <>
            <time dateTime={article.publishedAt}>{formatDate(article.publishedAt)}</time>
            {' · '}
          </>
        )}
        {t.card.minutes(article.readingMinutes)}
      </span>
      <CheckedStamp {...model} />
    </div>
  );
}

export function ShareBar({
  title,
  address,
  canPrint,
  children,
}: {
  title: string;
  address: string;
  canPrint?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="share" role="group" aria-label={t.article.share}>
      <a
        className="tool"
        rel="noopener nofollow"
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${address}`)}`}
      >
        <Icon name="chat" />
        {t.article.whatsApp}
      </a>
      <button type="button" className="tool" data-act="copy" data-done={t.article.copied}>
        <Icon name="link" />
        {t.article.copyLink}
      </button>
      {canPrint && (
        <button type="button" className="tool" data-act="print">
          <Icon name="print" />
          {t.article.print}
        </button>
      )}
      {children}
    </div>
  );
}

function Corrections({ corrections }: Pick<ArticleModel, 'corrections'>) {
  if (corrections.length === 0) return null;
  return (
    <section className="fixes">
      <SectionHead title={t.article.corrections} />
      <ul className="ledger">
        {corrections.map(({ date, text }) => (
          <li key={date + text}>
            <p>
              <b>{t.article.correctedOn(date)}</b>
              <span lang={langOf(text)}>{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sources({ article }: Pick<ArticleModel, 'article'>) {
  if (article.sources.length === 0) return null;
  const saysEachDay = article.sources.some(({ readOn }) => readOn);
  return (
    <Call tone={hasNoOfficial(article.sources) ? 'warn' : 'note'} title={t.article.pagesRead}>
      <NoOfficialSource of={article.sources} />
      <ul>
        {article.sources.map((source) => (
          <li key={source.url}>
            <a href={source.url} rel="noopener" lang={langOf(source.title)}>
              {source.title}
            </a>{' '}
            <span className="soft">
              {`${hostOf(source.url)} · ${sourceKind(source)}`}
              {source.readOn && ` · ${t.article.copyReadOn(source.readOn)}`}
            </span>
          </li>
        ))}
      </ul>
      <p>
        {article.lastCheckedAt && !saysEachDay && `${t.article.readOn(article.lastCheckedAt)} `}
        <a rel="nofollow" href={`/contact?about=${encodeURIComponent(article.canonicalUrl)}`}>
          {t.article.tellMistake}
        </a>
      </p>
    </Call>
  );
}

function ToDo(toDo: NonNullable<ArticleModel['toDo']>) {
  if (toDo.calls.length + toDo.papers.length + toDo.letters.length === 0) return null;
  return (
    <section className="stack">
      <SectionHead title={paperWords.doHere} />
      <SearchDoors {...toDo} />
    </section>
  );
}

export function TagChips({ tags }: { tags: Article['tags'] }) {
  if (tags.length === 0) return null;
  return (
    <section>
      <SectionHead title={t.article.about} href="/tags" more={t.tag.index} />
      <TagLinks tags={tags} />
    </section>
  );
}

const dateOf = (article: ArticleModel['article']) => [modifiedAt(article) ?? []].flat().map(formatDate);

export function ArticleView(model: ArticleModel) {
  const { article, lang, next } = model;
  const main = article.categories[0];
  const own = ownLanguage(lang);
  const entries = contentsOf(model);
  return (
    <div
      className={entries.length > 1 ? 'wrap read' : 'wrap read no-toc'}
      data-help={isUrgent(useLook(main?.id ?? 0).icon) || undefined}
    >
      <PageHead
        title={t.site.titleOf(article.metaTitle ?? article.title)}
        description={article.metaDescription ?? article.summary}
        heading={article.title}
        path={article.canonicalUrl}
        kind="article"
        lang={lang}
        picture={sharePicture('article', article.id, article.title)}
        piece={{
          publishedAt: article.publishedAt,
          modifiedAt: modifiedAt(article),
          author: article.createdBy.name,
          section: main?.displayName,
          tags: article.tags.map((tag) => tag.displayName),
        }}
        data={(site) => [newsArticle(site, article, model)]}
      />
      {model.offersExit && <QuickExit />}
      {isAboutScams(article) && <FirstHelp />}
      <div className="over">
        <Breadcrumbs crumbs={main ? [{ name: main.displayName, href: main.canonicalUrl }] : []} />
      </div>
      {entries.length > 1 && <Contents entries={entries} />}
      <article className="paper">
        <p className="printed">{[siteName(), model.origin + article.canonicalUrl, ...dateOf(article)].join(' · ')}</p>
        {main && <CategoryTab category={main} />}
        <h1 lang={own}>{keepTogether(article.title)}</h1>
        <p className="standfirst" lang={own}>
          {keepTogether(article.summary)}
        </p>
        <Byline article={article} isStale={model.isStale} isSample={model.isSample} />
        <ShareBar canPrint title={article.title} address={model.origin + article.canonicalUrl}>
          <ListenButton />
          {article.scheme ? <SaveTool scheme={article.scheme} /> : <KeepPage />}
        </ShareBar>
        <div
          className="md"
          lang={own}
          dangerouslySetInnerHTML={{ __html: keepTogetherInHtml(withPictures(article.bodyHtml)) }}
        />
        {article.scheme && (
          <SchemeSection scheme={article.scheme} path={article.canonicalUrl} isSample={model.isSample} />
        )}
        {model.toDo && <ToDo {...model.toDo} />}
        <Corrections corrections={model.corrections} />
        <FollowButton type="ARTICLE" id={article.id} text={follows.onChange} />
        <Sources article={article} />
        <HelpForm about={article.canonicalUrl} />
      </article>
      <aside className="side" aria-label={t.helplines.heading}>
        {article.scheme && <PutToUse scheme={article.scheme} />}
        <PieceHelplines categories={article.categories} tags={article.tags} />
        <TagChips tags={article.tags} />
      </aside>
      {model.asked && model.asked.length > 0 && (
        <section className="over">
          <SectionHead title={communityWords.about} href="/community/ask" more={communityWords.ask} />
          <ul className="ledger">
            {model.asked.map((question) => (
              <QuestionLine key={question.id} question={question} />
            ))}
          </ul>
        </section>
      )}
      {next.length > 0 && (
        <section className="over">
          <SectionHead title={t.article.next} href={main?.canonicalUrl} />
          <div className="feed">
            {next.map((each) => (
              <CardMain key={each.id} item={each} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
