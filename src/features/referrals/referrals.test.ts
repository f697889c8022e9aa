// @runs on both databases
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { ctas, referrals, users } from '../../database/schema.ts';
import { tooMany } from '../../platform/wire/errors.ts';
import type { Limit } from '../../platform/guard/limits.server.ts';
import { corpora, naughtyStrings, spread } from '../../testing/corpora.ts';
import { exported } from '../../testing/exported.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';
import {
  checkEligibility,
  fittingAnswers,
  getReferral,
  referralOf,
  sendReferral,
} from '../../testing/referral-calls.ts';
import { exportReferralsOf, forgetReferralsOf } from './referrals.queries.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const test = openTestApp({
  content: 'demo',
  limits: {
    referrals: (key) => {
      spent.push(key);
      return limit(key);
    },
  },
});
const spent: string[] = [];
let limit: Limit = async () => {};
let next = 8_100_000_000 + Math.floor(Math.random() * 1_000_000);
let mobile: string;

beforeEach(() => {
  mobile = String((next += 1));
  limit = async () => {};
});

const get = (url: string, headers?: Record<string, string>) => getReferral(test, url, headers);
const send = (body: object, headers?: Record<string, string>) => sendReferral(test, body, headers);
const check = (number: string, person?: SignedIn, ctaId?: number | string, headers?: Record<string, string>) =>
  checkEligibility(test, number, person, ctaId, headers);
const referral = (more?: object) => referralOf(mobile, more);
const rows = (number = mobile) =>
  test.db
    .select()
    .from(referrals)
    .where(eq(referrals.mobile, `+91${number}`));

describe('the questions of a call to action', () => {
  it('come with their types, options and whether they have to be answered', async () => {
    const answer = await get('/cta/questions?ctaId=2');
    expect(answer.headers['cache-control']).toBe('no-store');
    const { data } = answer.json();
    expect(data).toMatchObject({
      ctaId: 2,
      lang: 'en',
      title: expect.any(String),
      description: expect.any(String),
      isActive: true,
    });
    const [hindi] = data.translations as { lang: string; id: number; canonicalUrl: string }[];
    expect(hindi).toEqual({
      lang: 'hi',
      id: expect.any(Number),
      canonicalUrl: expect.stringMatching(/^\/hi\/refer\//),
    });
    expect((await get(`/cta/questions?ctaId=${hindi!.id}`)).json().data).toMatchObject({
      lang: 'hi',
      translations: [{ lang: 'en', id: 2, canonicalUrl: expect.stringMatching(/^\/refer\//) }],
    });
    expect(data.questions.map(({ id, type }: { id: string; type: string }) => [id, type])).toEqual([
      ['birthDate', 'date'],
      ['occupation', 'multiple'],
      ['monthlyEarnings', 'number'],
      ['hasProvidentFund', 'boolean'],
      ['taxpayers', 'multiple'],
    ]);
    expect(data.questions[1].options[0]).toEqual({ value: 'farmer', label: expect.any(String) });
    expect(
      data.questions.every(
        ({ required, text }: { required: boolean; text: string }) => typeof required === 'boolean' && text !== '',
      ),
    ).toBe(true);
    expect((await get('/cta/questions?ctaId=workers-pension')).json().data.ctaId).toBe(2);
    expect(
      (await get('/cta/all'))
        .json()
        .data.filter(({ lang }: { lang: string }) => lang === 'en')
        .map(({ ctaId, canonicalUrl }: { ctaId: number; canonicalUrl: string }) => [ctaId, canonicalUrl]),
    ).toEqual([
      [1, '/refer/MQ'],
      [2, '/refer/Mg'],
      [3, '/refer/Mw'],
    ]);
  });

  it('of all open ones show a group once, in the language asked for, and that language first', async () => {
    type Listed = { ctaId: number; lang: string; translations: { id: number }[] };
    const list = async (lang: string) => (await get(`/cta/all?lang=${lang}`)).json<{ data: Listed[] }>().data;
    await test.db.insert(ctas).values({
      key: 'only-hindi',
      lang: 'hi',
      title: 'केवल हिन्दी',
      description: '',
      definition: { questions: [] },
    });
    for (const lang of ['en', 'hi']) {
      const all = await list(lang);
      const others = all.flatMap(({ translations }) => translations.map(({ id }) => id));
      expect(all.filter(({ ctaId }) => others.includes(ctaId))).toEqual([]);
      expect(new Set(all.map(({ ctaId }) => ctaId)).size).toBe(all.length);
      const isOther = all.map((each) => each.lang !== lang);
      expect(isOther).toEqual(isOther.toSorted((one, other) => Number(one) - Number(other)));
      expect(isOther.filter(Boolean)).toHaveLength(lang === 'en' ? 1 : 0);
    }
    await test.db.delete(ctas).where(eq(ctas.key, 'only-hindi'));
  });

  it('are 404 for an unknown one and 400 for what is no number', async () => {
    expect((await get('/cta/questions?ctaId=999')).json()).toMatchObject({ status: 404, code: 'cta_not_found' });
    for (const query of [
      '',
      '?ctaId=',
      '?ctaId=0',
      '?ctaId=-1',
      '?ctaId=1e3',
      '?ctaId=007',
      '?ctaId=2147483648',
      '?ctaId=1&x=1',
      '?ctaId=1&ctaId=2',
      '?ctaId=%00',
    ])
      expect((await get(`/cta/questions${query}`)).statusCode, query).toBe(400);
  });
});

describe('sending a referral', () => {
  it('is 201 with the result in words, kept with its consent, and told to nobody else', async () => {
    const answer = await send(referral());
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.json().data).toEqual({
      referralId: expect.any(Number),
      eligible: true,
      reasons: expect.arrayContaining([expect.stringContaining('This fits')]),
    });
    expect(answer.body).not.toContain(mobile);
    expect(answer.body).not.toContain('Asha');
    expect(await rows()).toMatchObject([
      {
        ctaId: 2,
        name: 'Asha Rao',
        answers: fittingAnswers,
        eligible: true,
        consentVersion: '2026-11',
        isProven: false,
        userId: null,
      },
    ]);
  });

  it('says no with the reason, and null where something is open', async () => {
    expect(
      (await send(referral({ answers: { ...fittingAnswers, monthlyEarnings: 40_000 } }))).json().data,
    ).toMatchObject({
      eligible: false,
      reasons: expect.arrayContaining([expect.stringContaining('₹40,000')]),
    });
    mobile = String((next += 1));
    expect((await send(referral({ answers: { ...fittingAnswers, monthlyEarnings: null } }))).json().data.eligible).toBe(
      null,
    );
    mobile = String((next += 1));
    expect((await send(referral({ answers: {} }))).json().data.eligible).toBe(null);
  });

  it('again is the same answer, 201, and nothing is stored twice, however the number is written and however many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        send(
          referral({
            mobile: [mobile, `+91 ${mobile}`, `0${mobile}`][at % 3],
            answers: at % 2 ? fittingAnswers : { ...fittingAnswers, hasProvidentFund: true },
          }),
        ),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
    expect((await send(referral({ name: 'Another', answers: {} }))).body).toBe(answers[0]!.body);
  });

  it('of a number that somebody else has sent before tells a stranger nothing: no more than the first time', async () => {
    await send(referral({ answers: { ...fittingAnswers, hasProvidentFund: true } }), { 'user-agent': 'victim' });
    const repeat = await send(referral(), { 'user-agent': 'stranger' });
    const fresh = await send(referral({ mobile: String((next += 1)) }), { 'user-agent': 'stranger' });
    const bare = (answer: typeof repeat) => ({ ...answer.json().data, referralId: 0 });
    expect(bare(repeat)).toEqual(bare(fresh));
    expect(await rows()).toMatchObject([{ eligible: false }]);
  });

  it("by the number's owner takes the place of what a stranger sent in their name, once", async () => {
    await send(referral({ name: 'Stranger', answers: { ...fittingAnswers, hasProvidentFund: true } }), {
      'user-agent': 'stranger',
    });
    const owner = await signIn(test, { phone: mobile });
    const first = await send(referral(), owner.headers);
    expect(first.json().data.eligible).toBe(true);
    expect(await rows()).toMatchObject([{ name: 'Asha Rao', isProven: true, userId: owner.user.id }]);
    expect((await send(referral({ answers: { ...fittingAnswers, hasProvidentFund: true } }), owner.headers)).body).toBe(
      first.body,
    );
    expect((await send(referral({ answers: {} }), { 'user-agent': 'stranger' })).json().data.eligible).toBe(null);
  });

  it.each([
    ['no consent', { consent: false }],
    ['consent that is a word', { consent: 'true' }],
    ['no mobile number', { mobile: '12345' }],
    ['a foreign number', { mobile: '+1 202 555 0100' }],
    ['an empty name', { name: ' ' }],
    ['a name of two lines', { name: 'a\r\nb' }],
    ['a field that is not known', { role: 'admin' }],
    ['an answer to no question', { answers: { nothing: 1 } }],
    ['an answer of another type', { answers: { monthlyEarnings: '9000' } }],
    ['an option that is none', { answers: { occupation: ['king'] } }],
    ['one option twice', { answers: { occupation: ['farmer', 'farmer'] } }],
    ['a day that is none', { answers: { birthDate: '1995-02-30' } }],
    ['a day to come', { answers: { birthDate: '2999-01-01' } }],
    ['a number as text', { ctaId: '2' }],
    ['answers as a list', { answers: [] }],
    ['a NUL', { name: 'a\u0000' }],
    ['a fraction of a rupee', { answers: { monthlyEarnings: 1.5 } }],
  ])('is 400 with %s, and stores nothing', async (_what, more) => {
    expect((await send(referral(more))).statusCode).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('is 400 for __proto__, 404 for an unknown call to action, 404 or 405 for a GET, and 409 once it is over', async () => {
    const raw = JSON.stringify(referral()).replace('"answers":{', '"answers":{"__proto__":{"x":1},');
    expect(
      (await test.send('POST', '/api/referral/data', raw, { 'content-type': 'application/json' })).statusCode,
    ).toBe(400);
    expect((await send(referral({ ctaId: 999 }))).json()).toMatchObject({ status: 404, code: 'cta_not_found' });
    expect([404, 405]).toContain((await get('/data')).statusCode);
    await test.db.update(ctas).set({ isActive: false }).where(eq(ctas.id, 3));
    expect((await send(referral({ ctaId: 3, answers: {} }))).json()).toMatchObject({ status: 409, code: 'conflict' });
    expect((await check(mobile, undefined, 3)).json().data).toEqual({
      eligible: null,
      reasons: [expect.stringContaining('over')],
      missing: ['verify_mobile'],
    });
    await test.db.update(ctas).set({ isActive: true }).where(eq(ctas.id, 3));
  });

  it('counts by person where somebody is signed in, else by network address, and is 429 with Retry-After past its share', async () => {
    const person = await signIn(test, { phone: mobile });
    spent.length = 0;
    await send(referral({ answers: {} }));
    await send(referral({ answers: {} }), person.headers);
    await check(mobile);
    expect(spent).toEqual(['data:127.0.0.1', `data:${person.user.id}`, 'check:127.0.0.1']);
    limit = async () => {
      throw tooMany(60);
    };
    const refused = await send(referral());
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await check(mobile)).statusCode).toBe(429);
  });

  it('with an Idempotency-Key is done once, and another body is a 422', async () => {
    const key = { 'idempotency-key': `k-${mobile}` };
    const first = await send(referral(), key);
    expect((await send(referral(), key)).body).toBe(first.body);
    expect((await send(referral({ name: 'Other' }), key)).statusCode).toBe(422);
  });

  it.runIf(corpora)('takes names in any script and refuses the rest without an error of ours', async () => {
    for (const name of spread(naughtyStrings(), 60))
      expect([201, 400]).toContain(
        (await send(referral({ mobile: String((next += 1)), name, answers: {} }))).statusCode,
      );
  });
});

describe("a person's referrals", () => {
  it('are in their export, and go with their account', async () => {
    const person = await signIn(test, { phone: mobile });
    await send(referral());
    await send(referral({ ctaId: 1, mobile: String((next += 1)), answers: { age: 71 } }), person.headers);
    const inFile = (await test.send('GET', '/api/user/export', undefined, person.headers)).json().data.referrals;
    expect(inFile).toMatchObject([
      { cta: 'workers-pension', mobile: `+91${mobile}` },
      { cta: 'health-cover-at-70', answers: { age: 71 } },
    ]);
    const [row] = await test.db.select().from(users).where(eq(users.id, person.user.id));
    const own = { userId: row!.id, identifiers: [row!.phone!] };
    await forgetReferralsOf(test.db, own);
    expect(await exported(exportReferralsOf(test.db, own))).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});
