import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { type PieceLine, PieceList } from './studio-parts.tsx';

test('a draft without a title says so in the language of the page', () => {
  const draft = {
    id: 7,
    kind: 'articles',
    key: 'untitled',
    title: '',
    state: 'draft',
    updatedByName: 'Asha',
    updatedAt: '2026-11-28T06:00:00.000Z',
  } as PieceLine;
  const shown = () => renderToString(<PieceList pieces={[draft]} empty="" />);
  expect(shown()).toContain('>No title yet (');
  expect(inLanguage('hi', shown)).toContain('>अभी शीर्षक नहीं है (');
});
