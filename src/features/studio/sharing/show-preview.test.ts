import { beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { findPiece, getRevision, type Piece, type Revision } from '../pieces/pieces.queries.server.ts';
import { asIfLive } from './show-preview.server.ts';

const test = openTestApp();
let piece: Piece;
let revision: Revision;
beforeAll(async () => {
  const editor = await colleague(test, 'editor');
  const draft = { title: 'Ration cards by phone', body: 'Open the site.', author: null };
  const { id } = dataOf<{ id: number }>(await editor.post('/articles', draft));
  piece = (await findPiece(test.db, { kind: 'articles', id }))!;
  revision = await getRevision(test.db, piece, 1);
});

it('previews are made one at a time; eight more wait, and the next is told to come again', async () => {
  let running = 0;
  let most = 0;
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const show = () =>
    asIfLive(test.services, piece, revision, async () => {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
      return 'shown';
    });
  const first = Array.from({ length: 9 }, show);
  await expect.poll(() => running).toBe(1);
  await expect(show()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 10 });
  open();
  expect(await Promise.all(first)).toEqual(Array(9).fill('shown'));
  expect([running, most]).toEqual([0, 1]);
  expect(await show()).toBe('shown');
});
