import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moderationActs, profiles, type Role, users } from '../../database/schema.ts';
import { listProfiles } from '../../features/profiles/profiles.queries.server.ts';
import { hidden, openCommunityPages } from '../../testing/community-pages.ts';
import { endedSession } from '../../testing/ended-session.ts';
import { locationOf, newNumber, pageForms } from '../../testing/page-forms.ts';
import { cookiesOf, type SignedIn, signIn } from '../../testing/sign-in.ts';

type Fields = Record<string, string>;
const { test, db, moderator, api, ask } = await openCommunityPages();
afterAll(() => test.close());
const { get, post } = pageForms(() => test);
const { openThenEnd, signInThere } = endedSession(() => test);

const at = { actId: 0, postId: 0, childId: 0 };
let me: SignedIn & { number: string };

async function person(role?: 'moderator'): Promise<typeof me> {
  const number = newNumber();
  const signedIn = await signIn(test, { phone: number, ...(role ? { role } : {}) });
  await db().insert(profiles).values({ userId: signedIn.user.id, relation: 'SELF' });
  return { ...signedIn, number };
}

/** As a moderator where the page is theirs, else as a member. */
async function signBackIn(url: string): Promise<void> {
  me = { ...me, ...(await signIn(test, { phone: me.number })) };
  const roles: Role[] = url.includes('/moderation?') ? ['moderator'] : [];
  await db().update(users).set({ roles }).where(eq(users.id, me.user.id));
}

const values = (body: string) => body.replaceAll('&quot;', '"');

beforeAll(async () => {
  me = await person();
  const [child] = await db()
    .insert(profiles)
    .values({ userId: me.user.id, relation: 'SIBLING', firstName: 'Mohan' })
    .returning();
  at.childId = child!.id;
  at.postId = (await ask(me)).id;
  await api('/moderation/act', moderator, {
    entityType: 'QUESTION',
    entityId: at.postId,
    act: 'HIDE',
    reason: 'A number stands in it.',
  });
  const acts = await db().select().from(moderationActs).where(eq(moderationActs.entityId, at.postId));
  at.actId = acts[0]!.id;
});

type Row = [what: string, url: () => string, fields: () => Fields, shown: () => string[]];
const forms: Row[] = [
  [
    'the own name',
    () => '/profile',
    () => ({ intent: 'name', firstName: 'Asha-typed', lastName: 'Devi-typed' }),
    () => ['value="Asha-typed"', 'value="Devi-typed"', '<details class="fold" id="name" open'],
  ],
  [
    'a person being added, with a yes for a child',
    () => '/profile',
    () => ({
      intent: 'add',
      relation: 'CHILD',
      firstName: 'Ravi-typed',
      lastName: '',
      phoneNo: '98765 43211',
      consent: 'yes',
    }),
    () => [
      'value="Ravi-typed"',
      'value="98765 43211"',
      '<option value="CHILD" selected',
      '<details class="fold" id="add" open',
      'checked',
    ],
  ],
  [
    'a person being changed',
    () => '/profile',
    () => ({ intent: 'edit', id: String(at.childId), firstName: 'Mohan-typed', lastName: '', phoneNo: '98765 43212' }),
    () => [`id="${at.childId}-first"`, 'value="Mohan-typed"', 'value="98765 43212"'],
  ],
  [
    'a number to link',
    () => '/profile?do=link',
    () => ({ intent: 'link-send', identifier: '98765 43213' }),
    () => ['value="98765 43213"'],
  ],
  [
    'an appeal',
    () => '/moderation/log',
    () => ({ act: String(at.actId), text: 'Typed appeal "so".' }),
    () => ['Typed appeal "so".'],
  ],
  [
    "a moderator's reason",
    () => `/moderation?post=QUESTION-${at.postId}`,
    () => ({ post: `QUESTION-${at.postId}`, act: 'RESTORE', reason: 'Typed reason.', days: '3', keepsPost: 'yes' }),
    () => ['Typed reason.', 'value="3"', 'name="keepsPost" checked'],
  ],
  [
    "a moderator's reason at the studio's desk",
    () => `/studio/moderation?post=QUESTION-${at.postId}`,
    () => ({ post: `QUESTION-${at.postId}`, act: 'RESTORE', reason: 'Typed reason.', days: '3', keepsPost: 'yes' }),
    () => ['Typed reason.', 'value="3"', 'name="keepsPost" checked'],
  ],
];

const said = { '': 'Here is what you typed: it is not saved yet.', '/hi': 'आपका लिखा हुआ यह रहा' };
const texts = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, value]) =>
    ['firstName', 'lastName', 'phoneNo', 'identifier', 'text', 'reason'].includes(name) && value ? [value] : [],
  );

describe('a personal form that is posted after its session has ended', () => {
  for (const prefix of ['', '/hi'] as const)
    it.each(forms)(`gives back %s to the same person (${prefix || 'English'})`, async (what, path, fields, shown) => {
      const url = prefix + path();
      await signBackIn(url);
      const writtenBy = await openThenEnd(me, url);
      const first = await post(url, { ...fields(), writtenBy }, me.cookies);
      expect(first.statusCode, what).toBe(401);
      expect(first.headers.location).toBeUndefined();
      const { coded, last, answer, jar } = await signInThere(url, first, me.number, me.cookies);
      for (const page of [first, coded])
        for (const text of texts(fields())) expect(values(page.body), text).not.toContain(text);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('private, no-store');
      for (const text of [...shown(), said[prefix]]) expect(values(answer.body), text).toContain(text);
      // Filled in, and not saved.
      const [user] = await db().select().from(users).where(eq(users.id, me.user.id));
      expect(user!.firstName).toBe('');
      expect((await listProfiles(db(), me.user.id)).map(({ firstName }) => firstName).toSorted()).toEqual([
        '',
        'Mohan',
      ]);
      // A reload posts the same again.
      const again = await post(url, last, cookiesOf(answer.headers['set-cookie'], jar));
      for (const text of shown()) expect(values(again.body), text).toContain(text);
    });

  it.each(forms.filter((_, place) => ![1, 2].includes(place)))(
    'never shows %s to another person',
    async (what, path, fields) => {
      const url = path();
      const stranger = await person('moderator');
      const fresh = newNumber();
      const ways = ['by the page', 'by the cookie', 'by a new account', 'by a session that goes on'] as const;
      for (const way of url === '/profile' ? ways : ways.slice(0, 1)) {
        await signBackIn(url);
        const writtenBy = await openThenEnd(me, url);
        const isByCookie = way === 'by the cookie';
        const sent = { ...fields(), ...(isByCookie ? {} : { writtenBy }) };
        const first = await post(url, sent, isByCookie ? me.cookies : '');
        expect(first.statusCode, what).toBe(401);
        const number = way === 'by a new account' ? fresh : stranger.number;
        const answer =
          way === 'by a session that goes on'
            ? await post(url, { kept: hidden(first.body, 'kept')! }, (await signIn(test, { phone: number })).cookies)
            : (await signInThere(url, first, number)).answer;
        expect([answer.statusCode, way]).toEqual([303, way]);
        expect(decodeURIComponent(locationOf(answer))).toContain(url);
        for (const text of texts(fields())) expect(values(answer.body) + locationOf(answer)).not.toContain(text);
      }
    },
  );

  it('comes back to an own account where nothing says whose it was, and to no new one', async () => {
    const [, path, fields, shown] = forms[0]!;
    const url = path();
    const first = await post(url, fields());
    const { answer } = await signInThere(url, first, me.number);
    for (const text of shown()) expect(answer.body).toContain(text);
    const { answer: toNew } = await signInThere(url, first, newNumber());
    expect(locationOf(toNew)).toBe('/profile_built?redirect=%2Fprofile');
  });

  it('is kept for half an hour, and not where it is forged or too long', async () => {
    const first = await post('/profile', { intent: 'name', firstName: 'Late-typed' });
    const kept = hidden(first.body, 'kept')!;
    const { cookies } = await signIn(test, { phone: me.number });
    const now = Date.now();
    const clock = test.services.clock;
    try {
      test.services.clock = () => new Date(now + 31 * 60_000);
      expect(locationOf(await post('/profile', { kept }, cookies))).toBe('/profile');
    } finally {
      test.services.clock = clock;
    }
    expect((await post('/profile', { kept }, cookies)).body).toContain('Late-typed');
    expect(locationOf(await post('/profile', { kept: `${kept.slice(0, -4)}AAAA` }, cookies))).toBe('/profile');
    expect(locationOf(await post('/profile', { intent: 'name', firstName: 'x'.repeat(46_000) }))).toMatch(/^\/login\?/);
  });

  it.each<[string, Fields]>([
    ['/notifications', { mail: 'off' }],
    ['/notifications', {}],
    ['/profile', { intent: 'end-others' }],
    ['/profile', { intent: 'remove', id: '1' }],
    ['/profile', { intent: 'withdraw', id: '1' }],
    ['/profile', { intent: 'name', firstName: ' ', lastName: '' }],
    ['/profile?do=delete', { intent: 'delete', withPosts: 'yes' }],
    ['/moderation/log', { act: '1', text: '' }],
  ])('leads to the sign-in page where nothing was typed: %s %o', async (url, fields) => {
    const answer = await post(url, fields);
    expect([answer.statusCode, locationOf(answer)]).toEqual([
      303,
      `/login?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: url })}`,
    ]);
  });

  it.each<[string, string, Fields]>([
    ['/profile', '/profile', { intent: 'name', firstName: 'Meant-for-another', lastName: '' }],
    ['/profile?do=delete', '/profile?do=delete', { intent: 'delete', sure: 'yes' }],
  ])('is not carried out for somebody who has signed in since: %s', async (url, action, fields) => {
    const opened = await person();
    const writtenBy = hidden((await get(url, opened.cookies)).body, 'writtenBy')!;
    const now = await person();
    const answer = await post(action, { ...fields, writtenBy }, now.cookies);
    expect(answer.statusCode).toBe(409);
    expect(answer.body).toContain('Somebody else is signed in now');
    expect(answer.body).not.toContain('Meant-for-another');
    const [account] = await db().select().from(users).where(eq(users.id, now.user.id));
    expect(account).toBeDefined();
    expect((await get('/profile', now.cookies)).body).not.toContain('Meant-for-another');
    const own = hidden((await get(url, now.cookies)).body, 'writtenBy')!;
    expect((await post(action, { ...fields, writtenBy: own }, now.cookies)).statusCode).not.toBe(409);
  });
});
