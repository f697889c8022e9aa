// @runs on both databases
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { consents, referrals } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { newNumber, pageForms } from '../../testing/page-forms.ts';
import { referralOf, sendReferral } from '../../testing/referral-calls.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';

const test = openTestApp({ content: 'demo' });
const forms = pageForms(() => test);

const kept = (mobile: string) => test.db.select().from(referrals).where(eq(referrals.mobile, mobile));
const listed = async (person: SignedIn) =>
  (await test.app.inject({ url: '/api/user/consents', headers: person.headers })).json().data as {
    kind: string;
    referralId?: number;
    title?: string;
    withdrawnAt: string | null;
  }[];
const takeBack = (person: SignedIn, payload: object) =>
  test.send('POST', '/api/user/consents/withdraw', payload, person.headers);
/** Somebody who has let the site keep answers. */
async function withAnswers() {
  const phone = newNumber();
  const person = await signIn(test, { phone });
  const answer = await sendReferral(test, referralOf(phone), person.headers);
  if (answer.statusCode !== 201) throw new Error('The answers were not kept.');
  return { person, mobile: `+91${phone}`, referralId: (await kept(`+91${phone}`))[0]!.referralId };
}

it('a consent given with a call to action is among the others, and is taken back there', async () => {
  const { person, mobile, referralId } = await withAnswers();
  const before = await listed(person);
  expect(before.map(({ kind }) => kind)).toEqual(['account', 'referral']);
  expect(before[1]).toMatchObject({ referralId, title: expect.stringMatching(/\w/), withdrawnAt: null });
  const answer = await takeBack(person, { kind: 'referral', referralId });
  expect([answer.statusCode, answer.json().data]).toEqual([200, await listed(person)]);
  expect(await kept(mobile)).toEqual([]);
  const [, record] = await test.db.select().from(consents).where(eq(consents.userId, person.user.id));
  expect(record).toMatchObject({ kind: 'referral', givenAt: expect.any(Date), withdrawnAt: expect.any(Date) });
  expect((await listed(person))[1]).toMatchObject({ kind: 'referral', withdrawnAt: expect.any(String) });
  expect((await takeBack(person, { kind: 'referral', referralId })).statusCode).toBe(404);
});

it('nobody sees or takes back that of another person', async () => {
  const [{ mobile, referralId }, other] = [await withAnswers(), await signIn(test)];
  expect((await listed(other)).map(({ kind }) => kind)).toEqual(['account']);
  expect((await takeBack(other, { kind: 'referral', referralId })).statusCode).toBe(404);
  expect((await takeBack(other, { kind: 'referral' })).statusCode).toBe(400);
  expect(await kept(mobile)).toHaveLength(1);
});

it('taken back twice at once leaves one record', async () => {
  const { person, referralId } = await withAnswers();
  const answers = await Promise.all([1, 2].map(() => takeBack(person, { kind: 'referral', referralId })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
  expect((await listed(person)).filter(({ kind }) => kind === 'referral')).toHaveLength(1);
});

it('the account’s page shows it with its title and a button, without JavaScript', async () => {
  const { person, mobile, referralId } = await withAnswers();
  const page = (await forms.get('/profile', person.cookies)).body;
  expect(page).toContain('Answers that you let us keep with a form: ');
  expect(page).toContain(`name="id" value="${referralId}"`);
  const form = { intent: 'withdraw-referral', id: String(referralId) };
  const done = await forms.post('/profile', form, person.cookies);
  expect([done.statusCode, done.headers.location]).toEqual([303, '/profile?told=withdrawnReferral#told']);
  expect((await forms.get('/profile?told=withdrawnReferral', person.cookies)).body).toContain(
    'Taken back. Those answers are deleted.',
  );
  expect(await kept(mobile)).toEqual([]);
});
