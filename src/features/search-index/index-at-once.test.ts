// @runs on both databases
import { expect, test } from 'vitest';
import { searchWords } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { indexDocument } from './index-document.server.ts';

const site = openTestApp({ content: 'empty' });

test('two writers whose titles have the words of the other text do not lock each other out', async () => {
  const save = (entityId: number, title: string, body: string) =>
    site.db.transaction((tx) =>
      indexDocument(tx, {
        kind: 'ARTICLE',
        entityId,
        lang: 'en',
        title,
        summary: '',
        body,
        categoryIds: [],
        tagIds: [],
        publishedAt: new Date('2026-01-01'),
      }),
    );
  for (let round = 0; round < 8; round++) {
    const wordsOf = (beginning: string) =>
      Array.from({ length: 60 }, (_, at) => `${beginning}${'abcdefgh'[round]}x${at}`).join(' ');
    const [first, second] = [wordsOf('zor'), wordsOf('bin')];
    await Promise.all([save(2 * round + 1, first, second), save(2 * round + 2, second, first)]);
  }
  const words = await site.db.select().from(searchWords);
  expect(words.filter(({ word, isBodyOnly }) => /^(?:zor|bin)/.test(word) && !isBodyOnly)).toHaveLength(8 * 120);
});
