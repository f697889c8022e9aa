import type { ReactNode } from 'react';
import { community as communityWords } from '../messages/community.ts';
import { t } from '../messages/messages.ts';
import { scheme as schemeWords } from '../messages/schemes.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { formatDate, hostOf, keepTogether, keepTogetherInHtml, langOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { withPictures } from '../ui/picture-sources.ts';
import { SectionHead } from '../ui/section-head.tsx';
import { Call, Stamp } from '../ui/states.tsx';
import { CategoryTab } from '../features/categories/category-tab.tsx';
import { CardMain } from '../features/feed/cards/card-main.tsx';
import { Helplines } from '../features/feed/rail.tsx';
import { AsideTool, PutToUse, SchemeSection } from '../features/schemes/scheme-view.tsx';
import { modifiedAt, newsArticle, sharePicture } from '../features/articles/article-structured-data.ts';
import type { Question } from '../features/communities/communities.contract.ts';
import { QuestionLine } from '../features/communities/post-parts.tsx';
import type { Article, ArticleSummary } from '../features/articles/articles.contract.ts';

export type ArticleModel = {
  article: Article;
  toc: { id: string; text: string; depth: number }[];
  /** Newest first; text without markup. */
  corrections: { date: string; text: string }[];
  isSample: boolean;
  /** Not checked for so long that rules may have changed. */
  isStale?: boolean;
  lang: 'en' | 'hi';
  /** 'https://nagrik.example', for links that leave the site. */
  origin: string;
  next: ArticleSummary[];
  /** Of the community, on the same subject. */
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

function CheckedStamp({ article, isStale }: Pick<ArticleModel, 'article' | 'isStale'>) {
  if (!article.lastCheckedAt) return null;
  const source = article.sources[0];
  return isStale ? (
    <Stamp tone="warn" icon="clock" note={t.article.mayHaveChanged}>
      {t.article.notCheckedSince(article.lastCheckedAt)}
    </Stamp>
  ) : (
    <Stamp tone="good" icon="tick" note={source && t.article.against(hostOf(source.url))}>
      {t.article.lastChecked(article.lastCheckedAt)}
    </Stamp>
  );
}

function Byline({ article, isStale }: Pick<ArticleModel, 'article' | 'isStale'>) {
  return (
    <div className="byline">
      <span>
        {t.article.by}{' '}
        <a rel="author" lang={langOf(article.createdBy.name)} href={article.createdBy.canonicalUrl}>
          {article.createdBy.name}
        </a>
        {' · '}
        <time dateTime={article.publishedAt}>{formatDate(article.publishedAt)}</time>
        {' · '}
        {t.card.minutes(article.readingMinutes)}
      </span>
      <CheckedStamp article={article} isStale={isStale} />
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
  return (
    <Call title={article.sources.length === 1 ? t.article.source : t.article.sources}>
      <ul>
        {article.sources.map((source) => (
          <li key={source.url}>
            <a href={source.url} rel="noopener" lang={langOf(source.title)}>
              {source.title}
            </a>{' '}
            <span className="soft">{hostOf(source.url)}</span>
          </li>
        ))}
      </ul>
      <p>
        {article.lastCheckedAt && `${t.article.readOn(article.lastCheckedAt)} `}
        <a href="/grievance">{t.article.tellMistake}</a>
      </p>
    </Call>
  );
}

export function TagChips({ tags }: { tags: Article['tags'] }) {
  if (tags.length === 0) return null;
  return (
    <section>
      <SectionHead title={t.article.about} />
      <div className="chips">
        {tags.map((tag) => (
          <a key={tag.id} className="chip" href={tag.canonicalUrl}>
            {tag.displayName}
          </a>
        ))}
      </div>
    </section>
  );
}

export function ArticleView(model: ArticleModel) {
  const { article, lang, next } = model;
  const main = article.categories[0];
  const own = lang === 'en' ? undefined : lang;
  const entries = contentsOf(model);
  return (
    <div className={entries.length > 1 ? 'wrap read' : 'wrap read no-toc'}>
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
      <div className="over">
        <Breadcrumbs crumbs={main ? [{ name: main.displayName, href: main.canonicalUrl }] : []} />
      </div>
      {entries.length > 1 && <Contents entries={entries} />}
      <article className="paper">
        {main && <CategoryTab category={main} />}
        <h1 lang={own}>{keepTogether(article.title)}</h1>
        <p className="standfirst" lang={own}>
          {keepTogether(article.summary)}
        </p>
        <Byline article={article} isStale={model.isStale} />
        {model.isSample && (
          <Call title={t.article.sample}>
            <p>{t.article.sampleNote}</p>
          </Call>
        )}
        <ShareBar canPrint title={article.title} address={model.origin + article.canonicalUrl}>
          {article.scheme && <AsideTool scheme={article.scheme} />}
        </ShareBar>
        <div
          className="md"
          lang={own}
          dangerouslySetInnerHTML={{ __html: keepTogetherInHtml(withPictures(article.bodyHtml)) }}
        />
        {article.scheme && <SchemeSection scheme={article.scheme} path={article.canonicalUrl} />}
        <Corrections corrections={model.corrections} />
        <Sources article={article} />
      </article>
      <aside className="side" aria-label={t.helplines.heading}>
        {article.scheme && <PutToUse scheme={article.scheme} />}
        <Helplines only={['1930', '112', '1915', '1947']} />
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
