// @runs on both databases
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { secondFactors, users } from '../../database/schema.ts';
import { roles, type Role } from '../../platform/wire/viewer.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { codeFor, cookiesOf, endWaits, signIn, type SignedIn } from '../../testing/sign-in.ts';

const test = openTestApp({ env: { STUDIO_SECOND_FACTOR: 'on' } });
let next = 9_650_000_000;
let [first, second] = ['', ''];
beforeEach(() => {
  [first, second] = [String((next += 1)), String((next += 1))];
});

const send = (who: SignedIn, method: 'POST' | 'DELETE', url: string, payload: object, headers = {}) =>
  test.send(method, `/api${url}`, payload, { ...who.headers, ...headers });
const prove = async (who: SignedIn, mobile: string) => {
  await endWaits(test, `+91${mobile}`);
  await send(who, 'POST', '/user/phone/otp/send', { mobile });
  return send(who, 'POST', '/user/phone/otp/verify', { mobile, otp: await codeFor(test, `+91${mobile}`) });
};
const merge = (who: SignedIn, mobile: string, headers = {}) => send(who, 'POST', '/user/merge', { mobile }, headers);
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + later,
  });
/** Signs in, adds a second factor, and gives it in this session. */
async function withFactor(phone: string, role: Role): Promise<{ person: SignedIn; secret: string }> {
  const person = await signIn(test, { phone, role });
  const { secret } = (await send(person, 'POST', '/studio/second-factor', {})).json().data;
  const given = await send(person, 'POST', '/studio/second-factor/verify', { code: codeOf(secret) });
  expect(given.statusCode).toBe(200);
  return { person, secret };
}
const rowOf = async ({ user }: SignedIn) => (await test.db.select().from(users).where(eq(users.id, user.id)))[0];
const factorsOf = ({ user }: SignedIn) => test.db.select().from(secondFactors).where(eq(secondFactors.userId, user.id));
const factorFirst = 'Your role needs a second factor. Open the studio, give its code there, and try again.';

describe('an account with a role', () => {
  it.each(roles)('of a %s is joined into no other one, whatever codes its phone receives', async (role) => {
    const person = await signIn(test, { phone: first, role });
    const stranger = await signIn(test, { email: `thief${first}@example.in` });
    expect((await prove(stranger, first)).statusCode).toBe(409);
    const answer = await merge(stranger, first);
    expect(answer.json()).toMatchObject({
      status: 409,
      code: 'conflict',
      message:
        'The account of this number has a role on this site, so it cannot be joined. Sign in with this number instead, or ask an admin to take the role away first.',
    });
    expect([(await rowOf(person))!.roles, (await rowOf(stranger))!.roles]).toEqual([[role], []]);
    expect(await rowOf(stranger)).toMatchObject({ phone: null });
    expect((await merge(stranger, first, { 'accept-language': 'hi' })).json().message).toContain('ज़िम्मेदारी हटवाएँ');
    await test.db.update(users).set({ roles: [] }).where(eq(users.id, person.user.id));
    expect((await merge(stranger, first)).json().data).toMatchObject({ phone: `+91${first}`, roles: [] });
  });

  it('keeps its second factor while another one tries to join it', async () => {
    const { person } = await withFactor(first, 'admin');
    const stranger = await signIn(test, { email: `thief${first}@example.in` });
    await prove(stranger, first);
    expect((await merge(stranger, first)).statusCode).toBe(409);
    expect(await factorsOf(person)).toMatchObject([{ confirmedAt: expect.any(Date) }]);
    expect((await rowOf(person))!.roles).toEqual(['admin']);
  });

  it('takes one without a role over, in a session that has given the second factor alone', async () => {
    const other = await signIn(test, { phone: second });
    const { person, secret } = await withFactor(first, 'editor');
    const stolen = await signIn(test, { phone: first });
    await prove(stolen, second);
    expect((await merge(stolen, second)).json()).toMatchObject({ status: 409, message: factorFirst });
    expect(await rowOf(other)).toBeDefined();
    await prove(person, second);
    expect((await merge(person, second)).json().data).toMatchObject({ roles: ['editor'], phone: `+91${second}` });
    expect(await rowOf(other)).toBeUndefined();
    expect(await factorsOf(person)).toHaveLength(1);
    const again = await signIn(test, { phone: second });
    const code = codeOf(secret, 30_000);
    expect((await send(again, 'POST', '/studio/second-factor/verify', { code })).statusCode).toBe(200);
  });
});

describe('a stolen phone alone', () => {
  it('neither replaces the number of a role that needs the second factor, nor ends its account', async () => {
    const { person } = await withFactor(first, 'admin');
    const stolen = await signIn(test, { phone: first });
    expect((await prove(stolen, second)).json()).toMatchObject({ status: 409, message: factorFirst });
    expect((await send(stolen, 'DELETE', '/user', {})).json()).toMatchObject({ status: 409, message: factorFirst });
    expect(await rowOf(person)).toMatchObject({ phone: `+91${first}`, roles: ['admin'] });
    expect((await prove(person, second)).statusCode).toBe(200);
    expect((await send(person, 'DELETE', '/user', {})).statusCode).toBe(200);
  });

  it('exports what the person has left on the site, and nothing of the newsroom', async () => {
    const { person } = await withFactor(first, 'editor');
    const piece = { title: 'A title that nobody knows yet', body: 'Soon.' };
    expect((await send(person, 'POST', '/studio/articles', piece)).statusCode).toBe(201);
    const stolen = await signIn(test, { phone: first });
    const exportOf = (who: SignedIn) => test.app.inject({ url: '/api/user/export', headers: who.headers });
    const seen = await exportOf(stolen);
    expect(seen.json().data).toMatchObject({ user: { phoneNo: `+91${first}` }, sessions: expect.any(Array) });
    expect(seen.body).not.toContain(piece.title);
    expect((await exportOf(person)).json().data.studio.pieces).toMatchObject([{ title: piece.title }]);
  });

  it('finds no role in what a deleted account leaves to its number', async () => {
    const { person } = await withFactor(first, 'admin');
    expect((await send(person, 'DELETE', '/user', {})).statusCode).toBe(200);
    const again = await signIn(test, { phone: first });
    expect(await rowOf(again)).toMatchObject({ roles: [] });
    expect((await send(again, 'POST', '/studio/second-factor', {})).statusCode).toBe(404);
  });

  it.each(['link', 'merge', 'delete'])(
    'is told by the form of the page to %s, before a code is sent',
    async (doing) => {
      await withFactor(first, 'admin');
      const stolen = await signIn(test, { phone: first });
      const answer = await test.send(
        'POST',
        `/profile?do=${doing}`,
        `intent=${doing === 'link' ? 'link-send' : doing}&identifier=${second}`,
        {
          cookie: cookiesOf([], stolen.cookies),
          origin: test.services.config.publicOrigin,
          'content-type': 'application/x-www-form-urlencoded',
        },
      );
      expect(answer.statusCode).toBe(409);
      expect(answer.body).toContain(factorFirst);
    },
  );

  it('links a first number, as anybody may with a session: it takes nothing away', async () => {
    const invited = await signIn(test, { email: `editor${first}@example.in`, role: 'editor' });
    expect((await prove(invited, first)).statusCode).toBe(200);
  });
});
