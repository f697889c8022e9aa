import { beforeEach, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';
import { checkEligibility, fittingAnswers, referralOf, sendReferral } from '../../testing/referral-calls.ts';

const test = openTestApp({
  content: 'demo',
  limits: { referrals: async () => {} },
});
let next = 8_100_000_000 + Math.floor(Math.random() * 1_000_000);
let mobile: string;

beforeEach(() => {
  mobile = String((next += 1));
});

const send = (body: object, headers?: Record<string, string>) => sendReferral(test, body, headers);
const check = (number: string, person?: SignedIn, ctaId?: number | string, headers?: Record<string, string>) =>
  checkEligibility(test, number, person, ctaId, headers);
const referral = (more?: object) => referralOf(mobile, more);

describe('whether somebody is eligible', () => {
  it("is answered for the caller's own proven number only: byte for byte the same for any other, known or not, signed in or not", async () => {
    const known = mobile;
    await send(referral({ mobile: known }));
    const other = await signIn(test);
    await signIn(test, { phone: known });
    const unknown = String((next += 1));
    const answers = [
      await check(known),
      await check(unknown),
      await check(known, other),
      await check(unknown, other),
      await check(known, undefined, 2, { authorization: 'Bearer nonsense' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body))).toEqual(
      new Set(['{"data":{"eligible":null,"reasons":[],"missing":["verify_mobile"]}}']),
    );
    expect(new Set(answers.map(({ headers }) => `${headers['cache-control']} ${headers['content-length']}`)).size).toBe(
      1,
    );
    expect(answers[0]!.headers['cache-control']).toBe('private, no-store');
  });

  it('follows from the profile: null with what is missing, then yes, then no once it was sent', async () => {
    const person = await signIn(test, { phone: mobile });
    expect((await check(mobile, person)).json().data).toMatchObject({
      eligible: null,
      missing: ['birthDate', 'occupation', 'monthlyEarnings', 'hasProvidentFund', 'taxpayers'],
    });
    const { data: profile } = (
      await test.send(
        'POST',
        '/api/profile/create',
        { firstName: 'Asha', relation: 'SELF', answers: fittingAnswers },
        person.headers,
      )
    ).json();
    expect((await check(mobile, person)).json().data).toMatchObject({ eligible: true, missing: [] });
    const change = (answers: object) => test.send('PATCH', `/api/profile/${profile.id}`, { answers }, person.headers);
    await change({ ...fittingAnswers, hasProvidentFund: true });
    expect((await check(mobile, person)).json().data).toMatchObject({
      eligible: false,
      reasons: expect.arrayContaining([expect.stringContaining('cannot join')]),
    });
    await change(fittingAnswers);
    await send(referral(), person.headers);
    expect((await check(mobile, person)).json().data).toEqual({
      eligible: false,
      reasons: [expect.stringContaining('already')],
      missing: [],
    });
  });

  it('is 404 for an unknown call to action, whoever asks, and 400 for what is no number', async () => {
    expect((await check(mobile, undefined, 999)).json().code).toBe('cta_not_found');
    for (const number of ['', '123', 'abcdefghij', '%2B12025550100'])
      expect((await check(number)).statusCode).toBe(400);
  });
});
