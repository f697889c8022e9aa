// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rateLimits, users } from '../../database/schema.ts';
import { defaultLimits } from '../../platform/guard/limits.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { asModerator, codeFor, type SignedIn, signIn } from '../../testing/sign-in.ts';
import { findUser } from './users.queries.server.ts';
import { endSuspension, suspendUser, sweepSuspensions } from './suspensions.server.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
let next = 8_100_000_000;
const moderator = prepared(() => asModerator(test));

const number = () => String((next += 1));
const call = (method: 'POST' | 'DELETE' | 'PATCH' | 'GET', url: string, who: SignedIn, body?: object) =>
  test.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...who.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
const ask = (who: SignedIn, title: string) =>
  call('POST', '/communities/question/create', who, { title, body: 'Nobody at the office could tell me.' });
const leave = async (who: SignedIn) => {
  expect((await call('DELETE', '/user', who)).statusCode).toBe(200);
};
const suspend = (who: SignedIn, days = 5) =>
  test.db.transaction((tx) => suspendUser(tx, test.services.config, who.user.id, days));
const lift = (who: SignedIn) =>
  test.db.transaction(async (tx) => endSuspension(tx, test.services.config, (await findUser(tx, who.user.id))!));
const daysLeft = async (who: SignedIn) => {
  const until = (await findUser(test.db, who.user.id))!.suspendedUntil;
  return until === null ? 0 : Math.round((until.getTime() - Date.now()) / 86_400_000);
};

describe('a suspension', () => {
  it('by a moderator outlives the account: the same number signs up again, and still may not post', async () => {
    const phone = number();
    const author = await signIn(test, { phone });
    const { data } = (await ask(author, 'How do I get a ration card in another State?')).json<{
      data: { id: number };
    }>();
    const act = { entityType: 'QUESTION', entityId: data.id, act: 'SUSPEND', days: 5, reason: 'Spam' };
    expect((await call('POST', '/moderation/act', moderator, act)).statusCode).toBe(200);
    await leave(author);
    const again = await signIn(test, { phone });
    expect(again.user.id).not.toBe(author.user.id);
    expect(await daysLeft(again)).toBe(5);
    expect((await ask(again, 'How do I get a ration card once more?')).statusCode).toBe(403);
    expect((await signIn(test, { phone: number() })).user.id).toBeDefined();
  });

  it('of a mailbox is that of each spelling of its address, also once the account is gone, until it is lifted', async () => {
    const name = `m${number()}`;
    const author = await signIn(test, { email: `${name}+spam@example.in` });
    await suspend(author);
    for (const spelling of [`${name}@example.in`, `${name}+other@example.in`])
      expect(await daysLeft(await signIn(test, { email: spelling }))).toBe(5);
    expect(await daysLeft(await signIn(test, { email: `${name}x@example.in` }))).toBe(0);
    await leave(author);
    const again = await signIn(test, { email: `${name}+third@example.in` });
    expect((await ask(again, 'How do I get a ration card again?')).statusCode).toBe(403);
    await lift(again);
    expect(await daysLeft(again)).toBe(0);
    // The spellings that signed up meanwhile are accounts of their own: they are suspended until they are lifted too.
    expect(await daysLeft(await signIn(test, { email: `${name}+fourth@example.in` }))).toBe(5);
    for (const spelling of ['', '+other', '+fourth'])
      await lift(await signIn(test, { email: `${name}${spelling}@example.in` }));
    expect(await daysLeft(await signIn(test, { email: `${name}+fifth@example.in` }))).toBe(0);
  });

  it('of a mailbox is not cut short by a shorter one of another spelling, nor by lifting that', async () => {
    const name = `n${number()}`;
    const spelling = (tag: string) => signIn(test, { email: `${name}+${tag}@example.in` });
    const [short, long] = [await spelling('1'), await spelling('2')];
    await suspend(long, 365);
    await suspend(short, 1);
    expect(await daysLeft(await spelling('3'))).toBe(365);
    await lift(short);
    expect([await daysLeft(short), await daysLeft(await spelling('4'))]).toEqual([0, 365]);
    // Lifted means lifted, also when this account changes.
    const mobile = number();
    await call('POST', '/user/phone/otp/send', short, { mobile });
    const otp = await codeFor(test, `+91${mobile}`);
    expect((await call('POST', '/user/phone/otp/verify', short, { mobile, otp })).statusCode).toBe(200);
    expect(await daysLeft(short)).toBe(0);
    for (const tag of ['2', '3', '4']) await leave(await spelling(tag));
    await suspend(short, 1);
    await lift(short);
    expect(await daysLeft(await signIn(test, { email: `${name}@example.in` }))).toBe(365);
  });

  it('of a mailbox ends with the last of its accounts when the longest is lifted', async () => {
    const name = `e${number()}`;
    const spelling = (tag: string) => signIn(test, { email: `${name}${tag}@example.in` });
    const [short, long] = [await spelling('+1'), await spelling('')];
    await suspend(short, 3);
    await suspend(long, 365);
    await lift(long);
    const made = await spelling('+2');
    expect([await daysLeft(long), await daysLeft(made)]).toEqual([0, 3]);
    await lift(made);
    await lift(short);
    expect(await daysLeft(await spelling('+3'))).toBe(0);
  });

  it('is kept as a keyed hash, and goes when it is over', async () => {
    const phone = number();
    const author = await signIn(test, { phone });
    await suspend(author);
    await leave(author);
    const rows = async () => JSON.stringify((await test.db.execute(sql`select * from suspensions`)).rows);
    expect(await rows()).not.toContain(phone);
    await test.db.execute(sql`update suspensions set suspended_until = now() - interval '1 second'`);
    expect(await daysLeft(await signIn(test, { phone }))).toBe(0);
    await sweepSuspensions(test.db);
    expect(await rows()).toBe('[]');
  });

  it('goes along to a number that is linked, and stays with the one that was replaced', async () => {
    const [first, second] = [number(), number()];
    const author = await signIn(test, { phone: first });
    await suspend(author);
    await call('POST', '/user/phone/otp/send', author, { mobile: second });
    const otp = await codeFor(test, `+91${second}`);
    expect((await call('POST', '/user/phone/otp/verify', author, { mobile: second, otp })).statusCode).toBe(200);
    expect(await daysLeft(await signIn(test, { phone: first }))).toBe(5);
    await leave(await signIn(test, { phone: second }));
    expect(await daysLeft(await signIn(test, { phone: second }))).toBe(5);
  });

  it('of a number passes to an account that links it, and to the target of a merge', async () => {
    const suspended = number();
    const gone = await signIn(test, { phone: suspended });
    await suspend(gone);
    await leave(gone);
    const linking = await signIn(test, { email: `linking${suspended}@example.in` });
    await call('PATCH', '/user', linking, { firstName: 'Somebody', lastName: 'Else' });
    await call('POST', '/user/phone/otp/send', linking, { mobile: suspended });
    const otp = await codeFor(test, `+91${suspended}`);
    expect((await call('POST', '/user/phone/otp/verify', linking, { mobile: suspended, otp })).statusCode).toBe(200);
    expect(await daysLeft(linking)).toBe(5);
    // As who signs up with it: a name that was chosen before would come to the suspended person's posts by a merge.
    expect(await findUser(test.db, linking.user.id)).toMatchObject({ firstName: '', lastName: '' });

    const other = await signIn(test, { phone: number() });
    await suspend(other);
    const merging = await signIn(test, { email: `merging${suspended}@example.in` });
    const mobile = other.user.phoneNo!.slice(3);
    await call('POST', '/user/phone/otp/send', merging, { mobile });
    await call('POST', '/user/phone/otp/verify', merging, { mobile, otp: await codeFor(test, `+91${mobile}`) });
    expect((await call('POST', '/user/merge', merging, { mobile })).statusCode).toBe(200);
    expect(await daysLeft(merging)).toBe(5);
    await leave(merging);
    expect(await daysLeft(await signIn(test, { email: `merging${suspended}@example.in` }))).toBe(5);
  });

  it('lets nobody rename themselves, nor come back under another name', async () => {
    const phone = number();
    const author = await signIn(test, { phone });
    await call('PATCH', '/user', author, { firstName: 'Asha', lastName: 'Rao' });
    await suspend(author);
    const renamed = await call('PATCH', '/user', author, { firstName: 'Somebody' });
    expect([renamed.statusCode, renamed.json<{ message: string }>().message]).toEqual([
      403,
      "Forbidden. You don't have permission.",
    ]);
    expect((await findUser(test.db, author.user.id))!.firstName).toBe('Asha');
    const form = await test.send('POST', '/profile', 'intent=name&firstName=Somebody&lastName=Else', {
      cookie: author.cookies,
      origin: 'http://localhost:3000',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form.body).toContain('Your account is suspended, so its name cannot change now.');
    await leave(author);
    const create = { firstName: 'Somebody', lastName: 'Else', phoneNo: phone };
    await test.send('POST', '/api/user/create', create);
    const verified = await test.send('POST', '/api/provider-token/verify', {
      providerToken: await codeFor(test, `+91${phone}`),
      provider: 'JB',
      phoneNo: phone,
    });
    expect(verified.json<{ data: { user: { displayName: string } } }>().data.user.displayName).toMatch(
      /^Member \d{4}$/,
    );
  });
});

describe('the limits of a day', () => {
  it('outlive the account: deleting it and signing up again does not reset them', async () => {
    const phone = number();
    const author = await signIn(test, { phone });
    const { postsPerDay, newPostsPerDay, reports } = defaultLimits(test.services.connection);
    for (let at = 0; at < 20; at += 1) await postsPerDay(author.user.id);
    await reports(author.user.id);
    await leave(author);
    expect((await test.db.select().from(rateLimits)).filter(({ key }) => key.includes(author.user.id))).toEqual([]);
    const again = await signIn(test, { phone, isNew: true });
    await expect(newPostsPerDay(again.user.id)).rejects.toMatchObject({ status: 429 });
    const [spent] = await test.db
      .select()
      .from(rateLimits)
      .where(eq(rateLimits.key, `reports:${again.user.id}`));
    expect(spent).toMatchObject({ points: 1 });
    const text = JSON.stringify((await test.db.execute(sql`select * from former_limits`)).rows);
    expect(text).not.toContain(phone);
    expect(text).not.toContain(author.user.id);
    const stranger = await signIn(test, { phone: number(), isNew: true });
    await newPostsPerDay(stranger.user.id);
    expect(await test.db.select().from(users).where(eq(users.id, stranger.user.id))).toHaveLength(1);
  });

  it('come back with the number: a new account by mail that links it may not post again', async () => {
    const phone = number();
    const author = await signIn(test, { phone, isNew: true });
    const { limits } = test.services;
    const { newPostsPerDay: none } = limits;
    limits.newPostsPerDay = defaultLimits(test.services.connection).newPostsPerDay;
    try {
      for (let at = 0; at < 20; at += 1) await limits.newPostsPerDay(author.user.id);
      await leave(author);
      const again = await signIn(test, { email: `n${phone}@example.in`, isNew: true });
      expect((await ask(again, 'How do I get a card before the link?')).statusCode).toBe(201);
      expect((await call('POST', '/user/phone/otp/send', again, { mobile: phone })).statusCode).toBe(200);
      const otp = await codeFor(test, `+91${phone}`);
      const linked = await call('POST', '/user/phone/otp/verify', again, { mobile: phone, otp });
      expect(linked.json()).toMatchObject({ data: { isPhoneLinked: true } });
      const refused = await ask(again, 'How do I get a card after the link?');
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'too_many_requests']);
    } finally {
      limits.newPostsPerDay = none;
    }
  });

  it('are those of the mailbox, whatever the spelling of its address', async () => {
    const name = `l${number()}`;
    const author = await signIn(test, { email: `${name}@example.in` });
    const { newPostsPerDay } = defaultLimits(test.services.connection);
    for (let at = 0; at < 20; at += 1) await newPostsPerDay(author.user.id);
    await leave(author);
    const again = await signIn(test, { email: `${name}+again@example.in`, isNew: true });
    await expect(newPostsPerDay(again.user.id)).rejects.toMatchObject({ status: 429 });
  });

  it('are not reset by deleting another account of the mailbox, which has spent less', async () => {
    const name = `k${number()}`;
    const accounts = [
      await signIn(test, { email: `${name}+1@example.in` }),
      await signIn(test, { email: `${name}+2@example.in` }),
    ];
    const { newPostsPerDay } = defaultLimits(test.services.connection);
    for (const [at, points] of [20, 1].entries())
      for (let spent = 0; spent < points; spent += 1) await newPostsPerDay(accounts[at]!.user.id);
    for (const account of accounts) await leave(account);
    const again = await signIn(test, { email: `${name}+3@example.in`, isNew: true });
    await expect(newPostsPerDay(again.user.id)).rejects.toMatchObject({ status: 429 });
  });
});
