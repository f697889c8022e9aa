// @runs on both databases
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sessionProofs, users } from '../../database/schema.ts';
import {
  addProfile,
  ageProofs,
  confirm,
  first,
  openOwnAccount,
  second,
  send,
  statusOf,
  test,
} from '../../testing/own-account.ts';
import { codeFor, signIn, type SignedIn } from '../../testing/sign-in.ts';

openOwnAccount();

describe('merging two accounts of one person', () => {
  const prove = async (person: SignedIn, number: string) => {
    await send(person, 'POST', '/user/phone/otp/send', { mobile: number });
    return send(person, 'POST', '/user/phone/otp/verify', { mobile: number, otp: await codeFor(test, `+91${number}`) });
  };

  it('moves what the other one had, ends its sessions, links the number, and tells both', async () => {
    const other = await signIn(test, { phone: first });
    await send(other, 'PATCH', '/user', { firstName: 'Asha', lastName: 'Rao' });
    await addProfile(other, { firstName: 'Asha', relation: 'SELF', answers: { age: 40, city: 'Pune' } });
    const sister = await addProfile(other, { firstName: 'Sita', relation: 'SIBLING' });
    const suspendedUntil = new Date(Date.now() + 86_400_000);
    await test.db.update(users).set({ suspendedUntil }).where(eq(users.id, other.user.id));
    const person = await signIn(test, { email: `${first}@example.in`, isNew: true });
    const self = await addProfile(person, { firstName: '', relation: 'SELF', answers: { city: 'Nashik' } });

    expect((await prove(person, first)).json().code).toBe('conflict');
    const merged = await send(person, 'POST', '/user/merge', { mobile: first });
    expect(merged.json().data).toMatchObject({
      id: person.user.id,
      firstName: 'Asha',
      lastName: 'Rao',
      phone: `+91${first}`,
      email: `${first}@example.in`,
      isPhoneLinked: true,
      roles: [],
    });
    expect([merged.headers['set-cookie']].flat().join()).toContain('isPhoneLinked=true');
    expect((await send(person, 'GET', '/profile/all')).json().data).toEqual([
      sister,
      { ...self, firstName: 'Asha', answers: { age: 40, city: 'Nashik' } },
    ]);
    expect([await statusOf(other), await statusOf(person)]).toEqual([401, 200]);
    const [row] = await test.db.select().from(users).where(eq(users.id, person.user.id));
    expect(row).toMatchObject({ suspendedUntil });
    expect(row!.createdAt.getTime()).toBeLessThan(Date.now() - 86_400_000);
    expect(await test.db.select().from(users).where(eq(users.id, other.user.id))).toEqual([]);
    const told = (await test.services.outbox.listForDevelopment())
      .filter(({ subject }) => subject.includes('joined'))
      .map(({ to }) => to);
    expect(told).toEqual(expect.arrayContaining([`+91${first}`, `${first}@example.in`]));
    expect((await signIn(test, { phone: first })).user.id).toBe(person.user.id);
  });

  it('where both have everything: the proven number, the own name and address, its roles, the longer suspension, the older date', async () => {
    const setUp = async (person: SignedIn, days: number, createdAt: Date, firstName: string) => {
      await send(person, 'PATCH', '/user', { firstName, lastName: '' });
      const suspendedUntil = new Date(Date.now() + days * 86_400_000);
      await test.db
        .update(users)
        .set({ suspendedUntil, createdAt, email: `${person.user.id}@example.in` })
        .where(eq(users.id, person.user.id));
      return suspendedUntil;
    };
    const other = await signIn(test, { phone: first });
    await setUp(other, 2, new Date('2026-03-01'), 'Another');
    const [elsewhere, person] = [
      await signIn(test, { phone: second, role: 'moderator' }),
      await signIn(test, { phone: second }),
    ];
    const suspendedUntil = await setUp(person, 9, new Date('2026-02-01'), 'Own');
    await prove(person, first);
    expect((await send(person, 'POST', '/user/merge', { mobile: first })).json().data).toMatchObject({
      firstName: 'Own',
      lastName: '',
      phone: `+91${first}`,
      email: `${person.user.id}@example.in`,
    });
    const [row] = await test.db.select().from(users).where(eq(users.id, person.user.id));
    expect(row).toMatchObject({ suspendedUntil, createdAt: new Date('2026-02-01') });
    expect(row!.roles).toEqual(['moderator']);
    // The number was replaced: whoever signed in with the old one elsewhere is signed out.
    expect([await statusOf(elsewhere), await statusOf(person)]).toEqual([401, 200]);
  });

  it.each([
    { other: 2, own: 0, kept: 'Another' },
    { other: 9, own: 2, kept: 'Another' },
    { other: 2, own: 9, kept: 'Own' },
    { other: -1, own: 0, kept: 'Own' },
  ])(
    'gives a suspended person no other name: $other days of the other account, $own of the own one, $kept stays',
    async ({ other: ofOther, own: ofOwn, kept }) => {
      const setUp = async (person: SignedIn, days: number, firstName: string) => {
        const suspendedUntil = days === 0 ? null : new Date(Date.now() + days * 86_400_000);
        await test.db
          .update(users)
          .set({ firstName, lastName: '', suspendedUntil })
          .where(eq(users.id, person.user.id));
      };
      const other = await signIn(test, { phone: first });
      const person = await signIn(test, { email: `${first}@example.in` });
      const question = { title: 'How do I renew a ration card?', body: '' };
      const asked = (await send(other, 'POST', '/communities/question/create', question)).json();
      await setUp(other, ofOther, 'Another');
      await setUp(person, ofOwn, 'Own');
      await prove(person, first);
      expect((await send(person, 'POST', '/user/merge', { mobile: first })).statusCode).toBe(200);
      const shown = (await send(null, 'GET', `/communities/question/get/${asked.data.id}`)).json();
      expect(shown.data.createdBy).toMatchObject({ id: person.user.id, displayName: kept });
    },
  );

  it('of which one is suspended, and has no name, keeps the number by which its posts are known', async () => {
    const other = await signIn(test, { phone: first });
    const suspendedUntil = new Date(Date.now() + 86_400_000);
    const [{ memberNumber } = { memberNumber: 0 }] = await test.db
      .update(users)
      .set({ suspendedUntil, memberNumber: 1234 })
      .where(eq(users.id, other.user.id))
      .returning();
    const person = await signIn(test, { email: `${first}@example.in` });
    await test.db.update(users).set({ memberNumber: 4321 }).where(eq(users.id, person.user.id));
    await prove(person, first);
    expect((await send(person, 'POST', '/user/merge', { mobile: first })).statusCode).toBe(200);
    const [row] = await test.db.select().from(users).where(eq(users.id, person.user.id));
    expect(row).toMatchObject({ firstName: '', memberNumber });
  });

  const [nobody, tomorrow] = [null, new Date(Date.now() + 86_400_000)];
  it.each([
    {
      title: 'neither is suspended',
      until: nobody,
      ownDays: 1,
      otherDays: 9,
      kept: { firstName: '', memberNumber: 4321 },
    },
    {
      title: 'both are until the same moment, and the other one is older',
      until: tomorrow,
      ownDays: 1,
      otherDays: 9,
      kept: { firstName: '', memberNumber: 1234 },
    },
    {
      title: 'both are until the same moment, and the own one is older',
      until: tomorrow,
      ownDays: 9,
      otherDays: 1,
      kept: { firstName: '', memberNumber: 4321 },
    },
    {
      title: 'neither is, and only the other one has a name',
      until: nobody,
      ownDays: 9,
      otherDays: 1,
      otherName: 'Asha',
      kept: { firstName: 'Asha', memberNumber: 1234 },
    },
    {
      title: 'both are until the same moment, and only the own one has a name',
      until: tomorrow,
      ownDays: 1,
      otherDays: 9,
      ownName: 'Asha',
      kept: { firstName: 'Asha', memberNumber: 4321 },
    },
  ])(
    'keeps the name or number of the right one where the suspensions are equal: $title',
    async ({ until, ownDays, otherDays, ownName = '', otherName = '', kept }) => {
      const setUp = ({ user }: SignedIn, firstName: string, memberNumber: number, days: number) =>
        test.db
          .update(users)
          .set({ firstName, memberNumber, suspendedUntil: until, createdAt: new Date(Date.now() - days * 86_400_000) })
          .where(eq(users.id, user.id));
      const other = await signIn(test, { phone: first });
      const person = await signIn(test, { email: `${first}@example.in` });
      await setUp(other, otherName, 1234, otherDays);
      await setUp(person, ownName, 4321, ownDays);
      await prove(person, first);
      expect((await send(person, 'POST', '/user/merge', { mobile: first })).statusCode).toBe(200);
      const [row] = await test.db.select().from(users).where(eq(users.id, person.user.id));
      expect(row).toMatchObject(kept);
    },
  );

  it("with oneself changes nothing; with a proven number that is nobody's there is nothing to join", async () => {
    const [elsewhere, person] = [await signIn(test, { phone: first }), await signIn(test, { phone: first })];
    expect((await send(person, 'POST', '/user/merge', { mobile: first })).json().data).toMatchObject({
      id: person.user.id,
      phone: `+91${first}`,
    });
    expect(await statusOf(elsewhere)).toBe(200);
    const proofs = await test.db
      .select()
      .from(sessionProofs)
      .where(eq(sessionProofs.identifier, `+91${first}`));
    await test.db
      .insert(sessionProofs)
      .values(proofs.map(({ sessionId }) => ({ sessionId, identifier: `+91${second}` })));
    expect((await send(person, 'POST', '/user/merge', { mobile: second })).json()).toMatchObject({
      status: 409,
      code: 'conflict',
    });
    expect(await statusOf(person)).toBe(200);
  });

  it('is refused alike for a number that somebody has and one that nobody has, until a code has proven it', async () => {
    await signIn(test, { phone: first });
    const person = await signIn(test, { email: `${first}@example.in` });
    const [taken, free] = [
      await send(person, 'POST', '/user/merge', { mobile: first }),
      await send(person, 'POST', '/user/merge', { mobile: second }),
    ];
    for (const answer of [taken, free]) expect(answer.json()).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it("needs a fresh proof of the caller's own account too", async () => {
    const other = await signIn(test, { phone: first });
    const person = await signIn(test, { email: `${first}@example.in` });
    await ageProofs();
    await prove(person, first);
    expect((await send(person, 'POST', '/user/merge', { mobile: first })).statusCode).toBe(403);
    expect(await statusOf(other)).toBe(200);
    await confirm(person, `${first}@example.in`, 'email');
    expect((await send(person, 'POST', '/user/merge', { mobile: first })).statusCode).toBe(200);
  });

  it('happens once when it is asked for six times at once', async () => {
    const other = await signIn(test, { phone: first });
    const sister = await addProfile(other, { firstName: 'Sita', relation: 'SIBLING' });
    const person = await signIn(test, { email: `${first}@example.in` });
    await prove(person, first);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(person, 'POST', '/user/merge', { mobile: first })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await send(person, 'GET', '/profile/all')).json().data).toEqual([sister]);
  });
});
