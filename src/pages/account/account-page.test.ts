import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { consents, profiles, sessionProofs, sessions, users } from '../../database/schema.ts';
import { listProfiles } from '../../features/profiles/profiles.queries.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora, crossSiteScripts } from '../../testing/corpora.ts';
import { locationOf, newNumber, pageForms } from '../../testing/page-forms.ts';
import { codeFor, type SignedIn, signIn } from '../../testing/sign-in.ts';

type Fields = Record<string, string>;
const test = openTestApp();

const { get, post, soon } = pageForms(() => test);

describe("the account's own page", () => {
  let me: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    [me, other] = [await signIn(test), await signIn(test)];
    for (const { user } of [me, other]) await test.db.insert(profiles).values({ userId: user.id, relation: 'SELF' });
  });
  const act = (fields: Fields, cookies = me.cookies) => post('/profile', fields, cookies);
  const forgetProofs = ({ user }: SignedIn) =>
    test.db
      .update(sessionProofs)
      .set({ provenAt: sql`now() - interval '11 minutes'` })
      .where(eq(sessionProofs.identifier, user.phone!));

  it('sends who is not signed in to sign in, and back afterwards', async () => {
    for (const url of ['/profile', '/profile?do=delete', '/profile_built']) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(303);
      expect(locationOf(answer)).toBe(`/login?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: url })}`);
    }
    expect(locationOf(await act({ intent: 'end-others' }, ''))).toContain('/login?');
  });

  it('refuses forms of other sites, and such that say nothing of where they come from', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'x-nothing': '1' },
    ] as unknown as Fields[]) {
      expect((await post('/profile', { intent: 'end-others' }, me.cookies, headers)).statusCode).toBe(403);
    }
  });

  it('saves a name for the account and its own profile', async () => {
    expect(locationOf(await act({ intent: 'name', firstName: 'Asha', lastName: 'Devi' }))).toBe(
      '/profile?told=name#told',
    );
    expect((await listProfiles(test.db, me.user.id))[0]).toMatchObject({
      relation: 'SELF',
      firstName: 'Asha',
      lastName: 'Devi',
    });
    const page = await get('/profile?told=name', me.cookies);
    expect(page.body).toContain('Your name is saved.');
    expect(page.body).toContain('Asha Devi');
    const wrong = await act({ intent: 'name', firstName: 'A\u202eb', lastName: '' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('id="first-name-error"');
  });

  it("adds a child with a parent's yes only, and keeps that yes", async () => {
    const child = { intent: 'add', relation: 'CHILD', firstName: 'Ravi', lastName: '', phoneNo: '' };
    const refused = await act(child);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('id="add-consent-error"');
    expect(locationOf(await act({ ...child, consent: 'yes' }))).toBe('/profile?told=added#told');
    const [made] = (await listProfiles(test.db, me.user.id)).filter(({ relation }) => relation === 'CHILD');
    expect(await test.db.select().from(consents).where(eq(consents.profileId, made!.id))).toHaveLength(1);

    await act({ intent: 'withdraw', id: String(made!.id) });
    expect((await test.db.select().from(profiles).where(eq(profiles.id, made!.id)))[0]).toMatchObject({
      isActive: false,
      firstName: '',
    });
  });

  it('says what is wrong with a family member, and makes none', async () => {
    for (const [fields, id] of [
      [{ relation: '', firstName: 'A' }, 'add-relation'],
      [{ relation: 'SELF', firstName: 'A' }, 'add-relation'],
      [{ relation: 'KING', firstName: 'A' }, 'add-relation'],
      [{ relation: 'PARENT', firstName: '' }, 'add-first'],
      [{ relation: 'PARENT', firstName: 'A', phoneNo: '123' }, 'add-phone'],
    ] as const) {
      const answer = await act({ intent: 'add', lastName: '', phoneNo: '', ...fields });
      expect(answer.statusCode).toBe(400);
      expect(answer.body, JSON.stringify(fields)).toContain(`id="${id}-error"`);
    }
    expect(await listProfiles(test.db, me.user.id)).toHaveLength(1);
  });

  it("changes and removes one's own family, nobody else's", async () => {
    await act({ intent: 'add', relation: 'PARENT', firstName: 'Sita', lastName: '', phoneNo: '' });
    const parent = (await listProfiles(test.db, me.user.id)).find(({ relation }) => relation === 'PARENT')!;
    const id = String(parent.id);
    for (const fields of [
      { intent: 'edit', id, firstName: 'Mine', lastName: '', phoneNo: '' },
      { intent: 'remove', id },
    ] as Fields[]) {
      const answer = await act(fields, other.cookies);
      expect(answer.statusCode).toBe(400);
      expect(answer.body).not.toContain('Sita');
    }
    expect((await listProfiles(test.db, me.user.id)).find((one) => one.id === parent.id)).toMatchObject({
      firstName: 'Sita',
    });
    expect(locationOf(await act({ intent: 'edit', id, firstName: 'Gita', lastName: '', phoneNo: '98765 43210' }))).toBe(
      '/profile?told=changed#told',
    );
    expect((await listProfiles(test.db, me.user.id)).find((one) => one.id === parent.id)).toMatchObject({
      firstName: 'Gita',
      phoneNo: '+919876543210',
    });
    expect(locationOf(await act({ intent: 'remove', id }))).toBe('/profile?told=removed#told');
    const self = (await listProfiles(test.db, me.user.id))[0]!;
    expect((await act({ intent: 'remove', id: String(self.id) })).statusCode).toBe(400);
    expect(await listProfiles(test.db, me.user.id)).toHaveLength(1);
  });

  it("ends one's own devices, nobody else's", async () => {
    const second = await signIn(test, { phone: me.user.phone!.slice(3) });
    const [mine] = (await test.db.select().from(sessions).where(eq(sessions.userId, me.user.id)))
      .filter(({ device }) => device !== '')
      .slice(-1);
    await act({ intent: 'end-device', id: mine!.id }, other.cookies);
    await act({ intent: 'end-device', id: "' or 1=1" });
    expect(await test.db.select().from(sessions).where(eq(sessions.id, mine!.id))).toHaveLength(1);
    expect(locationOf(await act({ intent: 'end-others' }))).toBe('/profile?told=endedOthers#told');
    expect((await get('/profile', second.cookies)).statusCode).toBe(303);
    expect((await get('/profile', me.cookies)).statusCode).toBe(200);
  });

  it('links a first number with a code sent to it', async () => {
    const mail = await signIn(test, { email: 'asha@example.in' });
    const number = newNumber();
    const sent = await post('/profile?do=link', { intent: 'link-send', identifier: number }, mail.cookies);
    expect((await post(locationOf(sent), { intent: 'link', code: '' }, mail.cookies)).body).toContain(
      'Enter the six digits',
    );
    const done = await post(
      locationOf(sent),
      { intent: 'link', code: await codeFor(test, `+91${number}`) },
      mail.cookies,
    );
    expect(locationOf(done)).toBe('/profile?told=linked#told');
    expect(String(done.headers['set-cookie'])).toContain('isPhoneLinked=true');
    expect((await get('/profile', mail.cookies)).body).toContain(`+91 ${number.slice(0, 5)} ${number.slice(5)}`);
  });

  it('joins the account of a number once codes have proven both', async () => {
    const [mail, phone] = [await signIn(test, { email: 'meena@example.in' }), await signIn(test)];
    await soon(phone.user.phone!);
    const sent = await post('/profile?do=link', { intent: 'link-send', identifier: phone.user.phone! }, mail.cookies);
    const linked = await post(
      locationOf(sent),
      { intent: 'link', code: await codeFor(test, phone.user.phone!) },
      mail.cookies,
    );
    expect(locationOf(linked)).toContain('do=merge');
    expect((await get(locationOf(linked), mail.cookies)).body).toContain('Join both accounts');
    expect(locationOf(await post(locationOf(linked), { intent: 'merge' }, mail.cookies))).toBe(
      '/profile?told=merged#told',
    );
    expect(await test.db.select().from(users).where(eq(users.id, phone.user.id))).toHaveLength(0);
  });

  it('replaces a number, joins and deletes only after a fresh proof', async () => {
    const person = await signIn(test);
    await forgetProofs(person);
    for (const doing of ['link', 'delete'])
      expect((await get(`/profile?do=${doing}`, person.cookies)).body).toContain(
        'First show that the account is yours',
      );
    expect((await post('/profile?do=delete', { intent: 'delete' }, person.cookies)).statusCode).toBe(403);
    expect(await test.db.select().from(users).where(eq(users.id, person.user.id))).toHaveLength(1);

    await soon(person.user.phone!);
    const sent = await post('/profile?do=delete', { intent: 'prove-send', way: 'phone' }, person.cookies);
    expect(locationOf(sent)).toContain('proof=');
    expect((await post(locationOf(sent), { intent: 'prove', code: '000000' }, person.cookies)).statusCode).toBe(400);
    const proven = await post(
      locationOf(sent),
      { intent: 'prove', code: await codeFor(test, person.user.phone!) },
      person.cookies,
    );
    expect((await get(locationOf(proven), person.cookies)).body).toContain('Delete for good');
    const gone = await post(locationOf(proven), { intent: 'delete' }, person.cookies);
    expect(locationOf(gone)).toBe('/signout?done=deleted');
    expect(await test.db.select().from(users).where(eq(users.id, person.user.id))).toHaveLength(0);
    expect((await get('/signout?done=deleted')).body).toContain('The account is deleted');
  });

  it.skipIf(!corpora)(
    'shows hostile names as the text that they are',
    async () => {
      for (const name of crossSiteScripts().slice(0, 40)) {
        const typed = name.slice(0, 80);
        const saved = await act({ intent: 'name', firstName: typed, lastName: '' });
        const page = saved.statusCode === 303 ? await get('/profile', me.cookies) : saved;
        expect(page.body.match(/<script\b(?! type)/g)?.length ?? 0).toBe(1);
        expect(page.body).not.toMatch(/<(?:img|iframe|object|embed|body onload|svg on)\b[^>]*(?:alert|onerror)/i);
      }
    },
    60_000,
  );
});
