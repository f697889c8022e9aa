import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readContentFolder } from '../../features/importing/content/read-folder.server.ts';
import { en } from '../../messages/en.ts';
import { t as hi } from '../../messages/hi/messages.ts';
import { articlePath } from '../../platform/wire/ids.ts';
import { sourceKeyOf } from '../../platform/wire/piece-key.ts';
import { isOfficialSource } from '../../platform/text/official-sites.ts';
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora, crossSiteScripts, naughtyStrings, spread } from '../../testing/corpora.ts';

const { files: pieces } = await readContentFolder(fileURLToPath(new URL('../../../content', import.meta.url)));

const app = openTestApp({ content: 'demo' });

const origin = 'http://localhost:3000';
const get = (url: string) => app.app.inject(url);
const post = (url: string, fields: [string, string][], headers: Record<string, string> = { origin }) =>
  app.send('POST', url, new URLSearchParams(fields), headers);
const askedIn = (html: string) => /name="asked" value="(\w+)"/.exec(html)?.[1];

describe('reading pages', () => {
  test('a sample does not say that it was checked and that it must be checked', async () => {
    const { body } = await get('/article/x-MTAxNw').then(({ headers }) => get(String(headers.location)));
    expect(body).toContain('Sample article');
    expect(body).toContain('from sources read on');
    expect(body).not.toContain('stamp good');
  });

  // Official; both; none, in English and in Hindi.
  test.each([
    ['free-legal-aid', 0],
    ['sakhi-niwas-hostel', 0],
    ['old-age-pension-bihar', 1],
    ['mukhyamantri-vridhjan-pension-bihar', 1],
  ])('%s says of each source whether it is official, and that none is', async (key, none) => {
    const { lang, title, sources } = pieces.articles.get(key)!.data;
    const { rows } = await app.db.execute<{ id: number }>(
      sql`select id from articles where source_key = ${sourceKeyOf(key)}`,
    );
    const { id } = rows[0]!;
    const { article, search } = lang === 'hi' ? hi : en;
    const { noOfficial, officialSite, otherSite } = article;
    const path = lang === 'hi' ? '/hi' : '';
    const { body } = await get(path + articlePath(title, id));
    expect(body.split(noOfficial).length - 1).toBe(none);
    const official = sources.map(({ url }) => isOfficialSource(url));
    expect(body.split(new RegExp(` · ${officialSite}(?=<| ·)`)).length - 1).toBe(official.filter(Boolean).length);
    expect(body.split(` · ${otherSite}`).length - 1).toBe(official.filter((one) => !one).length);
    const hits = await get(`${path}/search?${new URLSearchParams({ q: title })}`);
    const hit = hits.body.split('class="hit"').find((part) => part.includes(articlePath(title, id)));
    expect(hit?.includes(`<span>${search.noOfficial}</span>`)).toBe(none === 1);
  });

  test("'apply only on' names the site that takes the application, and no other", async () => {
    const page = async (id: string) =>
      (await get(`/article/x-${id}`).then(({ headers }) => get(String(headers.location)))).body;
    const [withForm, without] = [await page('MTAwMQ'), await page('MTAwMjA5')];
    expect(withForm).toMatch(/apply only on (?:<[^>]+>)*pmkisan\.gov\.in/);
    expect(without).not.toMatch(/सिर्फ़[^।]*nsap/);
    expect(without).toContain('सबके लिए इंटरनेट पर एक ही पता नहीं है: ऊपर लिखे तरीके से आवेदन करें।');
    expect(without).toMatch(/सरकारी साइट: (?:<[^>]+>)*nsap\.nic\.in/);
  });

  test('where nothing is found the same words can be asked, and the urgent numbers are there', async () => {
    const { body } = await get('/search?q=qwzzyx+blorft');
    const href = /href="(\/community\/ask\?title=[^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    for (const number of ['112', '181', '1930']) expect(body).toContain(`href="tel:${number}"`);
    const asking = await get(href);
    expect(asking.body).toContain('value="qwzzyx blorft"');
  });

  test.each(['%00%e2%80%ae', '%22%3E%3Cscript%3E', 'x'.repeat(5_000), '%ff'])(
    'a first line that is no text is none: %.20s',
    async (title) => {
      const { statusCode, body } = await get(`/community/ask?title=${title}`);
      expect(statusCode).toBe(200);
      expect(body).not.toContain('"><script>');
      expect(body).not.toContain('\u202e');
      expect(body).not.toContain('x'.repeat(201));
    },
  );

  test('home leads to the web stories', async () => {
    const { body } = await get('/');
    expect(body).toContain('Stories, a card at a time');
    const [path] = /\/webstory\/[a-z0-9-]+/.exec(body) ?? [];
    expect((await get(path ?? '/none')).statusCode).toBe(200);
  });

  test('where somebody may be in danger nothing lies over the help', async () => {
    const help = async (path: string) =>
      (await get(path).then(({ headers }) => get(String(headers.location ?? path)))).body.includes('data-help');
    const paths = {
      '/article/x-MTAyMw': true,
      '/article/x-MTAxMw': false,
      // Of a fraud, of violence at home, and of a crop.
      '/video/x-NTIy': true,
      '/video/x-NTQ0': true,
      '/video/x-NTAz': false,
      '/check': true,
      '/search?q=gharelu+hinsa': true,
      '/search?q=qwzzyx+blorft': true,
      '/search?q=pension': false,
    };
    const found = await Promise.all(Object.keys(paths).map(async (path) => [path, await help(path)] as const));
    expect(Object.fromEntries(found)).toEqual(paths);
    const css = readFileSync(new URL('../../ui/overrides.css', import.meta.url), 'utf8');
    expect(css).toMatch(/body:has\(\[data-help\]\) > \.consent\s*[,{][^}]*position: static;/);
  });
});

describe('an article about a scheme', () => {
  test('says who may get it, what, which papers, how and where to apply, what it costs and when it was checked', async () => {
    const { body } = await get('/article/x-MTAxMw').then(({ headers }) => get(String(headers.location)));
    for (const part of [
      'Am I eligible?',
      'Age from 18 to 40',
      'What do I get?',
      'Which papers do I need?',
      'Aadhaar card',
      'How do I apply?',
      'pfrda.org.in',
      'Do not pay more',
      'Last checked</dt><dd>Sample, not reviewed<small>Its sources were read on',
      'href="/find-schemes?scheme=1013"',
      '/contact?about=%2Farticle%2F',
    ])
      expect(body).toContain(part);
    expect(body).toContain('data-scheme="1013"');
    expect(body).toContain('Also check before you apply');
    expect(body).toContain('You have never paid income tax');
  });

  test('says of which scheme the fee is where the text compares two', async () => {
    const { body } = await get('/article/x-MTAzOA').then(({ headers }) => get(String(headers.location)));
    expect(body).toContain('The fee for ‘PMSBY: accident cover’ is ₹20.');
    expect(body).toContain('The life cover PMJJBY costs ₹436 besides');
    expect(body).toMatch(/href="[^"]*"[^>]*>Check the life cover PMJJBY</);
  });

  test('has the scheme summary and the save button, which others lack', async () => {
    const { body } = await get('/article/x-MTAxNw').then(({ headers }) => get(String(headers.location)));
    expect(body).not.toContain('The scheme in short');
    expect((await get('/category/schemes-MjUy')).body).toContain('data-act="save"');
  });
});

describe('/find-schemes without script', () => {
  test('results stand in groups by what they give, those worth most first, and can be sent on', async () => {
    const { body } = await post('/find-schemes', [
      ['q.age', '72'],
      ['q.taxpayers', '-'],
      ['q.gender', 'female'],
      ['q.hasBankAccount', 'true'],
      ['q.landHectares', '1'],
      ['q.occupation', 'farmer'],
      ['asked', 'gender'],
      ['go', 'next'],
    ]);
    const headings = [...body.matchAll(/<h3>These may fit: ([^<(]+)/g)].map((match) => match[1]!.trim());
    expect(headings.length).toBeGreaterThan(1);
    expect(new Set(headings).size).toBe(headings.length);
    // The message names them in the order of the page.
    const message = decodeURIComponent(/wa\.me\/\?text=(These%20schemes%20may%20fit[^"]+)/.exec(body)![1]!);
    const sent = [...message.matchAll(/^- (.+)$/gm)].map((match) => match[1]!);
    const cards = body.slice(body.indexOf('These may fit: '), body.indexOf('These need more answers'));
    const shown = [...cards.matchAll(/<h3>(<span.+?)<\/h3>/g)].map((match) => match[1]!.replace(/<[^>]*>/g, ''));
    expect(sent.length).toBeGreaterThan(3);
    expect(sent).toEqual(shown);
    expect(message).toContain('Also check the page of each scheme before you apply');
    expect(body).toContain('data-act="print"');
  });

  test('asks the most telling question, carries answers, and tells what may fit and why not', async () => {
    const first = await get('/find-schemes');
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-store']);
    // The question to skip is the one that follows these two answers: skipping a question drops its answer.
    const answered = [
      ['q.age', '72'],
      ['q.taxpayers', '-'],
    ] as [string, string][];
    const second = await post('/find-schemes', [...answered, ['asked', askedIn(first.body)!], ['go', 'next']]);
    const asked = askedIn(second.body)!;
    const { body } = await post('/find-schemes', [...answered, ['asked', asked], ['go', 'skip']]);
    expect(body).toContain(`name="skip" value="${asked}"`);
    const again = await post('/find-schemes', [...answered, ['skip', asked], ['go', 'skipped']]);
    expect(askedIn(again.body)).toBe(asked);
    expect(body).toContain('name="q.age" value="72"');
    expect(body).toContain('name="q.taxpayers" value="-"');
    expect(body).toMatch(/\d+ may fit, \d+ needs? more answers?, \d+ do(?:es)? not fit/);
    expect(body).toContain('May be eligible');
    expect(body).toContain('Age: 72 years.');
    expect(body).toMatch(/Also check:[\s\S]*Your State takes part: ask at 14555\./);
    expect(askedIn(body)).not.toBe(asked);
  });

  test('says what is wrong with an answer and keeps what was typed', async () => {
    const answer = await post('/find-schemes', [
      ['asked', 'age'],
      ['q.age', '-5'],
      ['q.area', 'rural'],
      ['go', 'next'],
    ]);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Write a whole number from 0 to 120.');
    expect(answer.body).toContain('value="-5"');
    expect(answer.body).toContain('name="q.area" value="rural"');
    expect(
      (
        await post('/find-schemes', [
          ['asked', 'age'],
          ['go', 'next'],
        ])
      ).body,
    ).toContain('Give an answer, or skip the question.');
  });

  test('asks again for what somebody wants to change', async () => {
    const { body } = await post('/find-schemes', [
      ['q.age', '30'],
      ['go', 'ask.age'],
    ]);
    expect(askedIn(body)).toBe('age');
    expect(body).toContain('How old are you?');
  });

  test('checks one scheme when somebody comes from its page', async () => {
    const first = await get('/find-schemes?scheme=1013');
    expect(['age', 'hasBankAccount', 'taxpayers']).toContain(askedIn(first.body));
    expect(first.body).toContain('Atal Pension Yojana');
    expect(
      (
        await post('/find-schemes?scheme=1013', [
          ['asked', 'age'],
          ['q.age', '46'],
          ['go', 'next'],
        ])
      ).body,
    ).toContain('Not eligible');
    expect((await get('/find-schemes?scheme=99999')).statusCode).toBe(200);
  });

  test('a retired official, a pensioner and a professional are not told that PM-KISAN may fit; grown children do not count', async () => {
    const owner: [string, string][] = [
      ['q.occupation', 'retired'],
      ['q.landHectares', '1.2'],
      ['q.governmentJob', 'grown_child'],
      ['q.taxpayers', 'household_member'],
    ];
    const ask = async (more: [string, string][]) =>
      (await post('/find-schemes?scheme=1001', [...owner, ...more, ['asked', 'age'], ['go', 'skip']])).body;
    const verdict = (html: string) => /class="box fit (\w+)"/.exec(html)?.[1];
    expect(verdict(await ask([]))).toBe('warn');
    const fits = await ask([
      ['q.familyRoles', '-'],
      ['q.monthlyPension', '9999'],
    ]);
    expect(verdict(fits)).toBe('good');
    expect(fits).toContain('‘Family’ here: husband, wife and children below 18.');
    expect(verdict(await ask([['q.familyRoles', 'retired_government']]))).toBe('no');
    expect(verdict(await ask([['q.monthlyPension', '10000']]))).toBe('no');
    expect(verdict(await ask([['q.taxpayers', 'family_member']]))).toBe('no');
  });

  test('asks for somebody else without an account; land in acres, at most seven choices in sight; the verdict comes first', async () => {
    const page = await get('/find-schemes?scheme=1013&for=parent');
    expect(page.body).toContain('Who is it for?');
    expect(page.body).toContain('href="/find-schemes?scheme=1013&amp;for=child"');
    expect(page.body).toMatch(
      /href="\/find-schemes\?scheme=1013&amp;for=parent"[^>]*aria-current="true"|aria-current="true"[^>]*for=parent/,
    );
    expect(page.body).toContain('For: my mother or father');
    expect(page.body).toContain('The questions are about that person.');
    expect(page.body).toMatch(/class="asked"[^>]*>(?:(?!<\/h2>).)*\b(?:they|their)\b/);
    const land = await post('/find-schemes?scheme=1001', [
      ['q.landHectares', '2.5'],
      ['q.landHectares', 'acre'],
      ['asked', 'landHectares'],
      ['go', 'next'],
    ]);
    expect(land.body).toContain('name="q.landHectares" value="1.0117"');
    const asked = await post('/find-schemes', [['go', 'ask.landHectares']]);
    expect(asked.body).toMatch(/<option[^>]*value="bigha_gujarat"[^>]*>bigha \(Gujarat\)/);
    const work = (await post('/find-schemes', [['go', 'ask.occupation']])).body;
    const [sight, more] = work.slice(work.indexOf('<fieldset')).split('<details class="more-picks"');
    expect(sight!.match(/name="q\.occupation"/g)).toHaveLength(7);
    expect(sight).toContain('value="-"');
    expect(more!.split('</fieldset>')[0]!.match(/name="q\.occupation"/g)).toHaveLength(10);
    const decided = (
      await post('/find-schemes?scheme=1013', [
        ['q.age', '46'],
        ['go', 'results'],
      ])
    ).body;
    expect(decided.indexOf('class="box fit')).toBeLessThan(decided.indexOf('class="box ask-box'));
  });

  test('another site cannot send the form', async () => {
    expect((await post('/find-schemes', [['go', 'next']], { origin: 'https://evil.example' })).statusCode).toBe(403);
  });

  test.skipIf(!corpora)('hostile text is no answer and never an error of ours', async () => {
    for (const text of [...spread(naughtyStrings(), 25), ...spread(crossSiteScripts(), 15)]) {
      const answer = await post(`/find-schemes?scheme=${encodeURIComponent(text.toWellFormed())}`, [
        ['asked', 'district'],
        ['q.district', text],
        ['q.age', text],
        ['go', text],
        ['skip', text],
      ]);
      expect(answer.statusCode, text).toBeLessThan(500);
      expect(text.includes('<script') && answer.body.includes(text), text).toBe(false);
    }
  });
});

describe('/cart without script', () => {
  test('makes one list of papers for the schemes ticked, for one visit', async () => {
    const empty = await get('/cart');
    expect(empty.body).toContain('Papers for several schemes at once');
    const { statusCode, body } = await post('/cart', [
      ['scheme', '1013'],
      ['scheme', '1001'],
      ['scheme', 'x'],
      ['scheme', '2147483648'],
      ['scheme', '1013'],
    ]);
    expect(statusCode).toBe(200);
    expect(body).toContain('Papers for both');
    expect(body.match(/<span[^>]*>Aadhaar card<\/span>/g)).toHaveLength(1);
    expect(body).toContain('https://wa.me/?text=');
    expect(body).toContain('Also check: You have never paid income tax');
  });

  test('sends the address of the list in the language of its reader', async () => {
    const sent = async (path: string) =>
      decodeURIComponent(
        /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec((await post(path, [['scheme', '1013']])).body)![1]!,
      );
    expect(await sent('/hi/cart')).toContain(`${origin}/hi/cart`);
    expect(await sent('/cart')).toContain(`${origin}/cart`);
  });

  test('without a tick it says so', async () => {
    const answer = await post('/cart', []);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Tick at least one scheme.');
  });
});
