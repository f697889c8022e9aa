import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { invite } from '../../features/studio/people/people.server.ts';
import { problem } from '../../platform/wire/problem.ts';
import { noteAct } from '../../features/studio/pieces/pieces.queries.server.ts';
import { beginFactor } from '../../features/studio/people/second-factor.server.ts';
import { system } from '../../features/studio/studio.policy.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { cookiesOf, signIn, type SignedIn } from '../../testing/sign-in.ts';

const test = openTestApp({ env: { STUDIO_SECOND_FACTOR: 'on' } });
const origin = 'http://localhost:3000';

const get = (who?: SignedIn) => test.app.inject({ url: '/studio', headers: who ? { cookie: who.cookies } : {} });
const post = (who: SignedIn, fields: Record<string, string>, url = '/studio') =>
  test.send('POST', url, new URLSearchParams(fields), { cookie: who.cookies, origin });

it('leads to the sign-in signed out, and does not exist without a role', async () => {
  const nobody = await get();
  expect([nobody.statusCode, nobody.headers.location]).toEqual([
    303,
    '/login?error=SessionRequired&callbackUrl=%2Fstudio',
  ]);
  expect((await get(await signIn(test))).statusCode).toBe(404);
});

it('shows a writer what they wrote', async () => {
  const who = await signIn(test, { role: 'writer' });
  const made = await test.send(
    'POST',
    '/api/studio/articles',
    { title: 'Ration cards by phone', body: 'It takes 15 days.' },
    who.headers,
  );
  expect(made.statusCode).toBe(201);
  const page = await get(who);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Ration cards by phone');
  expect(page.body).toContain('Draft');
  expect(page.headers['cache-control']).toContain('no-store');
});

it('tells drafts without a title apart by their writer, day and time', async () => {
  const who = await signIn(test, { role: 'writer' });
  for (const body of ['One text.', 'Another text.'])
    await test.send('POST', '/api/studio/articles', { body }, who.headers);
  const newest = sql`(select max(id) from studio_pieces where kind = 'articles')`;
  await test.db.execute(
    sql`update studio_pieces set updated_at = now() - interval '1 hour' where kind = 'articles' and id = ${newest}`,
  );
  const { body } = await test.app.inject({ url: '/studio/articles', headers: { cookie: who.cookies } });
  const names = body.match(/No title yet \(Member \d+, \d+ \w+ \d{4}, \d\d:\d\d\)/g);
  expect([names?.length, new Set(names).size]).toEqual([2, 2]);
});

it('shows what waits before what can be begun', async () => {
  const { body } = await get(await signIn(test, { role: 'writer' }));
  expect(body.indexOf('Waiting for you')).toBeGreaterThan(0);
  expect(body.indexOf('href="/studio/articles/new"')).toBeGreaterThan(body.indexOf('Waiting for you'));
});

it('asks an editor for the second factor first', async () => {
  const who = await signIn(test, { role: 'editor' });
  expect((await get(who)).body).not.toContain('Waiting for you');
  const added = await post(who, { go: 'add' });
  const [, secret] = /<code>([A-Z2-7]+)<\/code>/.exec(added.body) ?? [];
  const wrong = await post(who, { go: 'verify', code: '12' });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain('That code is not right');
  // Whoever has not added the key yet still needs it.
  expect(wrong.body).toContain(`<code>${secret}</code>`);
  const code = new TOTP({ secret: Secret.fromBase32(secret!) }).generate({
    timestamp: test.services.clock().getTime(),
  });
  const given = await post(who, { go: 'verify', code });
  expect([given.statusCode, given.headers.location]).toEqual([303, '/studio']);
  expect((await get(who)).body).toContain('Waiting for you');
  expect((await post(who, { go: 'verify', code: '12' })).body).not.toContain(secret);
});

it('words what our own code noted, and roles, in the language of the page', async () => {
  const who = await signIn(test, { role: 'admin' });
  await noteAct(test.db, system, 'grant_role', {
    note: 'our editor asked',
    data: { person: who.user.id, roles: ['writer'] },
    isEmergency: true,
  });
  for (const problems of [
    [problem('studio.notApprovedInTime')],
    [problem('studio.notReady'), problem('studio.notFormattedInTime')],
  ])
    await noteAct(test.db, system, 'schedule_failed', { data: { problems }, isEmergency: true });
  const undone = problem('studio.importUndone', '7: old.xml', 2, 1, 3);
  await noteAct(test.db, system, 'undo_import', { data: { problems: [undone] }, isEmergency: true });
  const older = `${who.user.id}: writer: as it was noted before`;
  await noteAct(test.db, system, 'grant_role', { note: older, isEmergency: true });
  const { secret } = await beginFactor(test.services, { userId: who.user.id } as never);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.services.clock().getTime() });
  await post(who, { go: 'verify', code });
  const page = await test.app.inject({ url: '/hi/studio', headers: { cookie: who.cookies } });
  expect(page.body).toContain('तय समय पर इसे मंज़ूरी नहीं मिली थी।');
  expect(page.body).toContain('यह अभी पाठकों के लिए तैयार नहीं है। लिखाई समय पर तैयार नहीं हो सकी।');
  expect(page.body).toContain('7: old.xml (2 मिटे, 1 फिर पहले जैसे, 3 रहे)');
  expect(page.body).toMatch(/<q[^>]*>[^<]*: लेखक: our editor asked<\/q>/);
  expect(page.body).toContain(older);
});

it('leads to the page that was wanted once the second factor is given, and to no other site', async () => {
  const who = await signIn(test, { role: 'editor' });
  const asked = await test.app.inject({ url: '/studio/articles?page=2', headers: { cookie: who.cookies } });
  const desk = '/studio?redirect=%2Fstudio%2Farticles%3Fpage%3D2';
  expect([asked.statusCode, asked.headers.location]).toEqual([303, desk]);
  const added = await post(who, { go: 'add' });
  const [, secret] = /<code>([A-Z2-7]+)<\/code>/.exec(added.body) ?? [];
  const giveAt = async (url: string, periods: number) => {
    const timestamp = test.services.clock().getTime() + periods * 30_000;
    const code = new TOTP({ secret: Secret.fromBase32(secret!) }).generate({ timestamp });
    return (await post(who, { go: 'verify', code }, url)).headers.location;
  };
  expect(await giveAt(desk, -1)).toBe('/studio/articles?page=2');
  expect(await giveAt('/studio?redirect=https%3A%2F%2Fevil.example%2Fstudio', 0)).toBe('/studio');
  expect(await giveAt('/studio?redirect=%2Fprofile', 1)).toBe('/studio');
});

it('somebody invited who signs in for the first time lands there, not at the welcome of readers', async () => {
  const admin = await signIn(test, { role: 'admin' });
  const number = `9${String(Date.now()).slice(-9)}`;
  await invite(test.services, { id: admin.user.id, roles: ['admin'] }, { phoneNo: number, roles: ['writer'] });
  const asked = await test.send(
    'POST',
    '/login?callbackUrl=%2Fstudio',
    new URLSearchParams({ intent: 'send', identifier: number }),
    { origin },
  );
  expect(asked.statusCode).toBe(303);
  const code = (await test.services.outbox.listForDevelopment()).find(({ to }) => to.endsWith(number))!.code!;
  const signedIn = await test.send('POST', asked.headers.location!, new URLSearchParams({ intent: 'verify', code }), {
    origin,
    cookie: cookiesOf(asked.headers['set-cookie']),
  });
  expect([signedIn.statusCode, signedIn.headers.location]).toEqual([303, '/studio']);
  const cookie = cookiesOf(signedIn.headers['set-cookie']);
  const page = await test.app.inject({ url: '/studio', headers: { cookie } });
  expect(page.statusCode).toBe(200);
});
