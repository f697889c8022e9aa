import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { codeChallenges, users } from '../../database/schema.ts';
import { listProfiles } from '../../features/profiles/profiles.queries.server.ts';
import { tooMany } from '../../platform/wire/errors.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { locationOf, newNumber, pageForms } from '../../testing/page-forms.ts';
import { codeFor, cookiesOf, signIn } from '../../testing/sign-in.ts';

const test = openTestApp();

const { get, post, soon } = pageForms(() => test);

async function askAt(url: string, number: string) {
  const sent = await post(url, { intent: 'send', identifier: number });
  expect(sent.statusCode).toBe(303);
  return locationOf(sent);
}

const origin = 'http://localhost:3000';
const comingFrom = (referer: string, url = '/login') => test.app.inject({ url, headers: { referer } });

describe('a sign-in link without a return address', () => {
  it('leads back to the page that it stood on', async () => {
    const answer = await comingFrom(`${origin}/search?q=pm%20kisan&page=2`);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers.location).toBe('/login?redirect=%2Fsearch%3Fq%3Dpm%2Bkisan%26page%3D2');
  });

  it.each([
    'https://evil.example/videos',
    `${origin}.evil.example/videos`,
    `${origin}/`,
    `${origin}/login?redirect=%2Fvideos`,
    `${origin}/signup`,
    `${origin}/signout`,
    `${origin}/api/auth/signin`,
    `${origin}//evil.example`,
    `${origin}/a%5c`,
    'nonsense',
    '',
  ])('stays where it is for one that cannot be led back to: %s', async (referer) => {
    expect((await comingFrom(referer)).statusCode).toBe(200);
  });

  it('never overrides what the address says', async () => {
    for (const url of ['/login?redirect=%2Fvideos', '/login?method=email', '/login?error=SessionRequired'])
      expect((await comingFrom(`${origin}/about`, url)).statusCode).toBe(200);
  });
});

describe('signing in by the form', () => {
  it('goes from number to code to where the reader wanted to go, and once over the welcome', async () => {
    const number = newNumber();
    const step = await askAt('/login?redirect=%2Fvideos%3Fpage%3D2', number);
    expect(step).not.toContain(number);
    const page = await get(step);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`+91 ${number.slice(0, 5)} ${number.slice(5)}`);
    expect(page.headers['cache-control']).toBe('private, no-store');

    const code = await codeFor(test, `+91${number}`);
    const wrong = await post(step, { intent: 'verify', code: code === '111111' ? '222222' : '111111' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('That code is not right');
    expect(wrong.headers['set-cookie']).toBeUndefined();
    const right = await post(step, { intent: 'verify', code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    expect(right.statusCode).toBe(303);
    expect(locationOf(right)).toBe('/profile_built?redirect=%2Fvideos%3Fpage%3D2');
    const cookies = cookiesOf(right.headers['set-cookie'] as string[]);
    const welcome = await get(locationOf(right), cookies);
    expect(welcome.statusCode).toBe(200);
    expect(welcome.body).toContain('href="/videos?page=2"');
    const [user] = await test.db
      .select()
      .from(users)
      .where(eq(users.phone, `+91${number}`));
    expect((await listProfiles(test.db, user!.id)).map(({ relation, phoneNo }) => ({ relation, phoneNo }))).toEqual([
      { relation: 'SELF', phoneNo: `+91${number}` },
    ]);

    await soon(`+91${number}`);
    const again = await askAt('/login?callbackUrl=%2Fprofile', number);
    const second = await post(again, { intent: 'verify', code: await codeFor(test, `+91${number}`) });
    expect(locationOf(second)).toBe('/profile');
    expect(await listProfiles(test.db, user!.id)).toHaveLength(1);
  });

  it('keeps what was typed, and says beside the field what is wrong with it', async () => {
    for (const [url, typed] of [
      ['/login', '12345'],
      ['/login', ''],
      ['/login?method=email', 'a@b@c.in'],
      ['/login?method=email', '"><script>alert(1)</script>'],
    ] as const) {
      const answer = await post(url, { intent: 'send', identifier: typed });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toMatch(/aria-invalid="true" aria-describedby="identifier-error"/);
      expect(answer.body).toContain(
        `value="${typed.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`,
      );
    }
  });

  it('says that a code is on its way instead of sending a second one at once', async () => {
    const number = newNumber();
    await askAt('/login', number);
    const code = await codeFor(test, `+91${number}`);
    const second = await askAt('/login', number);
    expect((await get(second)).body).toContain('A code was sent a moment ago');
    expect(await codeFor(test, `+91${number}`)).toBe(code);
    const resent = await post(second, { intent: 'resend' });
    expect(locationOf(resent)).toContain('said=already');
    await soon(`+91${number}`);
    const third = await post(second, { intent: 'resend' });
    expect((await get(locationOf(third))).body).toContain('A new code is on its way');
  });

  it('says no such thing where none was sent, or the one that was is used up', async () => {
    const [number, another] = [newNumber(), newNumber()];
    const smsPerMinute = vi.spyOn(test.services.limits, 'smsPerMinute').mockRejectedValueOnce(tooMany(40));
    const refused = await post('/login', { intent: 'send', identifier: number });
    smsPerMinute.mockRestore();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('40');
    expect(refused.body).toContain('Too many codes were asked for. Try again in 40 seconds.');

    const step = await askAt('/login', another);
    await test.db
      .update(codeChallenges)
      .set({ tries: 5 })
      .where(eq(codeChallenges.identifier, `+91${another}`));
    expect((await post(step, { intent: 'resend' })).body).toContain('Too many codes were asked for.');
  });

  it('leads who presses twice to the one code', async () => {
    const number = newNumber();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post('/login', { intent: 'send', identifier: number })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303]);
    expect(answers.filter((answer) => !locationOf(answer).includes('said=already'))).toHaveLength(1);
  });

  it('starts again, in plain words, from a step that nobody sealed', async () => {
    for (const step of ['x', 'AAAA', 'over']) {
      expect((await get(`/login?step=${step}`)).body).toContain('That took too long');
      expect(
        locationOf(await post(`/login?step=${step}&redirect=%2Fvideos`, { intent: 'verify', code: '123456' })),
      ).toBe('/login?step=over&redirect=%2Fvideos');
    }
  });

  it('leads nowhere but to this site', async () => {
    const number = newNumber();
    for (const target of [
      '//evil.example',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%09/evil.example',
      '/login',
      '/signout',
    ]) {
      await soon(`+91${number}`);
      const step = await askAt(`/login?redirect=${encodeURIComponent(target)}`, number);
      const done = await post(step, { intent: 'verify', code: await codeFor(test, `+91${number}`) });
      expect(['/', '/profile_built'], target).toContain(locationOf(done));
    }
  });

  it('explains why somebody was sent here, and takes an unknown reason for a failed sign-in', async () => {
    expect((await get('/login?error=SessionRequired')).body).toContain('Sign in to see that page.');
    for (const error of ['Nonsense', 'constructor', '__proto__'])
      expect((await get(`/login?error=${error}`)).body).toContain('Signing in did not work');
  });

  it('tells a failure to who comes from /api/auth/error without a reason', async () => {
    for (const path of ['/api/auth/error', '/api/auth/error?error=Nonsense']) {
      const from = await get(path);
      expect((await get(locationOf(from))).body, path).toContain('Signing in did not work');
    }
  });

  it('claims no failure to who comes from /api/auth/signin without a reason', async () => {
    const from = await get('/api/auth/signin');
    expect(locationOf(from)).toBe('/login?error=Signin');
    const { body } = await get(locationOf(from));
    expect(body).toContain('Sign in here to go on.');
    expect(body).not.toMatch(/did not work|failed|wrong/i);
  });

  it('begins with the number; an address is one choice away', async () => {
    const { body } = await get('/login');
    expect(body).toContain('Mobile number');
    expect(body).toContain('Use email instead');
    expect(body).not.toContain('type="email"');
  });

  it('is refused to forms of other sites', async () => {
    expect(
      (await post('/login', { intent: 'send', identifier: newNumber() }, '', { origin: 'https://evil.example' }))
        .statusCode,
    ).toBe(403);
  });

  it('offers who is signed in to go on or to sign out', async () => {
    const { cookies, user } = await signIn(test);
    const page = await get('/login?redirect=%2Fvideos', cookies);
    expect(page.body).toContain(`You are signed in as ${user.displayName}`);
    expect(page.body).toContain('href="/videos"');
  });
});

describe('signing up by the form', () => {
  const fields = (more: Record<string, string>) => ({
    firstName: 'Asha',
    lastName: 'Devi',
    identifier: newNumber(),
    consent: 'yes',
    ...more,
  });

  it('gives the account its names once the code has proven the number, even after a second code', async () => {
    const identifier = newNumber();
    const sent = await post('/signup?redirect=%2Fvideos', fields({ identifier }));
    expect(sent.statusCode).toBe(303);
    await soon(`+91${identifier}`);
    const again = await post(locationOf(sent), { intent: 'resend' });
    const done = await post(locationOf(again), { intent: 'verify', code: await codeFor(test, `+91${identifier}`) });
    expect(locationOf(done)).toBe('/profile_built?redirect=%2Fvideos');
    const [user] = await test.db
      .select()
      .from(users)
      .where(eq(users.phone, `+91${identifier}`));
    expect(user).toMatchObject({ firstName: 'Asha', lastName: 'Devi' });
  });

  it('asks for a name, a number and a yes', async () => {
    const answer = await post('/signup', { firstName: ' ', lastName: 'x'.repeat(81), identifier: '1' });
    expect(answer.statusCode).toBe(400);
    for (const id of ['first-name', 'last-name', 'identifier', 'agree'])
      expect(answer.body).toContain(`id="${id}-error"`);
    expect(answer.body.match(/autofocus/gi)).toHaveLength(1);
  });

  it('takes no name of the newsroom, and sends no code for one', async () => {
    const colleague = await signIn(test, { role: 'editor' });
    const name = { firstName: 'Malati', lastName: 'Ilango' };
    await test.db.update(users).set(name).where(eq(users.id, colleague.user.id));
    for (const taken of [name, { firstName: 'Site', lastName: 'Admin' }]) {
      const identifier = newNumber();
      const answer = await post('/signup', fields({ identifier, ...taken }));
      expect([answer.statusCode, answer.body.includes('id="first-name-error"')]).toEqual([400, true]);
      expect(await codeFor(test, `+91${identifier}`).catch(() => null)).toBeNull();
    }
  });

  it('does not rename an account that is there', async () => {
    const { user } = await signIn(test);
    await test.db.update(users).set({ firstName: 'Meena' }).where(eq(users.id, user.id));
    await soon(user.phone!);
    const sent = await post('/signup', fields({ identifier: user.phone! }));
    await post(locationOf(sent), { intent: 'verify', code: await codeFor(test, user.phone!) });
    expect((await test.db.select().from(users).where(eq(users.id, user.id)))[0]).toMatchObject({ firstName: 'Meena' });
  });
});

describe('signing out by the form', () => {
  it('ends the session and clears its cookies', async () => {
    const { cookies, headers } = await signIn(test);
    expect((await get('/signout', cookies)).body).toContain('Sign out of Nagrik?');
    const out = await post('/signout?callbackUrl=%2Fvideos', {}, cookies);
    expect(locationOf(out)).toBe('/videos');
    // The known-browser cookie outlives the session.
    expect(cookiesOf(out.headers['set-cookie'] as string[], cookies)).toMatch(/^nagrik\.known-for=[^;]+; has_left=1$/);
    expect((await test.app.inject({ url: '/api/user/get', headers })).statusCode).toBe(401);
    expect((await get('/signout')).body).toContain('You are signed out');
  });
  it('is refused to forms of other sites', async () => {
    const { cookies, headers } = await signIn(test);
    expect((await post('/signout', {}, cookies, { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await test.app.inject({ url: '/api/user/get', headers })).statusCode).toBe(200);
  });
});
