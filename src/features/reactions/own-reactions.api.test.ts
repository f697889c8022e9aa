import { beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { asAuthor, asReader, type SignedIn } from '../../testing/sign-in.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp({ content: 'demo' });
const reader = prepared(() => asReader(test));
const other = prepared(() => asAuthor(test));
beforeAll(async () => {
  await ask('POST', '/communities/reaction', reader, {
    entityType: 'ARTICLE',
    entityId: 1001,
    liked: true,
    disliked: false,
  });
  await ask('POST', '/communities/reaction', reader, {
    entityType: 'VIDEO',
    entityId: 514,
    liked: false,
    disliked: true,
  });
});

async function ask(method: 'GET' | 'POST', path: string, who: SignedIn | null, payload?: object) {
  return test.send(method, `/api${path}`, payload, who?.headers);
}

type Item = { contentType: string; id: number; liked: boolean; disliked: boolean; likeCount: number };
async function itemIn(path: string, who: SignedIn | null, payload?: object): Promise<Item | undefined> {
  const { data } = (await ask(payload ? 'POST' : 'GET', path, who, payload)).json<{
    data: Item[] | { sections: { items: Item[] }[] };
  }>();
  const items = Array.isArray(data) ? data : data.sections.flatMap((section) => section.items);
  return items.find(
    ({ contentType, id }) => (contentType === 'ARTICLE' && id === 1001) || (contentType === 'VIDEO' && id === 514),
  );
}

const lists: [string, object | undefined, Partial<Item>][] = [
  ['/article/search/v1', { pageSize: 50 }, { liked: true, disliked: false }],
  ['/search/articles', { articleText: 'pm-kisan' }, { liked: true, disliked: false }],
  ['/search/articles', { pageSize: 50 }, { liked: true, disliked: false }],
  ['/article/recommended', { pageSize: 50 }, { liked: true, disliked: false }],
  ['/page/home', undefined, { liked: true, disliked: false }],
  ['/video/search/v1', { pageSize: 50 }, { liked: false, disliked: true }],
  ['/search/videos', { videoText: 'rooftop solar' }, { liked: false, disliked: true }],
  ['/page/videos', undefined, { liked: false, disliked: true }],
];

it.each(lists)('a list tells a reader their own likes and nobody else any: %s %j', async (path, payload, own) => {
  expect(await itemIn(path, reader, payload)).toMatchObject(own);
  expect(await itemIn(path, other, payload)).toMatchObject({ liked: false, disliked: false });
  expect(await itemIn(path, null, payload)).toMatchObject({ liked: false, disliked: false });
});

it('a feed with somebody’s own likes is kept by no cache', async () => {
  expect((await ask('GET', '/page/home', reader)).headers['cache-control']).toBe('private, no-store');
  expect((await ask('GET', '/page/home', null)).headers['cache-control']).toContain('public');
});
