import { expect, it } from 'vitest';
import { studioMedia, studioPieces, studioRevisions } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';

const test = openTestApp({ env: { STUDIO_SECOND_FACTOR: 'off' } });

it('a writer sees own files and those of live pieces, an editor all', async () => {
  const [editor, writer] = [await colleague(test, 'editor'), await colleague(test, 'writer')];
  const file = (name: string, uploadedBy: string) => ({
    path: `/media/studio/${name}`,
    kind: 'picture' as const,
    bytes: 10,
    width: 1,
    height: 1,
    uploadedBy,
    description: `of ${name}`,
  });
  await test.db
    .insert(studioMedia)
    .values([file('sealed.webp', editor.id), file('own.webp', writer.id), file('live.webp', editor.id)]);
  const piece = { kind: 'articles' as const, state: 'live' as const, lang: 'en' };
  const revision = { kind: 'articles' as const, pieceId: 990_001, fields: {} };
  await test.db.transaction(async (tx) => {
    await tx
      .insert(studioPieces)
      .values([
        { ...piece, id: 990_001, key: 'shown', sourceKey: 'content:shown', revision: 2, live: 1, title: 'Shown' },
      ]);
    await tx.insert(studioRevisions).values([
      { ...revision, number: 1, body: '![x](/media/studio/live.webp)' },
      { ...revision, number: 2, body: '![x](/media/studio/sealed.webp)' },
    ]);
  });
  const seen = async (who: typeof writer) =>
    dataOf<{ path: string }[]>(await who.get('/media'))
      .map(({ path }) => path.slice('/media/studio/'.length))
      .toSorted();
  expect(await seen(writer)).toEqual(['live.webp', 'own.webp']);
  expect(await seen(editor)).toEqual(['live.webp', 'own.webp', 'sealed.webp']);
});
