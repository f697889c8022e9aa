import { afterAll, beforeAll } from 'vitest';
import {
  articleCategories,
  articles,
  articleTags,
  authors,
  categories,
  tags,
  totals,
  videos,
} from '../database/schema.ts';
import { indexDocument } from '../features/search-index/index-document.server.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';

export let site: TestApp;
export const day = 86_400_000;
type Piece = {
  id: number;
  title: string;
  summary?: string;
  body?: string;
  lang?: 'en' | 'hi';
  categoryIds?: number[];
  tagIds?: number[];
  ageDays?: number;
  isVideo?: boolean;
  isIndexed?: boolean;
  status?: 'published' | 'draft';
  views?: number;
};

const pieces: Piece[] = [
  {
    id: 1,
    title: 'PM-KISAN: who gets ₹6,000 a year',
    summary: 'Farmer families with land may get it.',
    body: 'Finish **e-KYC** before the instalment.',
    categoryIds: [1],
  },
  {
    id: 2,
    title: 'Atal Pension Yojana',
    summary: 'A pension of ₹1,000 to ₹5,000 a month.',
    body: 'You choose the pension. Applications are taken at the bank.',
    categoryIds: [2],
    tagIds: [9],
  },
  {
    id: 3,
    title: 'Lost your Aadhaar card',
    summary: 'Print it again for ₹50.',
    body: 'Go to a centre. The pension office may ask for it.',
    categoryIds: [2],
    ageDays: 2,
  },
  {
    id: 4,
    title: 'One nation one ration card',
    summary: 'Take your grain anywhere.',
    body: 'Portability of rations across States.',
    ageDays: 3,
    tagIds: [9],
  },
  {
    id: 5,
    title: 'किसानों के लिए फसल बीमा',
    summary: 'फ़सल ख़राब होने पर मदद।',
    body: 'योजनाएँ और हिन्दी में जानकारी। आवेदन करें।',
    lang: 'hi',
    categoryIds: [1],
  },
  {
    id: 6,
    title: 'Coffee at the café',
    summary: 'Naïve résumé tips & "tricks" <script>alert(1)</script>',
    body: 'Sparkling brewtastic.',
    ageDays: 4,
    views: 50,
  },
  { id: 7, title: 'Scheduled pension news', ageDays: -5 },
  { id: 8, title: 'Draft pension secrets', status: 'draft', isIndexed: false },
  {
    id: 9,
    title: 'Street vendors',
    summary: 'Loans without papers',
    body: 'The vendor may get a loan. Old age is no bar; the pension is another matter.',
    ageDays: 400,
    views: 7,
  },
  {
    id: 20,
    title: 'How to finish e-KYC for PM-KISAN',
    summary: 'One minute, with captions.',
    isVideo: true,
    categoryIds: [1],
  },
];

/** A site with ten pieces in two languages, two categories and a tag, for the test file that calls this. */
export function openSearchSite(): void {
  beforeAll(async () => {
    site = await buildTestApp({ content: 'empty' });
    const { db } = site.services.connection;
    await db.insert(authors).values({ id: 1, key: 'a', name: 'A' });
    await db.insert(categories).values([
      { id: 1, key: 'agriculture', name: 'agriculture', displayName: 'Agriculture', isTop: true },
      { id: 2, key: 'finance', name: 'finance', displayName: 'Money', isTop: true },
    ]);
    await db.insert(tags).values({ id: 9, name: 'old age', displayName: 'Old age' });
    await db.insert(totals).values({ name: 'articles', value: 7 }).onConflictDoNothing();
    for (const piece of pieces) await save(piece);
    for (const [id, name] of [
      [1, 'Agriculture'],
      [2, 'Money'],
    ] as const) {
      await indexDocument(db, {
        kind: 'CATEGORY',
        entityId: id,
        lang: 'en',
        title: name,
        summary: '',
        body: '',
        categoryIds: [],
        tagIds: [],
        publishedAt: new Date(0),
      });
    }
    await indexDocument(db, {
      kind: 'TAG',
      entityId: 9,
      lang: 'en',
      title: 'Old age',
      summary: '',
      body: '',
      categoryIds: [],
      tagIds: [],
      publishedAt: new Date(0),
    });
  });
  afterAll(() => site?.close());
}

export async function save(piece: Piece): Promise<void> {
  const {
    id,
    title,
    summary = '',
    body = '',
    lang = 'en',
    categoryIds = [],
    tagIds = [],
    ageDays = 1,
    status = 'published',
  } = piece;
  const publishedAt = new Date(Date.now() - ageDays * day);
  const common = {
    id,
    sourceKey: `test:${id}`,
    sourceHash: '',
    lang,
    title,
    authorId: 1,
    status,
    publishedAt,
    createdAt: publishedAt,
    viewCount: piece.views ?? 0,
  };
  await site.services.connection.db.transaction(async (tx) => {
    if (piece.isVideo)
      await tx.insert(videos).values({ ...common, description: summary, videoUrl: '/v.mp4', durationSeconds: 60 });
    else await tx.insert(articles).values({ ...common, summary, body, bodyHtml: '' });
    if (!piece.isVideo && categoryIds.length > 0)
      await tx.insert(articleCategories).values(categoryIds.map((categoryId) => ({ articleId: id, categoryId })));
    if (!piece.isVideo && tagIds.length > 0)
      await tx.insert(articleTags).values(tagIds.map((tagId) => ({ articleId: id, tagId })));
    if (piece.isIndexed !== false)
      await indexDocument(tx, {
        kind: piece.isVideo ? 'VIDEO' : 'ARTICLE',
        entityId: id,
        lang,
        title,
        summary,
        body,
        categoryIds,
        tagIds,
        publishedAt,
      });
  });
}

type Hit = { id: number; title: string; highlight: string | null };
type Answer = {
  data: Hit[];
  total: number;
  totalIsCapped: boolean;
  hasMore: boolean;
  nextCursor: string | null;
  code?: string;
};
export async function post(body: object, url = '/api/search/articles'): Promise<{ status: number; answer: Answer }> {
  const response = await site.send('POST', url, body);
  return { status: response.statusCode, answer: response.json() as Answer };
}
export const idsFor = async (articleText: string, more: object = {}) =>
  (await post({ articleText, ...more })).answer.data.map(({ id }) => id);
