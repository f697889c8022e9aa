// @runs slow
import { describe, expect, it } from 'vitest';
import { wholeLanguages } from './testing/catalogues.ts';
import { pageTable } from './page-table.ts';
import { addressIn } from './platform/settings/site-languages.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { type SignedIn, signIn } from './testing/sign-in.ts';
import { prepared } from './testing/prepared.ts';

// A newsroom with a name of its own: the product's name stands nowhere that people or their programs read.

const name = 'Lucknow Khabar';
const site = openTestApp({ content: 'demo', env: { ORGANIZATION_NAME: name, LANGUAGES: 'en,hi,ta' } });
const admin = prepared(() => signIn(site, { role: 'admin' }));

const get = (url: string, who?: SignedIn) => site.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });

/** 'नागरिक' is also the everyday word for a citizen, which the demonstration's articles use. */
const citizen =
  /(?:भारत(?:ीय)?(?: का| के| का\/की)?|कोई भी|हर|वरिष्ठ|के) नागरिक|नागरिक(?:ता|ों| सुरक्षा| फ़ॉर्म| पंजीकरण| चार्टर| के तौर| हैं| पूछ| सरकारी)/g;
/** Scripts, technical names (of cookies) and addresses are not what the site calls itself. */
const unread = /<script(?! type="application\/ld\+json").*?<\/script>|<code.*?<\/code>|\/[^\s"<]*|\bnagrikiq\.com/gs;
const productIn = (text: string) =>
  text
    .replace(unread, ' ')
    .replace(citizen, ' ')
    .match(/.{0,60}(?:nagrik|नागरिक|நாகரிக).{0,60}/gi) ?? [];

describe('a site with a name of its own', () => {
  const documents = [
    '/feed.xml',
    '/feed.atom',
    '/scams.json',
    '/scams.xml',
    '/manifest.webmanifest',
    '/robots.txt',
    '/ads.txt',
    '/.well-known/security.txt',
    '/sitemap-news.xml',
    '/api/openapi.json',
    '/api/docs',
    '/api/schemes/rules',
  ];
  it.each(wholeLanguages)('names itself on every page and document in %s', { timeout: 120_000 }, async (language) => {
    const fixed = pageTable.pages.filter(({ pattern }) => !pattern.includes(':')).map(({ pattern }) => pattern);
    const pieces = ['article', 'video', 'webstory', 'category', 'tag', 'author', 'community'];
    const queue = [...fixed, '/nothing-here', '/search?q=pan', '/papers/pan', '/letters/rti'].map((path) =>
      addressIn(language, path),
    );
    const found: string[] = [];
    const unnamed: string[] = [];
    const most: Record<string, number> = {};
    for (const path of queue) {
      const { statusCode, body, headers } = await get(path, /studio|moderation|profile/.test(path) ? admin : undefined);
      if (!String(headers['content-type']).includes('text/html')) continue;
      found.push(...productIn(body).map((line) => `${path}: ${line}`));
      if (statusCode < 300 && !/<title>[^<]*Lucknow Khabar/.test(body)) unnamed.push(path);
      for (const [, href = ''] of body.matchAll(/ href="(\/[^"#?]*)/g)) {
        const kind = pieces.find((one) => href.startsWith(addressIn(language, `/${one}/`)));
        if (!kind || queue.includes(href) || (most[kind] ?? 0) >= 6) continue;
        most[kind] = (most[kind] ?? 0) + 1;
        queue.push(href);
      }
    }
    for (const path of documents) {
      const answer = await get(addressIn(language, path));
      if (answer.statusCode === 200) found.push(...productIn(answer.body).map((line) => `${path}: ${line}`));
    }
    expect(queue.length).toBeGreaterThan(fixed.length + 15);
    expect([...new Set(found)]).toEqual([]);
    expect(unnamed).toEqual([]);
  });

  it.each(wholeLanguages)('signs codes, receipts and invitations in %s', async (language) => {
    const headers = { 'content-type': 'application/json', 'accept-language': language };
    const post = (url: string, payload: object, more: object = {}) =>
      site.send('POST', `/api${url}?lang=${language}`, payload, { ...headers, ...more });
    const address = `asha.${language}@example.in`;
    const sent = [
      await get(`/api/otp/send/email/${address}?lang=${language}`),
      await get(`/api/otp/send/phone/98765${['en', 'hi', 'ta'].indexOf(language)}3210?lang=${language}`),
      await post('/support/grievance', {
        name: 'Asha',
        email: address,
        category: 'WRONG',
        text: 'The fee is wrong here.',
      }),
      await post('/studio/invitations', { email: `new.${language}@example.in`, roles: ['writer'] }, admin.headers),
    ];
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201, 201]);
    const messages = await site.services.outbox.listForDevelopment();
    const said = messages.map(({ subject, text }) => `${subject}\n${text}`);
    expect(said.flatMap(productIn)).toEqual([]);
    expect(said.filter((text) => text.includes(name)).length).toBeGreaterThanOrEqual(3);
  });

  it('names itself to authenticator apps, in a calendar and in files', async () => {
    const editor = await signIn(site, { role: 'editor' });
    const factor = await site.send('POST', '/api/studio/second-factor', {}, editor.headers);
    expect(decodeURIComponent(factor.json().data.url)).toContain(`otpauth://totp/${name}:studio`);
    const raw = await site.app.inject({ url: '/%zz', headers: { accept: 'text/html' } });
    expect(productIn(raw.body)).toEqual([]);
    const title = (await get('/api/openapi.json')).json().info.title;
    expect(title).toBe(name);
  });
});
