import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inLanguage } from '../../../platform/http/request-context.server.ts';
import { cardLayouts, type FeedItem } from '../feed.contract.ts';
import { OpeningsContext } from './card-article-full.tsx';
import { CardForLayout } from './card-for-layout.tsx';

const piece = {
  id: 7,
  contentType: 'ARTICLE',
  thumbnail: null,
  coverFigure: null,
  canonicalUrl: '/article/x-Nw',
  categories: [],
  tags: [],
  createdBy: { id: 1, name: 'Asha' },
  publishedAt: '2026-11-01T00:00:00.000Z',
  readingMinutes: 3,
};
const cardIn = (frame: 'en' | 'hi', layout: (typeof cardLayouts)[number], text: object) =>
  inLanguage(frame, () =>
    renderToStaticMarkup(
      <OpeningsContext value={new Map([[7, 'Opening']])}>
        <CardForLayout layout={layout} item={{ ...piece, ...text } as unknown as FeedItem} />
      </OpeningsContext>,
    ),
  );
const marked = (html: string) => [...html.matchAll(/<(?:h3|p)[^>]* lang="(\w+)"/g)].map(([, lang]) => lang);

test.each(cardLayouts)('%s marks the words of a piece with its own language, and names it', (layout) => {
  for (const [lang, title, name, inHindi] of [
    ['bn', 'রেশন কার্ড', 'Bangla', 'बंगाली'],
    ['mr', 'शिधापत्रिका', 'Marathi', 'मराठी'],
    ['ur', 'راشن کارڈ', 'Urdu', 'उर्दू'],
    // Its words are in Latin letters, as those of the frame.
    ['hi', 'PM Kisan', 'Hindi', null],
  ] as const) {
    const inEnglish = cardIn('en', layout, { lang, title, summary: title });
    expect(new Set(marked(inEnglish)), lang).toEqual(new Set([lang]));
    expect(inEnglish).toContain(`<span class="in-language">${name}</span>`);
    const below = cardIn('hi', layout, { lang, title, summary: title });
    expect(new Set(marked(below)), lang).toEqual(new Set(inHindi ? [lang] : []));
    expect(/<span class="in-language">(.*?)<\/span>/.exec(below)?.[1] ?? null).toBe(inHindi);
  }
});
