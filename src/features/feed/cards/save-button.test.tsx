import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SchemesContext } from '../../schemes/save-button.tsx';
import type { FeedItem } from '../feed.contract.ts';
import { CardForLayout } from './card-for-layout.tsx';

const article = {
  id: 1013,
  contentType: 'ARTICLE',
  title: 'Atal Pension Yojana',
  summary: 'A pension',
  lang: null,
  thumbnail: null,
  coverFigure: null,
  canonicalUrl: '/article/x-MTAxMw',
  categories: [],
  tags: [],
  createdBy: { id: 1, name: 'Asha' },
  publishedAt: '2026-11-01T00:00:00.000Z',
  readingMinutes: 3,
} as unknown as FeedItem;
const layouts = ['CardBannerBig', 'CardBannerSmall', 'CardMain', 'CardWide', 'CardHalf', 'CardArticleFull'] as const;

test.each(layouts)('%s offers to save a scheme, and nothing else', (layout) => {
  const html = (schemes: number[]) =>
    renderToStaticMarkup(
      <SchemesContext value={new Set(schemes)}>
        <CardForLayout layout={layout} item={article} />
      </SchemesContext>,
    );
  expect(html([1013])).toContain('data-act="save" data-scheme="1013"');
  expect(html([7])).not.toContain('data-act="save"');
});
