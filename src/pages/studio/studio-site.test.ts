import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../app.server.ts';
import { cachePurges, siteBrand, studioActs } from '../../database/schema.ts';
import { setBrand } from '../../features/studio/desks/set-brand.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { runProcess, runServer } from '../../testing/run-process.ts';
import { askForCode } from '../../testing/sign-in.ts';
import { postgresServer, urlOf } from '../../testing/test-database.ts';
import { builtPages } from '../../testing/build-test-app.ts';
import { prepared } from '../../testing/prepared.ts';

const before = 'Lucknow Khabar';
const name = 'Jan Awaaz & Co';
const escaped = 'Jan Awaaz &amp; Co';
const origin = 'http://localhost:3000';
const svg = (colour: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="100">${more}<rect width="600" height="100" fill="${colour}"/></svg>`;
const png = () =>
  sharp({ create: { width: 900, height: 900, channels: 4, background: '#0a0' } })
    .png()
    .toBuffer();

const site = openTestApp({ content: 'demo', env: { ORGANIZATION_NAME: before, LANGUAGES: 'en,hi,ta' } });
const admin = prepared(() => join(site.services, { role: 'admin' }));

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const desk = (who?: Member) => get('/studio/site', who ? { cookie: who.cookies } : {});
const post = (who: Member | null, fields: Record<string, string>, headers: Record<string, string> = { origin }) =>
  site.send('POST', '/studio/site', new URLSearchParams(fields), {
    ...(who ? { cookie: who.cookies } : {}),
    ...headers,
  });
/** As a browser without script sends the form. */
async function send(who: Member | null, files: { logo?: string | Buffer; logoDark?: string | Buffer }) {
  const form = new FormData();
  form.append('go', 'logo');
  for (const field of ['logo', 'logoDark'] as const) {
    const content = files[field];
    form.append(
      field,
      new File(content === undefined ? [] : [new Uint8Array(Buffer.from(content))], content ? 'a.svg' : ''),
    );
  }
  const body = new Response(form);
  return site.send('POST', '/studio/site', Buffer.from(await body.arrayBuffer()), {
    ...(who ? { cookie: who.cookies } : {}),
    origin,
    'content-type': body.headers.get('content-type')!,
  });
}
const setName = async (to: string) => expect((await post(admin, { go: 'name', name: to })).statusCode).toBe(303);
const header = async () => /<a class="logo"[^>]*>(.*?)<\/a>/s.exec((await get('/')).body)![1]!;

it('is for admins only, and asks for the second factor', async () => {
  expect((await desk()).headers.location).toBe('/login?error=SessionRequired&callbackUrl=%2Fstudio%2Fsite');
  for (const role of ['writer', 'editor', 'checker', 'moderator'] as const) {
    const who = await join(site.services, { role });
    expect([role, (await desk(who)).statusCode, (await post(who, { go: 'name', name })).statusCode]).toEqual([
      role,
      404,
      404,
    ]);
    // Whoever was an admin when the page was opened.
    const actor = { id: who.id, roles: ['admin'] as const };
    await expect(setBrand(site.services, actor, 'set_site_name', { name })).rejects.toMatchObject({ status: 403 });
  }
  const foreign = await post(admin, { go: 'name', name }, { origin: 'https://evil.example' });
  expect(foreign.statusCode).toBe(403);
  expect((await post(null, { go: 'name', name })).body).toContain('Sign in');
  expect(await site.db.$count(siteBrand)).toBe(0);
  const { config } = site.services;
  site.services.config = { ...config, needsSecondFactor: true };
  expect((await desk(admin)).headers.location).toBe('/studio?redirect=%2Fstudio%2Fsite');
  site.services.config = config;
});

describe('a name', () => {
  const places = [
    '/',
    '/hi',
    '/ta',
    '/login',
    '/hi/login',
    '/about',
    '/privacy',
    '/community',
    '/feed.xml',
    '/hi/feed.xml',
    '/feed.atom',
    '/scams.json',
    '/scams.xml',
    '/manifest.webmanifest',
    '/api/openapi.json',
    '/api/docs',
    '/nothing-here',
  ];
  const pictures = ['/icon.svg', '/favicon.ico', '/icon-192.png', '/share.jpg', '/og/category-1.jpg'];

  it('stands everywhere at once, in pages that were cached too, and goes when it is taken back', async () => {
    const [{ id }] = (await site.db.query.categories.findMany({ columns: { id: true }, limit: 1 })) as [{ id: number }];
    pictures[4] = `/og/category-${id}.jpg`;
    const read = () => Promise.all([...places, ...pictures].map((path) => get(path)));
    const old = await read();
    expect(places.filter((_path, at) => !old[at]!.body.includes(before))).toEqual([]);
    const page = (await desk(admin)).body;
    for (const words of [before, 'It comes from the settings of the server.']) expect(page).toContain(words);
    expect(page).not.toContain('Take this name back');

    await site.db.delete(cachePurges);
    await setName(`  ${name} `);
    const now = await Promise.all(
      [...places, ...pictures].map((path, at) =>
        get(path, old[at]!.headers.etag ? { 'if-none-match': String(old[at]!.headers.etag) } : {}),
      ),
    );
    for (const [at, path] of places.entries()) {
      const { body, statusCode } = now[at]!;
      expect([path, statusCode]).toEqual([path, old[at]!.statusCode]);
      expect([path, body.includes(before), body.includes('Jan Awaaz')]).toEqual([path, false, true]);
    }
    for (const [at, path] of pictures.entries())
      expect([path, now[places.length + at]!.rawPayload.equals(old[places.length + at]!.rawPayload)]).toEqual([
        path,
        false,
      ]);
    const [home] = now;
    expect(home!.body).toMatch(new RegExp(`<title>[^<]*${escaped}</title>`));
    expect(home!.body).toContain(`<meta property="og:site_name" content="${escaped}"`);
    const [, linked] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(home!.body)!;
    expect(linked).toContain('"name":"Jan Awaaz ');
    expect(await header()).toContain(escaped);
    expect(JSON.parse(now[places.indexOf('/manifest.webmanifest')]!.body).name).toBe(name);
    const told = (await site.db.select().from(cachePurges)).map(({ path }) => path);
    for (const path of ['/', '/feed.xml', '/manifest.webmanifest', '/icon.svg', '/share.jpg'])
      expect(told).toContain(path);

    const studio = (await desk(admin)).body;
    for (const words of [escaped, 'It was set here.', 'Take this name back']) expect(studio).toContain(words);
    expect((await post(admin, { go: 'endName' })).statusCode).toBe(303);
    expect((await read()).map(({ body }) => body.includes(escaped))).not.toContain(true);
    expect((await get('/')).body).toContain(before);
    const acts = await site.db.select().from(studioActs).where(eq(studioActs.actor, admin.id));
    expect(acts.map(({ act, note }) => [act, note])).toEqual([
      ['set_site_name', name],
      ['end_site_name', null],
    ]);
  });

  it('signs codes, is what authenticator apps say, and nobody else may have it', async () => {
    await setName(name);
    await askForCode(site, { phone: '9812345670' });
    await askForCode(site, { email: 'asha@example.in' });
    const messages = (await site.services.outbox.listForDevelopment()).slice(0, 2);
    expect(messages.map(({ text }) => text.includes(name))).toEqual([true, true]);
    const factor = await site.send('POST', '/api/studio/second-factor', {}, admin.headers);
    expect(decodeURIComponent(factor.json().data.url)).toContain(`otpauth://totp/${name}:studio`);
    const rename = async (firstName: string, lastName: string) =>
      site.send('PATCH', '/api/user', { firstName, lastName }, (await join(site.services, {})).headers);
    expect((await rename('Jan', 'Awaaz & Co')).statusCode).toBe(400);
    expect((await rename('Lucknow', 'Khabar')).statusCode).toBe(200);
    await post(admin, { go: 'endName' });
    expect((await rename('Lucknow', 'Khabar')).statusCode).toBe(400);
  });

  it.each(['', '   ', 'K'.repeat(81), 'Jan\tAwaaz'])(
    '%j is refused as in the settings, and comes back',
    async (typed) => {
      const answer = await post(admin, { go: 'name', name: typed });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('Write the name on one line, with at most 80 letters.');
      expect(await header()).toContain(before);
    },
  );
});

describe('a logo', () => {
  it('is shown on both grounds and drawn into the icons, and goes when it is taken back', async () => {
    const icons = await Promise.all(['/icon.svg', '/share.jpg'].map((path) => get(path)));
    expect(
      (await send(admin, { logo: await png(), logoDark: svg('#fff', '<script>alert(1)</script>') })).statusCode,
    ).toBe(303);
    const logos = [
      ...(await header()).matchAll(
        /<img src="(\/assets\/logo-[\w-]{12}\.\w+)" width="(\d+)" height="40" alt="Lucknow Khabar"/g,
      ),
    ];
    expect(logos.map(([, src, width]) => [src!.split('.')[1], width])).toEqual([
      ['png', '40'],
      ['svg', '240'],
    ]);
    expect((await get('/')).body).toContain(`"url":"${origin}${logos[0]![1]}"`);
    for (const [, src] of logos) {
      const { statusCode, headers } = await get(src!);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    for (const [at, path] of ['/icon.svg', '/share.jpg'].entries())
      expect((await get(path)).rawPayload.equals(icons[at]!.rawPayload)).toBe(false);
    const page = (await desk(admin)).body;
    expect(page).toMatch(new RegExp(`studio-ground"><img src="${logos[0]![1]}"`));
    expect(page).toMatch(new RegExp(`studio-ground" data-ground="dark"><img src="${logos[1]![1]}"`));

    // A new dark one beside it; then a new pair without one.
    expect((await send(admin, { logoDark: svg('#eee') })).statusCode).toBe(303);
    expect(await header()).toContain(logos[0]![1]);
    expect(await header()).not.toContain(logos[1]![1]);
    expect((await get(logos[1]![1]!)).statusCode).toBe(404);
    expect((await send(admin, { logo: svg('#a00') })).statusCode).toBe(303);
    expect((await header()).match(/<img/g)).toHaveLength(1);

    expect((await post(admin, { go: 'endLogo' })).statusCode).toBe(303);
    expect(await header()).not.toContain('<img');
    for (const [at, path] of ['/icon.svg', '/share.jpg'].entries())
      expect((await get(path)).rawPayload.equals(icons[at]!.rawPayload)).toBe(true);
  });

  it.each([
    ['none', {}, 'Choose a file first.'],
    ['of words', { logo: 'a logo' }, 'This file is no SVG and no PNG.'],
    ['cut off', { logo: svg('#a00').slice(0, -8) }, 'This file is no SVG and no PNG.'],
    ['too large', { logo: svg('#a00', `<!-- ${'a'.repeat(200_000)} -->`) }, 'This SVG is larger than 200 kB.'],
    ['for dark ground alone', { logoDark: svg('#fff') }, 'Choose a logo for a light page too.'],
    ['with a bad one for dark ground', { logo: svg('#a00'), logoDark: 'dark' }, 'This file is no SVG and no PNG.'],
  ])('%s is refused with a sentence', async (_what, files, sentence) => {
    const answer = await send(admin, files);
    expect([answer.statusCode, answer.body.includes(sentence)]).toEqual([400, true]);
    expect(await header()).not.toContain('<img');
  });

  it('that is a photograph, damaged or past what a form takes is refused', async () => {
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    expect((await send(admin, { logo: photo })).body).toContain('This file is no SVG and no PNG.');
    const whole = await png();
    expect((await send(admin, { logo: whole.subarray(0, whole.length - 200) })).body).toContain('This file is damaged');
    expect((await send(admin, { logo: Buffer.alloc(1_200_000) })).statusCode).toBe(413);
    // Of somebody who is signed out nothing is held.
    expect((await send(null, { logo: svg('#a00') })).headers.location).toContain('/login?');
    expect((await get('/')).body).not.toContain('/assets/logo-');
  });
});

it('counts after a restart, before the settings', async () => {
  await setName(name);
  await send(admin, { logo: svg('#00a') });
  const again = await buildApp({ services: { ...site.services, brand: undefined }, ...builtPages });
  const { body } = await again.inject('/');
  expect(body).toContain(`alt="${escaped}"`);
  expect(body).toContain('/assets/logo-');
  await again.close();
  await post(admin, { go: 'endLogo' });
  await post(admin, { go: 'endName' });
});

// PGlite has one process.
describe.runIf(postgresServer !== undefined)('on another instance and in a command', () => {
  it('the name and logo are new once the studio has answered', async () => {
    const env = {
      DATABASE_URL: await urlOf(site.services),
      DATA_DIR: site.services.config.dataDir,
      ORGANIZATION_NAME: before,
    };
    const other = await runServer(env);
    const titleThere = async () => /<title>([^<]*)/.exec(await (await fetch(`${other.origin}/login`)).text())![1];
    const homeThere = async () => (await fetch(other.origin)).text();
    expect(await titleThere()).toContain(before);
    expect(await homeThere()).not.toContain('/assets/logo-');
    await setName(name);
    // Receipts are waited for a second only, and the machine may be busy.
    await expect.poll(titleThere, { timeout: 20_000 }).toContain(escaped);
    await send(admin, { logo: svg('#0aa') });
    await expect.poll(homeThere, { timeout: 20_000 }).toContain('/assets/logo-');
    const [src] = /\/assets\/logo-[\w.-]+/.exec(await homeThere())!;
    expect((await fetch(other.origin + src)).status).toBe(200);

    const contact = { name: 'Ravi', email: 'ravi@example.in', category: 'WRONG', text: 'The fee is wrong here.' };
    const ticket = await site.send('POST', '/api/support/grievance', contact);
    expect(ticket.statusCode).toBe(201);
    const command = runProcess(
      ['scripts/inbox.ts', 'answer', String(ticket.json().data.ticketId), '--text', 'It is mended.'],
      env,
    );
    expect([(await command.ends()).status, command.output()]).toEqual([0, expect.any(String)]);
    const answered = (await site.services.outbox.listForDevelopment()).find(({ text }) =>
      text.includes('It is mended.'),
    );
    expect(answered!.text).toContain(name);
    await post(admin, { go: 'endName' });
    await expect.poll(titleThere, { timeout: 20_000 }).toContain(before);
    await other.ends('SIGTERM');
  });
});
