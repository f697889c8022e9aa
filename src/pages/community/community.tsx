import { recentQuestionsIfAny } from '../../features/communities/communities.queries.server.ts';
import { frameFirst } from '../../features/communities/newest-questions.ts';
import { listOfficeHours } from '../../features/communities/office-hours.queries.server.ts';
import { mapCategories } from '../../features/categories/categories.queries.server.ts';
import { getTag } from '../../features/tags/tags.queries.server.ts';
import { insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import { redirect } from 'react-router';
import '../../features/search/hits.css';
import '../../features/communities/communities.css';
import { chosenFilter, tagsOfWriters, threadPageSize } from './list-parameters.ts';
import { type CommunityModel, CommunityView } from './community-view.tsx';
import { insistOnCategory } from '../listing-parameters.ts';
import { chosenIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

export const loader = pageLoader(async ({ services, url, page }) => {
  const { clock } = services;
  const { db } = services.connection;
  insistOn('/community', url);
  // `?answer=` belongs to a question's page.
  if (url.searchParams.has('answer')) throw redirect('/community', 301);
  const [filter, categoryId, tagId] = [
    chosenFilter(url),
    chosenIn(url, 'category', 'category'),
    chosenIn(url, 'tag', 'tag'),
  ];
  await insistOnCategory(db, categoryId);
  const tag = tagId === null ? null : await getTag(db, tagId);
  const { questions, failure } = await recentQuestionsIfAny(db, {
    filter,
    page,
    pageSize: threadPageSize,
    ...(categoryId === null ? {} : { categoryIds: [categoryId] }),
    ...(tagId === null ? {} : { tagIds: [tagId] }),
  });
  if (failure === null) insistOnItems(questions, page);
  // The page does not fail with it.
  const [hour = null] = await listOfficeHours(db, clock(), categoryId === null ? {} : { categoryId }).catch(() => []);
  const categories = [...(await mapCategories(db)).values()].map(({ id, displayName }) => ({ id, displayName }));
  const model: CommunityModel = {
    filter,
    categoryId,
    tag: tag && { id: tag.id, displayName: tag.displayName, canonicalUrl: tag.canonicalUrl },
    questions: { ...questions, data: frameFirst(questions.data) },
    categories,
    hour,
    now: clock().toISOString(),
  };
  return {
    model,
    failure,
    tags: [
      'questions',
      'tags',
      ...questions.data.map(({ id }) => `question:${id}`),
      ...tagsOfWriters([...questions.data, ...(hour ? [{ createdBy: hour.helper }] : [])]),
    ],
  };
});

export default servedPage(CommunityView);
