import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  authors,
  cachePurges,
  categories,
  type StudioFields,
  type StudioKind,
  studioPieces,
  studioRevisions,
  tags,
} from '../../../database/schema.ts';
import { articlePath, authorPath, categoryPath, tagPath, videoPath, webStoryPath } from '../../../platform/wire/ids.ts';
import { onEveryChange } from '../../../platform/cache/purge-queue.server.ts';
import { queueActs, queuePieces } from './queue-purge.server.ts';
import { openDatabase } from '../../../testing/open-database.ts';

const database = openDatabase('empty');
beforeAll(async () => {
  await database.db.insert(authors).values({ id: 7, key: 'asha', name: 'Asha Rao' });
  await database.db.insert(categories).values({ id: 5, key: 'rations', name: 'Rations', displayName: 'Rations' });
  await database.db.insert(tags).values({ id: 3, name: 'card', displayName: 'Card' });
});
beforeEach(() => database.db.delete(cachePurges));

const lists = [categoryPath('Rations', 5), tagPath('card', 3), authorPath('Asha Rao', 7)];
let next = 100;
/** A live piece with one revision. @returns its id */
async function piece(kind: StudioKind, key: string, fields: StudioFields): Promise<number> {
  const id = (next += 1);
  const row = { kind, id, key, sourceKey: key, revision: 1, state: 'live' as const, live: 1, lastLive: 1, title: key };
  await database.db.insert(studioPieces).values(row);
  await database.db.insert(studioRevisions).values({ kind, pieceId: id, number: 1, fields, body: '' });
  return id;
}
/** What is queued beside what lists every change. */
const queued = async () => {
  const paths = (await database.db.select().from(cachePurges)).map(({ path }) => path);
  if (paths.length > 0) expect(paths).toEqual(expect.arrayContaining([...onEveryChange]));
  return paths.filter((path) => !(onEveryChange as readonly string[]).includes(path));
};

it.each<[StudioKind, string, StudioFields, (id: number) => string[]]>([
  ['articles', 'a', { title: 'Ration cards' }, (id) => [articlePath('Ration cards', id), `/og/article-${id}.jpg`]],
  ['articles', 'untitled', { title: 3 }, () => []],
  ['videos', 'v', { title: 'A film' }, (id) => [videoPath('A film', id), `/og/video-${id}.jpg`, '/videos']],
  ['videos', 'untitled', {}, () => []],
  ['webstories', 'a-story', {}, () => [webStoryPath('a-story')]],
  ['categories', 'c', { name: 'Old rations' }, (id) => [categoryPath('Old rations', id)]],
  ['tags', 't', { name: 'Old card' }, (id) => [tagPath('Old card', id)]],
  ['authors', 'w', { name: 'Old name' }, (id) => [authorPath('Old name', id)]],
  ['tags', 'nameless', {}, () => []],
  ['pages', 'fees', {}, () => ['/page/fees']],
  ['pages', 'fees-hi', { translationOf: 'fees' }, () => ['/page/fees']],
  ['scams', 's', {}, () => ['/check', '/scams.json', '/scams.xml']],
  ['feed', 'f', {}, () => []],
  [
    'articles',
    'listed',
    { title: 'Listed', author: 'asha', categories: ['rations', 4], tags: ['CARD'] },
    (id) => [articlePath('Listed', id), `/og/article-${id}.jpg`, ...lists],
  ],
])('of %s (%s) stand where readers find it', async (kind, key, fields, expected) => {
  const id = await piece(kind, key, fields);
  await queuePieces(database.db, [{ kind, id }]);
  expect((await queued()).toSorted()).toEqual(expected(id).toSorted());
});

it('of acts are queued where readers see a change; what is taken from them is urgent', async () => {
  const id = await piece('webstories', 'acted-on', {});
  for (const act of ['begin', 'change', 'approve', 'remove'])
    await queueActs(database.db, [{ act, kind: 'webstories', pieceId: id }]);
  await queueActs(database.db, [{ act: 'publish' }, { act: 'publish', kind: 'webstories', pieceId: null }]);
  expect(await queued()).toEqual([]);
  for (const act of ['publish', 'import', 'prune', 'check', 'unpublish']) {
    await database.db.delete(cachePurges);
    await queueActs(database.db, [{ act, kind: 'webstories', pieceId: id }]);
    expect(await queued(), act).toEqual([webStoryPath('acted-on')]);
    const rows = await database.db.select().from(cachePurges);
    expect(new Set(rows.map(({ isUrgent }) => isUrgent)), act).toEqual(new Set([act === 'unpublish']));
  }
});

it('of a new piece are its lists alone, and of one that nobody sees nothing', async () => {
  const fields = { title: 'Story', author: 'asha', categories: ['rations'], tags: ['Card'] };
  const id = await piece('articles', 'new', fields);
  await queuePieces(database.db, []);
  expect(await queued()).toEqual([]);
  await queuePieces(database.db, [{ kind: 'articles', id }], { isNew: true });
  expect((await queued()).toSorted()).toEqual(lists.toSorted());
  await database.db.delete(cachePurges);
  await database.db.execute(sql`update studio_pieces set live = null, last_live = null where id = ${id}`);
  await queuePieces(database.db, [{ kind: 'articles', id }], { isNew: true });
  expect(await queued()).toEqual([]);
});
