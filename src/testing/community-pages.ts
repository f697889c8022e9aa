import { eq } from 'drizzle-orm';
import { categories, users } from '../database/schema.ts';
import { buildTestApp } from './build-test-app.ts';
import { type SignedIn, signIn } from './sign-in.ts';

type Fields = Record<string, string> | [string, string][];
const origin = 'http://localhost:3000';

/** A site with two categories and four signed-in users, with helpers to open pages and submit their forms. */
export async function openCommunityPages() {
  const test = await buildTestApp();
  const db = () => test.services.connection.db;
  const [asker, helper, other, moderator] = [
    await signIn(test),
    await signIn(test),
    await signIn(test),
    await signIn(test, { role: 'moderator' }),
  ];
  await db().update(users).set({ firstName: 'Meena', lastName: '' }).where(eq(users.id, asker.user.id));
  await db()
    .insert(categories)
    .values([
      { id: 252, key: 'schemes', name: 'Schemes', displayName: 'Schemes' },
      { id: 253, key: 'tax', name: 'Tax', displayName: 'Tax' },
    ]);

  const api = async (path: string, who: SignedIn, payload: object) =>
    (await test.send('POST', `/api${path}`, payload, who.headers)).json().data;
  let serial = 0;
  return {
    test,
    db,
    asker,
    helper,
    other,
    moderator,
    origin,
    api,
    get: (url: string, who: SignedIn | null = null) =>
      test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} }),
    post: (url: string, fields: Fields, who: SignedIn | null = null, headers: Record<string, string> = { origin }) =>
      test.send('POST', url, new URLSearchParams(fields), {
        ...(who ? { cookie: who.cookies } : {}),
        ...headers,
      }),
    async ask(who = asker): Promise<{ id: number; url: string }> {
      const { id, canonicalUrl } = await api('/communities/question/create', who, {
        title: `How do I get a ration card (${(serial += 1)})?`,
        categoryIds: [252],
      });
      return { id, url: canonicalUrl };
    },
    answer: async (questionId: number, who = helper): Promise<number> =>
      (await api('/communities/comment/create', who, { questionId, body: `At the nearest office (${(serial += 1)}).` }))
        .id,
  };
}

export const titleOf = (body: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1];
/** The value of a hidden form field. */
export const hidden = (body: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&');
