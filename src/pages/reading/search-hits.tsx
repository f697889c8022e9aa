import { community as communityWords } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { formatDate, formatDuration, langOf, langOfPiece } from '../../ui/format.ts';
import { hasNoOfficial } from '../../ui/source-kind.tsx';
import { InLanguage } from '../../ui/in-language.tsx';
import { keepTogether } from '../../ui/keep-together.ts';
import { shorten } from '../../ui/page-head.tsx';
import { useLook } from '../../features/categories/category-look.tsx';
import { CategoryTab } from '../../features/categories/category-tab.tsx';
import { SaveButton } from '../../features/schemes/save-button.tsx';
import type { FoundAs } from '../../features/search/found-as.ts';
import type { ArticleHit, QuestionHit, VideoHit } from '../../features/search/search-model.ts';

type HitShape = {
  id: number;
  kind: 'ARTICLE' | 'VIDEO' | 'QUESTION';
  href: string;
  /** Null for a question, whose language is not stored. */
  lang: string | null;
  title: string;
  text: string;
  highlight: string | null;
  foundAs: FoundAs[];
  tab: string;
  category: { id: number; displayName: string } | undefined;
  meta: string[];
  /** Of the first hit: the figure that most came for. */
  figure?: { value: string; note: string } | null;
};

function Hit({ id, kind, href, lang, title, text, highlight, foundAs, tab, category, meta, figure }: HitShape) {
  const look = useLook(category?.id ?? 0);
  return (
    <article className="hit" data-dye={look.dye} data-kind={kind}>
      {category && <CategoryTab category={category} label={tab} />}
      <h3 lang={langOfPiece(lang, title)}>
        <a href={href}>{keepTogether(title)}</a>
      </h3>
      {figure && (
        <p className="figure">
          <b lang={langOf(figure.value)}>{figure.value}</b> <span lang={langOf(figure.note)}>{figure.note}</span>
        </p>
      )}
      {highlight ? (
        <p className="clip" lang={langOfPiece(lang, text)} dangerouslySetInnerHTML={{ __html: highlight }} />
      ) : (
        <p className="clip" lang={langOfPiece(lang, text)}>
          {keepTogether(text)}
        </p>
      )}
      {foundAs.length > 0 && (
        <p className="small">
          {foundAs.map(({ typed, found }, at) => (
            <span key={typed}>
              {at > 0 && ', '}
              <span lang={langOf(typed)}>{typed}</span> = <b lang={langOf(found)}>{found}</b>
            </span>
          ))}
        </p>
      )}
      <p className="meta">
        <InLanguage lang={lang} />
        {meta.map((each) => (
          <span key={each}>{each}</span>
        ))}
      </p>
      <SaveButton id={id} kind={kind} title={title} />
    </article>
  );
}

export function ArticleHits({ hits }: { hits: ArticleHit[] }) {
  return hits.map((hit, at) => {
    const category = hit.categories[0];
    return (
      <Hit
        key={hit.id}
        id={hit.id}
        kind="ARTICLE"
        href={hit.canonicalUrl}
        lang={hit.lang}
        title={hit.title}
        text={hit.summary}
        figure={at === 0 ? hit.coverFigure : null}
        highlight={hit.highlight}
        foundAs={hit.foundAs}
        category={category}
        tab={category ? t.search.articleIn(category.displayName) : t.search.article}
        meta={[
          hit.lastCheckedAt ? t.search.checked(hit.lastCheckedAt) : hit.publishedAt && formatDate(hit.publishedAt),
          hasNoOfficial(hit.sources) ? t.search.noOfficial : null,
          t.card.minutes(hit.readingMinutes),
        ].filter((part) => part !== null)}
      />
    );
  });
}

export function VideoHits({ hits }: { hits: VideoHit[] }) {
  return hits.map((hit) => {
    const category = hit.categories[0];
    return (
      <Hit
        key={hit.id}
        id={hit.id}
        kind="VIDEO"
        href={hit.canonicalUrl}
        lang={hit.lang}
        title={hit.title}
        text={hit.description}
        highlight={hit.highlight}
        foundAs={hit.foundAs}
        category={category && { id: category.id, displayName: category.alias }}
        tab={category ? t.search.videoIn(category.alias) : t.search.video}
        meta={[formatDate(hit.publishedAt), formatDuration(hit.durationSeconds)]}
      />
    );
  });
}

export function QuestionHits({ hits }: { hits: QuestionHit[] }) {
  return hits.map((hit) => {
    const category = hit.categories[0];
    return (
      <Hit
        key={hit.id}
        id={hit.id}
        kind="QUESTION"
        href={hit.canonicalUrl}
        lang={null}
        title={hit.title ?? ''}
        text={shorten(hit.body ?? '')}
        highlight={hit.highlight}
        foundAs={hit.foundAs}
        category={category}
        tab={category ? communityWords.questionIn(category.displayName) : communityWords.question}
        meta={[formatDate(hit.createdAt), communityWords.answers(hit.commentCount)]}
      />
    );
  });
}
