import { like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { tickets } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { listMatches } from './count-matches.server.ts';
import type { CheckedMessage } from './message-check.contract.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { defaultLimits } from '../../platform/guard/limits.server.ts';

const test = openTestApp({ content: 'demo', log: (line) => void lines.push(line) });
const lines: string[] = [];

const check = async (payload: unknown) => {
  const answer = await test.send('POST', '/api/check/message', payload as object);
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<{ data: CheckedMessage }>() };
};
const form = (fields: Record<string, string>, url = '/check') => test.send('POST', url, new URLSearchParams(fields));
const scam =
  'Dear consumer your electricity power will be disconnected tonight at 10.10 pm from electricity office because your previous month bill was not updated. Please immediately contact our electricity officer 98765 00011.';

const inHindi = 'आज रात बिजली कट जाएगी';
const hindiAdvice = 'उस नंबर पर फ़ोन न करें और कोई ऐप न डालें।';
const englishAdvice = 'Do not call the number and install no app.';

describe('checking a message', () => {
  it('tells a known scam, with the piece that explains it, the signs in their places, and whom to call', async () => {
    const { status, headers, body } = await check({ text: scam, sender: 'VM-HDFCBK-S' });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body.data).toMatchObject({
      outcome: 'known_scam',
      sender: { header: 'HDFCBK', owner: 'HDFC BANK LIMITED' },
      helplines: expect.arrayContaining([{ name: expect.any(String), number: '1930' }]),
    });
    expect(body.data.matches[0]).toMatchObject({
      id: 'electricity-cut-tonight',
      canonicalUrl: expect.stringMatching(/^\/article\//),
    });
    for (const { start, end, quote } of body.data.signs) expect(scam.slice(start, end)).toBe(quote);
  });

  it('adds what helps against this scam, in the language that is asked for', async () => {
    const { body } = await check({ text: scam });
    expect(body.data.advice.indexOf(englishAdvice)).toBeGreaterThan(0);
    const answer = await test.send('POST', '/api/check/message?lang=hi', { text: scam });
    const { data } = answer.json<{ data: CheckedMessage }>();
    expect(data.matches[0]).toMatchObject({ title: inHindi, canonicalUrl: expect.stringMatching(/^\/hi\/article\//) });
    expect(data.advice).toContain(hindiAdvice);
    expect(Object.keys(data).sort()).toEqual(Object.keys(body.data).sort());
    expect(Object.keys(data.matches[0]!).sort()).toEqual(['canonicalUrl', 'id', 'score', 'title']);
    const others = await check({ text: 'Tell me the OTP that came on your phone' });
    expect(others.body.data.advice).not.toContain(englishAdvice);
  });

  it('judges a link by its host, and knows whose it is', async () => {
    const signsOf = async (text: string) => (await check({ text })).body.data.signs.map(({ id, quote }) => [id, quote]);
    expect(
      await signsOf('A complaint against a bank is free: https://cms.rbi.org.in/new, or https://sbi.co.in'),
    ).toEqual([]);
    for (const link of ['https://аmazon.in/sale', 'https://uidai.gov.in@card-desk.top/pay', 'http://198.51.100.7/pay'])
      expect(await signsOf(`See ${link} please`)).toContainEqual(['lookalike_link', link]);
  });

  it('shows the scam’s own advice below what to do, in the page’s language', async () => {
    const own = (body: string) => {
      const verdict = body.slice(body.indexOf('data-outcome'), body.indexOf('data-tell'));
      return verdict.replaceAll(/<!-- -->/g, '');
    };
    const english = own((await form({ text: scam })).body);
    expect(english.indexOf(englishAdvice)).toBeGreaterThan(english.indexOf('What to do'));
    const hindi = own((await form({ text: scam }, '/hi/check')).body);
    expect(hindi.indexOf(hindiAdvice)).toBeGreaterThan(hindi.indexOf('अब क्या करें'));
    expect(hindi).not.toContain(englishAdvice);
    expect(hindi).toContain(`>${inHindi}</a>`);
  });

  it('never says that a message is safe', async () => {
    const { body } = await check({ text: 'See you at seven.' });
    expect(body.data).toMatchObject({ outcome: 'nothing_found', signs: [], matches: [], sender: null });
    expect(body.data.advice.length).toBeGreaterThan(0);
  });

  it('refuses what is no message, and says which part', async () => {
    for (const payload of [{}, { text: '' }, { text: 'a'.repeat(5_001) }, { text: 'a', more: 1 }, { text: 'a\u0000' }])
      expect((await check(payload)).status).toBe(400);
  });

  it('works by a form without script, keeps what was typed where it is refused, and is not kept itself', async () => {
    const answer = await form({ text: `${scam} <b>&`, sender: '' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(answer.body).toContain('data-outcome="known_scam"');
    expect(answer.body).toContain('href="tel:1930"');
    expect(answer.body).toContain('&lt;b&gt;&amp;');
    const empty = await form({ text: '', sender: 'VM-ABCDEF' });
    expect(empty.statusCode).toBe(400);
    expect(empty.body).toContain('value="VM-ABCDEF"');
  });

  it('takes what the phone shares: a title, a text and a link', async () => {
    const answer = await form({
      title: 'Bill',
      text: 'Install this app today',
      url: 'http://sbi-kyc-update.top/a.apk',
    });
    expect(answer.body).toContain('data-outcome="signs"');
  });

  it('stores and logs nothing of it', async () => {
    const secret = 'zebra-4711-quokka tell me the OTP';
    await check({ text: secret });
    await form({ text: secret });
    expect(lines.join('\n')).not.toContain('quokka');
    const { rows } = await test.services.connection.pool.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of rows) {
      const { rows: found } = await test.services.connection.pool.query(
        `select 1 from ${name} as one where one::text like '%quokka%' limit 1`,
      );
      expect([name, found.length]).toEqual([name, 0]);
    }
  });

  it('takes what a phone shares as multipart, whatever sent it, where no service worker does', async () => {
    const boundary = 'share';
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const answer = await test.send(
      'POST',
      '/check',
      `${part('title', 'SMS')}${part('text', scam)}--${boundary}--\r\n`,
      { 'content-type': `multipart/form-data; boundary=${boundary}`, origin: 'null' },
    );
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(answer.body).toContain('data-outcome="known_scam"');
    const manifest = (await test.app.inject('/manifest.webmanifest')).json<{ share_target: object }>();
    expect(manifest.share_target).toMatchObject({ action: '/check', method: 'POST', enctype: 'multipart/form-data' });
  });

  it('reads and keeps no picture that a phone shares, and says so; text beside it is judged', async () => {
    const boundary = '----share';
    const part = (name: string, value: string | Buffer, file = '') =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ]);
    const share = (text: string, bytes: number, name = 'picture') =>
      test.send(
        'POST',
        '/check',
        Buffer.concat([
          part('text', text),
          part(name, Buffer.alloc(bytes, 'numbat-picture '), '; filename="a.png"\r\nContent-Type: image/png'),
          Buffer.from(`--${boundary}--\r\n`),
        ]),
        { 'content-type': `multipart/form-data; boundary=${boundary}`, origin: 'null' },
      );
    for (const bytes of [1_000, 63_900, 64 * 1024, 3_000_000, 10 * 1024 * 1024]) {
      const alone = await share('', bytes);
      expect([bytes, alone.statusCode]).toEqual([bytes, 400]);
      expect(alone.body).toContain('neither read nor kept the picture');
      const both = await share(scam, bytes);
      expect([bytes, both.statusCode]).toEqual([bytes, 200]);
      expect(both.body).toContain('data-outcome="known_scam"');
      expect(both.body).toContain('neither read nor kept the picture');
      expect(both.body + lines.join('\n')).not.toContain('numbat');
    }
    expect((await share('', 12 * 1024 * 1024)).statusCode).toBe(413);
    expect((await share('x'.repeat(70_000), 10)).statusCode).toBe(413);
    const other = await test.send('POST', '/check/tell', part('picture', Buffer.alloc(70_000), '; filename="a.png"'), {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    });
    expect(other.statusCode).toBe(413);
    const manifest = (await test.app.inject('/manifest.webmanifest')).json<{ share_target: object }>();
    expect(manifest.share_target).toMatchObject({
      params: { files: [{ name: 'picture', accept: ['image/png', 'image/jpeg', 'image/webp'] }] },
    });
  });

  it('counts matches by scam and day, and takes a count from a device that judged by itself', async () => {
    const counted = async () =>
      (await listMatches(test.db, dayInIndia(new Date()))).reduce((sum, { times }) => sum + times, 0);
    const before = await counted();
    await check({ text: scam });
    const tell = (payload: object) => test.send('POST', '/api/check/matched', payload);
    expect((await tell({ id: 'electricity-cut-tonight' })).json()).toEqual({ data: { counted: true } });
    expect((await tell({ id: 'no-such-scam' })).json()).toEqual({ data: { counted: false } });
    expect((await tell({ id: 'electricity-cut-tonight', text: scam })).statusCode).toBe(400);
    expect(await counted()).toBe(before + 2);
  });

  it('counts at most 20 matches of a scam from one network in a day, and answers the others alike', async () => {
    const timesOf = async () =>
      (await listMatches(test.db, dayInIndia(new Date()))).reduce((sum, { times }) => sum + times, 0);
    const { tallies } = test.services.limits;
    Object.assign(test.services.limits, { tallies: defaultLimits(test.services.connection).tallies });
    const before = await timesOf();
    for (let at = 0; at < 15; at += 1) {
      const payload = { id: 'electricity-cut-tonight' };
      expect((await test.send('POST', '/api/check/matched', payload)).statusCode).toBe(200);
      expect((await check({ text: scam })).status).toBe(200);
      expect((await form({ text: scam })).statusCode).toBe(200);
    }
    expect(await timesOf()).toBe(before + 20);
    // Ids that no scam has push no count out of the bounded counter.
    const keys: string[] = [];
    const noting = async (key: string) => void keys.push(key);
    Object.assign(test.services.limits, { tallies: noting });
    await test.send('POST', '/api/check/matched', { id: 'no-such-scam' });
    expect(keys).toEqual([]);
    Object.assign(test.services.limits, { tallies });
  });

  it('tells the editors of a message only where the reader ticks so, without its numbers and links', async () => {
    const tell = (fields: Record<string, string>) => test.send('POST', '/check/tell', new URLSearchParams(fields));
    const text = 'heron-tick Pay at http://pay.example/a or call 98765 00011';
    const notes = () => test.db.select({ body: tickets.body }).from(tickets).where(like(tickets.body, '%heron-tick%'));
    expect((await tell({ text })).statusCode).toBe(400);
    expect(await notes()).toEqual([]);
    expect((await tell({ text, tell: 'yes' })).statusCode).toBe(200);
    expect(await notes()).toEqual([{ body: 'heron-tick Pay at {link} or call {number}' }]);
    expect(lines.join('\n')).not.toContain('heron');
  });

  it('publishes the known scams as feeds', async () => {
    const json = (await test.app.inject('/scams.json')).json<{ items: { texts: string[]; path: string }[] }>();
    expect(json.items.length).toBeGreaterThan(20);
    expect(json.items.every(({ texts, path }) => texts.length > 0 && path.startsWith('/'))).toBe(true);
    const rss = await test.app.inject('/scams.xml');
    expect(rss.headers['content-type']).toContain('application/rss+xml');
    expect(rss.body.match(/<item>/g)).toHaveLength(json.items.length);
  });

  it('publishes them in each language of the site, with the pieces of that language', async () => {
    type Feed = {
      language: string;
      feed_url: string;
      items: { id: string; title: string; advice: string[]; path: string; language?: string }[];
    };
    const feed = async (url: string) => (await test.app.inject(url)).json<Feed>();
    const [english, hindi] = await Promise.all(['', '/hi'].map((prefix) => feed(`${prefix}/scams.json`)));
    expect([english!.language, hindi!.language]).toEqual(['en-IN', 'hi-IN']);
    expect(hindi!.feed_url).toMatch(/\/hi\/scams\.json$/);
    expect(hindi!.items.find(({ id }) => id === 'electricity-cut-tonight')).toMatchObject({
      title: inHindi,
      advice: expect.arrayContaining([hindiAdvice]),
      path: expect.stringMatching(/^\/hi\/article\//),
    });
    // Every scam of the samples has a Hindi title, advice and text.
    const letters = /[a-z]{4}/i;
    const left = hindi!.items.filter(({ title, advice }) =>
      letters.test([title, ...advice].join().replace(/\S+\.in\b/g, '')),
    );
    expect(left).toEqual([]);
    const rss = await test.app.inject('/hi/scams.xml');
    expect(rss.body).toContain(`<title>${inHindi}</title>`);
    expect(rss.body).toContain('<language>hi-IN</language>');
    const { data } = (await test.app.inject('/api/check/scams?lang=hi')).json<{
      data: { id: string; title: string }[];
    }>();
    expect(data.find(({ id }) => id === 'electricity-cut-tonight')).toMatchObject({ title: inHindi });
  });

  it('stands on Hindi pages in Hindi', async () => {
    const { body: home } = await test.app.inject('/hi');
    const category = /href="(\/hi\/category\/scams-[^"]+)"/.exec(home)![1]!;
    for (const page of [home, (await test.app.inject(category)).body, (await test.app.inject('/hi/check')).body]) {
      const seen = page.slice(page.indexOf('अभी चल रही ठगियाँ'));
      expect(seen.slice(0, seen.indexOf('</ul>'))).not.toMatch(/lang="en"/);
      expect(seen.slice(0, seen.indexOf('</ul>'))).toMatch(/<a href="\/hi\/[^"]+">[^<]*[\u0900-\u097f]/);
    }
  });

  it('is first help on every page about scams, with the scams seen now', async () => {
    const { body: home } = await test.app.inject('/');
    expect(home).toContain('Scams seen now');
    const category = /href="(\/category\/scams-[^"]+)"/.exec(home)![1]!;
    const { body } = await test.app.inject(category);
    expect(body).toContain('Scams seen now');
    const scamPage = (await test.app.inject('/scams.json')).json<{ items: { path: string }[] }>().items[0]!.path;
    for (const page of [body, (await test.app.inject(scamPage)).body])
      expect(page.indexOf('tel:1930')).toBeLessThan(page.indexOf('<h1'));
  });

  it('gives the desk of known scams as data', async () => {
    const { data } = (await test.app.inject('/api/check/scams')).json<{ data: { id: string; texts: string[] }[] }>();
    expect(data.length).toBeGreaterThan(20);
    expect(JSON.stringify(data)).not.toMatch(/(?<!\d)[6-9]\d{9}(?!\d)/);
  });
});
