// @runs on both databases
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { studioActs } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp({ clock: () => new Date(Date.now() + late) });
const editor = prepared(() => colleague(test, 'editor'));
let late = 0;

const searched = (text: string, visits: number, daysAgo = 0) =>
  test.db.execute(sql`insert into track_events (at, name, path, visit, source)
    select now() - make_interval(days => ${daysAgo}), 'view', ${`/search?q=${text}`}, 'visit ' || one, 'direct'
    from generate_series(1, ${visits}) as one`);
const list = async (days: number) =>
  dataOf<{ text: string; visits: number }[]>(await editor.get(`/searches?days=${days}`));

it('refuses other days, and a search without letters', async () => {
  expect((await editor.get('/searches?days=90')).statusCode).toBe(400);
  expect((await editor.post('/searches/hide', { text: ' ' })).statusCode).toBe(400);
});

it('lists what several visits did not find, of the days asked for, and nothing personal', async () => {
  // Past what is kept for ten minutes; a token holds for 15.
  late += 660_000;
  await searched('qwxzv pension', 4);
  await searched('QWXZV pension', 5);
  await searched('qwxzv loan', 2);
  await searched('qwxzv card', 3, 20);
  await searched('qwxzv 9876543210', 9);
  await searched('asha@qwxzv.in', 9);
  expect(await list(7)).toEqual([{ text: 'qwxzv pension', visits: 5 }]);
  expect(await list(30)).toEqual([
    { text: 'qwxzv pension', visits: 5 },
    { text: 'qwxzv card', visits: 3 },
  ]);
});

it('hides a search at once; the log has no word of it', async () => {
  dataOf(await editor.post('/searches/hide', { text: ' QWXZV Pension ' }));
  expect((await list(30)).map(({ text }) => text)).toEqual(['qwxzv card']);
  dataOf(await editor.post('/searches/hide', { text: 'qwxzv pension' }));
  const acts = (await test.db.select().from(studioActs)).filter(({ act }) => act === 'hide_search');
  expect(acts.map(({ actor, note }) => [actor, note])).toEqual([[editor.id, null]]);
});
