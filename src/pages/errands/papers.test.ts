import { describe, expect, it } from 'vitest';
import { en } from '../../messages/en.ts';
import { t as hi } from '../../messages/hi/messages.ts';
import { isOfficialSource } from '../../platform/text/official-sites.ts';
import { errandIds } from '../../features/papers/errands.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const test = openTestApp({ content: 'demo' });

const get = (url: string) => test.send('GET', url, undefined, { 'accept-encoding': 'identity' });
const count = (body: string, paper: string) => body.split(`value="${paper}"`).length - 1;

describe('/papers', () => {
  it('offers every errand in a form that works without script, and is the same for everybody', async () => {
    const page = await get('/papers');
    expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined]);
    expect(page.headers['cache-control']).toContain('public');
    for (const id of errandIds) expect(page.body).toContain(`name="errand" value="${id}"`);
    expect(page.body).toContain('action="/papers" method="get"');
    expect((await get('/')).body).toContain('href="/papers"');
  });

  it.each([
    ['/papers/', en.article],
    ['/hi/papers/', hi.article],
  ])('%s marks each fee, time and list by where it was read', async (path, { otherSite, officialSite }) => {
    for (const id of ['passport', 'widow-pension', 'aadhaar-update']) {
      const { body } = await get(path + id);
      const read = [...body.matchAll(/<a href="([^"]*)" rel="noopener nofollow">[^<]*<\/a> · ([^<;)।.]*)/g)];
      expect(read.length).toBeGreaterThan(2);
      for (const [, url, label] of read)
        expect([url, label]).toEqual([url, isOfficialSource(url!) ? officialSite : otherSite]);
    }
  });

  it('gives one list for several errands, with each paper once', async () => {
    const { statusCode, body } = await get('/papers?errand=passport&errand=pan&age=18-to-59&home=own&state=&married=');
    expect(statusCode).toBe(200);
    for (const paper of ['aadhaar', 'birth-certificate', 'photo'])
      expect([paper, count(body, paper)]).toEqual([paper, 1]);
    // Once in the form as an errand, never in the list as a paper.
    expect(count(body, 'passport')).toBe(1);
    expect(body).toMatch(/aria-current="page">Your list</);
    expect(body).toContain('₹2,500');
    expect(body).toContain('Not checked yet: ');
    expect(body).toContain('https://wa.me/?text=Papers%20for%20First%20passport%2C%20PAN%20card');
    expect(body).toContain('<meta name="robots" content="noindex"/>');
  });

  it.each([
    ['/papers?errand=passport&errand=pan', '/papers?errand=pan&amp;errand=passport'],
    ['/hi/papers?errand=passport&errand=pan', '/hi/papers?errand=pan&amp;errand=passport'],
    ['/papers?errand=pan&age=5-to-17', '/papers?errand=pan&amp;age=5-to-17'],
    ['/papers/pan?age=5-to-17', '/papers/pan?age=5-to-17'],
    ['/check/tell', '/check/tell'],
  ])('%s has a canonical address and a share card, though it is not indexed', async (asked, canonical) => {
    const { body } = await get(asked);
    expect(body).toContain(`<link rel="canonical" href="http://localhost:3000${canonical}"/>`);
    expect(body).toContain(`<meta property="og:url" content="http://localhost:3000${canonical}"/>`);
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    expect(body).toContain('<meta name="robots" content="noindex"/>');
    expect(body).not.toContain('hreflang="x-default"');
  });

  it('says once what is not checked of any paper, and in a row only what differs', async () => {
    const { body } = await get('/papers/pan');
    const list = body.slice(body.indexOf('data-papers'), body.indexOf('id="places"')).replaceAll('<!-- -->', '');
    expect(list.match(/Not checked yet[^<]*/g)).toEqual([
      'Not checked yet: DigiLocker',
      'Not checked yet for any of these papers: Time',
    ]);
    expect(list).not.toContain('<dt>Time</dt>');
  });

  it('is one page whatever the order of the errands', async () => {
    const [one, other] = await Promise.all([
      get('/papers?errand=passport&errand=pan'),
      get('/papers?utm_source=x&errand=pan&errand=passport&errand=pan'),
    ]);
    expect(one.body).toBe(other.body);
  });

  it('has a page for each errand', async () => {
    for (const id of errandIds) {
      const { statusCode, body } = await get(`/papers/${id}`);
      expect([id, statusCode]).toEqual([id, 200]);
      expect(body).toContain(`<link rel="canonical" href="http://localhost:3000/papers/${id}"/>`);
    }
    expect((await get('/papers/PASSPORT')).headers.location).toBe('/papers/passport');
    expect((await get('/sitemap-pages.xml')).body).toContain('/papers/passport<');
  });

  it('does not exist for what is on no list', async () => {
    for (const url of [
      '/papers/nothing',
      '/papers?errand=nothing',
      '/papers/passport?state=Atlantis',
      '/papers?age=41',
    ])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  });

  it('sends the address of the page in the language of its reader', async () => {
    for (const path of ['/hi/papers/pan', '/hi/papers?errand=pan&errand=passport', '/papers/pan']) {
      const address = `http://localhost:3000${path}`;
      const { body } = await get(path);
      const [, sent] = /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(body)!;
      const [, copied] = /data-island="papers"[^>]* data-props="([^"]*)"/.exec(body)!;
      expect(decodeURIComponent(sent!)).toContain(address);
      expect(copied!.replaceAll('&amp;', '&')).toContain(address);
    }
  });

  it('sends with each paper its condition, below one line that names the errands', async () => {
    const { body } = await get('/hi/papers?errand=passport&errand=pan&errand=widow-pension');
    const [, sent] = /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(body)!;
    const lines = decodeURIComponent(sent!).split('\n');
    expect(lines[0]).toBe('इनके कागज़: पहला पासपोर्ट, पैन कार्ड, विधवा पेंशन');
    expect(lines).toContain('- मृत्यु प्रमाण पत्र (पति का)');
    expect(lines.find((line) => line.startsWith('- माता-पिता के आधार कार्ड'))).toContain('18 से कम');
    const [, copied] = /data-island="papers"[^>]* data-props="([^"]*)"/.exec(body)!;
    expect(copied).toContain('- मृत्यु प्रमाण पत्र (पति का)');
  });

  it('links the official sites that its sentences name', async () => {
    for (const prefix of ['', '/hi']) {
      const { body } = await get(`${prefix}/papers/widow-pension`);
      const all = (await get(`${prefix}/papers/e-shram`)).body + body;
      expect(all).toContain('<a href="https://eshram.gov.in" rel="noopener">eshram.gov.in</a>');
    }
  });

  it('says the State’s own name of a paper', async () => {
    const { body } = await get('/papers/property-purchase?state=Maharashtra');
    expect(body).toContain('In Maharashtra: 7/12 (satbara).');
  });
});
