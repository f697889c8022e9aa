import { questionPath } from '../src/platform/ids.ts';
import type { Sent } from './open-loop.ts';
import { randomFrom } from './search-corpus.ts';

export type Reader = 'anonymous' | 'signed in' | 'writing';
/** One request of a visitor; `member` is the index of the member whose cookies it carries. */
export type Visit = Sent & { reader: Reader; member?: number };
/** Everything that can be requested. */
export type Site = {
  titles: string[];
  comments: number;
  pages: string[];
  categories: number[];
  members: number;
  /** Part of every written text, so that none is a duplicate. */ run: string;
};

type Choice = readonly [share: number, visit: () => Visit];

const origin = 'http://localhost';
const json = { 'content-type': 'application/json' };

/** Generates requests; deterministic for a given site. */
export function createTraffic(site: Site): () => Visit {
  const random = randomFrom(20_260_101);
  const below = (count: number) => Math.floor(random() * count);
  // Zipf distribution with s = 1: the nth item is requested n times less often than the first.
  const rank = (count: number) => Math.min(count, Math.floor((count + 1) ** random())) - 1;
  const pick = <Item>(items: Item[]) => items[rank(items.length)]!;
  const count = site.titles.length;
  // Spreads popularity over all ages: the most read questions are not the oldest ones.
  const questionId = () => 1 + ((rank(count) * 7_919) % count);
  const words = [
    ...new Set(site.pages.flatMap((page) => page.split(/[/-]/).slice(2, -1)).filter((word) => word.length > 3)),
  ];
  let written = 0;

  const anonymous = (kind: string, path: string): Visit => ({
    reader: 'anonymous',
    kind,
    path,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  });
  const asking = (kind: string, path: string, body: object): Visit => ({
    reader: 'anonymous',
    kind,
    method: 'POST',
    path: `/api${path}`,
    headers: json,
    body: JSON.stringify(body),
  });
  const own = (kind: string, path: string, body?: object): Visit => ({
    reader: 'signed in',
    kind,
    path,
    member: below(site.members),
    ...(body
      ? { method: 'POST', headers: { ...json, origin }, body: JSON.stringify(body) }
      : { headers: { 'accept-encoding': 'gzip, deflate, br' } }),
  });
  const writing = (kind: string, path: string, body: object): Visit => ({
    reader: 'writing',
    kind,
    method: 'POST',
    path: `/api${path}`,
    member: below(site.members),
    headers: { ...json, origin, 'idempotency-key': `${site.run}-${(written += 1)}` },
    body: JSON.stringify(body),
  });
  const text = (start: string) => `${start}, case ${site.run}-${(written + 1).toString(36)}`;

  const list = () =>
    [
      '/community',
      '/community?filter=unanswered',
      '/community?filter=popular',
      `/community?page=${2 + rank(20)}`,
      `/community?category=${pick(site.categories)}`,
    ][rank(5)]!;
  const query = () => (random() < 0.5 ? pick(words) : `${pick(words)}+${pick(words)}`);
  const anonymousReads: Choice[] = [
    [
      50,
      () => {
        const id = questionId();
        return anonymous('question page', questionPath(site.titles[id - 1]!, id));
      },
    ],
    [10, () => anonymous('list of questions', list())],
    [10, () => anonymous('home page', '/')],
    [16, () => anonymous('article, category, tag or video', pick(site.pages))],
    [6, () => anonymous('search', `/search?q=${query()}`)],
    [
      5,
      () =>
        asking('list by API', '/search/question/recent', {
          filter: ['RECENT', 'POPULAR', 'UNANSWERED'][rank(3)],
          pageSize: 10,
        }),
    ],
    [3, () => asking('comments by API', `/communities/question/${questionId()}/comments`, {})],
  ];
  const signedInReads: Choice[] = [
    [30, () => own('session', '/api/auth/session')],
    [
      20,
      () =>
        own('own reactions on a page', `/api/communities/question/${questionId()}/mine`, {
          commentIds: [1 + below(site.comments)],
          replyIds: [],
        }),
    ],
    [15, () => own('list with own reactions', '/api/search/question/recent', {})],
    [10, () => own('unread', '/api/notifications/unread')],
    [5, () => own('notifications', '/api/notifications')],
    [10, () => own('profiles', '/api/profile/all')],
    [5, () => own('profile page', '/profile')],
    [5, () => own('saved schemes', '/api/schemes?ids=1,2,3')],
  ];
  const writes: Choice[] = [
    [
      35,
      () =>
        writing('comment', '/communities/comment/create', {
          questionId: questionId(),
          body: text('Go to the nearest office and take your papers along'),
        }),
    ],
    [
      40,
      () =>
        writing('reaction', '/communities/reaction', {
          entityType: 'QUESTION',
          entityId: questionId(),
          liked: random() < 0.8,
          disliked: false,
        }),
    ],
    [
      10,
      () =>
        writing('reply', '/communities/reply/create', {
          commentId: 1 + below(site.comments),
          body: text('Thank you, that is what I did'),
        }),
    ],
    [
      8,
      () =>
        writing('question', '/communities/question/create', {
          title: text('Where do I hand in the form'),
          body: 'The office in my ward sends me away.',
          categoryIds: [pick(site.categories)],
        }),
    ],
    [
      7,
      () =>
        writing('profile', '/profile/create', { relation: 'SIBLING', firstName: 'Ravi', answers: { age: below(90) } }),
    ],
  ];
  const readers: readonly [number, Choice[]][] = [
    [90, anonymousReads],
    [8, signedInReads],
    [2, writes],
  ];
  const drawn = <Item>(choices: readonly (readonly [number, Item])[]): Item => {
    let left = random() * choices.reduce((sum, [share]) => sum + share, 0);
    return (choices.find(([share]) => (left -= share) < 0) ?? choices[0]!)[1];
  };
  return () => drawn(drawn(readers))();
}
