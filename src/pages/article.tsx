import { getArticle, listRecommendedArticles } from '../features/articles/articles.queries.server.ts';
import { listQuestionsAbout } from '../features/communities/communities.queries.server.ts';
import { type ArticleModel, ArticleView } from './article-view.tsx';
import { idOf, insistOn, pageLoader } from '../platform/page-loader.server.ts';
import { ServedPage } from './served-page.tsx';

const staleAfterDays = 365;

export const loader = pageLoader(
  async ({
    services: {
      connection: { db },
      config,
      clock,
    },
    remember,
    params,
    url,
  }) => {
    const id = idOf(params.key, 'article');
    const detail = await getArticle(db, id);
    insistOn(detail.article.canonicalUrl, url);
    const next = await remember(`next:${id}`, ['articles', `article:${id}`], () =>
      listRecommendedArticles(db, { articleId: [id], pageSize: 3 }),
    );
    const { lastCheckedAt, tags, categories } = detail.article;
    const about = { tagIds: tags.map((tag) => tag.id), categoryIds: categories.map((category) => category.id) };
    const asked = await remember(`asked-about:${id}`, ['questions', `article:${id}`], () =>
      listQuestionsAbout(db, about, 3),
    );
    const isStale =
      lastCheckedAt !== null && clock().getTime() - Date.parse(lastCheckedAt) > staleAfterDays * 86_400_000;
    const model: ArticleModel = { ...detail, isStale, origin: config.publicOrigin, next: next.data, asked };
    return {
      model,
      tags: [
        `article:${id}`,
        ...next.data.map((article) => `article:${article.id}`),
        `author:${detail.article.createdBy.id}`,
        ...asked.map((question) => `question:${question.id}`),
      ],
    };
  },
);

export default function ArticlePage() {
  return <ServedPage view={import.meta.env.SSR && ArticleView} />;
}
