// @runs on both databases
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { trackEvents } from '../../../database/schema.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { searchEverything } from '../../search/search-everything.queries.server.ts';
import { readDayFigures } from './day-figures.server.ts';
import { reportDay } from '../../tracking/tracking.queries.server.ts';

const test = openTestApp({ content: 'demo', clock: () => new Date(Date.now() + late) });
let late = 0;
beforeEach(async () => {
  await test.db.delete(trackEvents);
});

const written = async () => (await test.db.select().from(trackEvents)).length;
let serial = 0;
/** As a browser reports the page of a search, each time as a visit of its own. */
const search = (text: string, address: string, { prefix = '', times = 1 } = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/api/track',
    remoteAddress: address,
    headers: { 'content-type': 'application/json', cookie: `jrk_session_id=visit-${(serial += 1)}` },
    payload: JSON.stringify(
      Array.from({ length: times }, () => ({ name: 'view', path: `${prefix}/search?q=${encodeURIComponent(text)}` })),
    ),
  });
/** The desk keeps its answer for ten minutes; a token holds for 15. */
async function list() {
  late += 601_000;
  const editor = await colleague(test, 'editor');
  return dataOf<{ text: string; visits: number }[]>(await editor.get('/searches?days=7'));
}

it('1,000 visits that one network makes up are one search; three networks are three', async () => {
  for (let nth = 0; nth < 1_000; nth += 1) await search('qwxzv pension', `2001:db8:3:${(nth % 10) + 1}::${nth}`);
  for (let nth = 0; nth < 60; nth += 1) await search('qwxzv loan', '203.0.113.9');
  for (const address of ['2001:db8:4::1', '2001:db8:5::1', '203.0.113.7', '203.0.113.7'])
    await search('qwxzv card', address);
  await expect.poll(written, { timeout: 20_000 }).toBe(1_064);
  expect(await list()).toEqual([{ text: 'qwxzv card', visits: 3 }]);
  const { searches } = await reportDay(test.db, dayInIndia(test.services.clock()), 20);
  expect(searches).toEqual([
    { text: 'qwxzv card', readers: 3 },
    { text: 'qwxzv loan', readers: 1 },
    { text: 'qwxzv pension', readers: 1 },
  ]);
  const stored = await test.db.select({ network: trackEvents.network }).from(trackEvents);
  expect(JSON.stringify(stored)).not.toMatch(/203\.0|2001:db8/);
}, 60_000);

it('a network has another hash on another day, and none beside any other page', async () => {
  await search('qwxzv card', '203.0.113.7');
  await test.app.inject({
    method: 'POST',
    url: '/api/track',
    remoteAddress: '203.0.113.7',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ name: 'view', path: '/about' }),
  });
  late += 86_400_000;
  await search('qwxzv card', '203.0.113.7');
  await expect.poll(written).toBe(3);
  const networks = (await test.db.select().from(trackEvents)).map(({ path, network }) => [path === '/about', network]);
  expect(networks.filter(([isOther]) => isOther)).toEqual([[true, null]]);
  expect(new Set(networks.map(([, network]) => network)).size).toBe(3);
});

it('one network that searches again each day brings nothing onto the desk', async () => {
  const days = 4;
  for (let day = 0; day < days; day += 1) {
    late += 86_400_000;
    await search('qwxzv visa', '203.0.113.7');
    if (day < 2) await search('qwxzv rent', '203.0.113.8');
  }
  await search('qwxzv rent', '203.0.113.9');
  await search('qwxzv rent', '203.0.113.10');
  await expect.poll(written).toBe(days + 4);
  // The database has the true clock: the days that the test went through lie behind it.
  await test.db.execute(sql`update track_events set at = at - make_interval(secs => ${late / 1_000}::float8)`);
  expect(await list()).toEqual([{ text: 'qwxzv rent', visits: 4 }]);
});

it('searches below the prefix of a language are counted with the others', async () => {
  late += 86_400_000;
  for (const nth of [1, 2, 3]) await search('क़्वज़व नक्शा', `203.0.113.${nth}`, { prefix: '/hi' });
  await search('क़्वज़व नक्शा', '203.0.113.4', { prefix: '/ta' });
  await search('क़्वज़व नक्शा', '203.0.113.5');
  await expect.poll(written).toBe(5);
  expect(await list()).toEqual([{ text: 'क़्वज़व नक्शा', visits: 5 }]);
  const report = await reportDay(test.db, dayInIndia(test.services.clock()), 20);
  expect([report.searches, report.pages]).toEqual([[{ text: 'क़्वज़व नक्शा', readers: 5 }], []]);
  expect(await readDayFigures(test.services)).toMatchObject({ searches: 5 });
});

it('what the page says is about something else stands on the desk; what it finds does not', async () => {
  late += 86_400_000;
  const isFar = async (query: string) =>
    (await searchEverything(test.db, { query, kind: 'all', categoryId: null, page: 1 })).isFar;
  expect([await isFar('मार्कशीट खो गई'), await isFar('lost marksheet'), await isFar('ration card')]).toEqual([
    true,
    true,
    false,
  ]);
  for (const nth of [1, 2, 3])
    for (const text of ['मार्कशीट खो गई', 'lost marksheet', 'ration card']) await search(text, `203.0.113.${nth}`);
  await expect.poll(written).toBe(9);
  expect((await list()).map(({ text }) => text)).toEqual(['lost marksheet', 'मार्कशीट खो गई']);
});
