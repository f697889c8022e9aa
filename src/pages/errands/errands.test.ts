import { describe, expect, it } from 'vitest';
import { referrals, tickets } from '../../database/schema.ts';
import { tooMany } from '../../platform/wire/errors.ts';
import type { Limit } from '../../platform/guard/limits.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora, crossSiteScripts, naughtyStrings, spread } from '../../testing/corpora.ts';
import { signIn } from '../../testing/sign-in.ts';

const test = openTestApp({
  content: 'demo',
  limits: { contact: (key) => limit(key), referrals: (key) => limit(key) },
});
let limit: Limit = async () => {};

const get = (url: string) => test.send('GET', url, undefined, { 'accept-encoding': 'identity' });
const send = (url: string, form: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  test.send('POST', url, new URLSearchParams(form), {
    'accept-encoding': 'identity',
    origin: 'http://localhost:3000',
    host: 'localhost:3000',
    ...headers,
  });
const letter = {
  name: 'Asha',
  email: 'asha@example.in',
  phoneNo: '',
  subject: 'Hello',
  message: 'Which papers do I need?',
  website: '',
};

describe('/contact', () => {
  it('is the same public page for everybody who reads it', async () => {
    const page = await get('/contact');
    expect(page.headers['cache-control']).toContain('public');
    expect([page.headers['set-cookie'], page.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    expect((await get('/contact?utm_source=x')).body).toBe(page.body);
    expect((await get('/contact/')).headers.location).toBe('/contact');
  });

  it('stores what is sent and goes on to its number; a reload sends nothing again', async () => {
    const answer = await send('/contact', letter);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([303, 'private, no-store']);
    expect(answer.headers.location).toMatch(/^\/contact\?sent=\d+$/);
    expect((await get(answer.headers.location!)).body).toContain('Your message is with us');
  });

  it('of a robot says the same and stores nothing', async () => {
    const before = await test.db.$count(tickets);
    expect((await send('/contact', { ...letter, website: 'x' })).headers.location).toBe('/contact?sent=yes');
    expect(await test.db.$count(tickets)).toBe(before);
  });

  it('keeps what was typed where it was refused: 400 for mistakes, 429 with the wait', async () => {
    const wrong = await send('/contact', { ...letter, email: 'nobody', message: 'x"><b>y' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('value="nobody"');
    expect(wrong.body).toContain('&lt;b&gt;y');
    limit = async () => {
      throw tooMany(1_800);
    };
    const refused = await send('/contact', { ...letter, subject: 'Once more' });
    limit = async () => {};
    expect(refused.statusCode).toBe(429);
    expect(refused.body).toContain('value="Once more"');
    expect(refused.body).toContain('30 minutes');
  });

  it("takes nothing from another site, and no line breaks into a mail's head", async () => {
    expect((await send('/contact', letter, { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await send('/contact', { ...letter, name: 'a\r\nBcc: all@example.in' })).statusCode).toBe(400);
  });

  it('takes the page that it is about from the address, and no other text', async () => {
    // As an article's own link asks.
    const article = (await get('/article/x-MTAyNA')).headers.location as string;
    const [, asked] = /href="(\/contact\?about=[^"]+)"[^>]*>Tell us about a mistake/.exec((await get(article)).body)!;
    expect((await get(asked!)).body).toContain(`value="About the page ${article}"`);
    // One page for each piece, whatever its address is written like.
    const id = article.slice(article.lastIndexOf('-') + 1);
    const other = await get(`/contact?about=/article/call-9876543210-${id}`);
    expect([other.statusCode, other.headers.location]).toEqual([302, asked]);
    expect(other.headers['cache-control']).not.toContain('public');
    for (const about of ['//evil.example', 'https://evil.example', '/\\evil', '/a b', '/about', '/article/x-OTk5OTk5'])
      for (const prefix of ['', '/hi']) {
        const answer = await get(`${prefix}/contact?about=${encodeURIComponent(about)}`);
        expect([answer.statusCode, answer.headers.location]).toEqual([302, `${prefix}/contact`]);
      }
  });

  it('has a page for a number that there is, and for no other', async () => {
    const { headers } = await send('/contact', { ...letter, subject: 'Is there a number?' });
    expect((await get(headers.location as string)).body).toMatch(/Its number is (<!-- -->)?\d+/);
    for (const number of ['999999999', '99999999999', '0', 'x', '1e3'])
      expect((await get(`/contact?sent=${number}`)).headers.location).toBe('/contact');
    expect((await get(`/contact?sent=yes&about=/about`)).headers.location).toBe('/contact?sent=yes');
  });

  it.runIf(corpora)('shows whatever was typed as text', async () => {
    for (const text of [...spread(crossSiteScripts(), 40), ...spread(naughtyStrings(), 40)]) {
      const answer = await send('/contact', { ...letter, name: text.toWellFormed(), message: 'short' });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).not.toContain('<script>alert');
      expect(answer.body).not.toContain('<img src=x');
    }
  });
});

describe('/grievance', () => {
  it('is the same public page for everybody who reads it, with its form', async () => {
    const page = await get('/grievance');
    expect(page.headers['cache-control']).toContain('public');
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.body).toContain('Send the complaint');
  });

  it('answers a complaint with its number, for its sender alone', async () => {
    const answer = await send('/grievance', {
      name: 'Asha',
      email: 'asha@example.in',
      phoneNo: '',
      category: 'WRONG',
      entityAddress: '',
      text: 'The date is wrong.',
      website: '',
    });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(answer.body).toMatch(/Its number is (<!-- -->)?\d+/);
    expect((await get('/grievance')).body).not.toContain('Its number is');
  });

  it('keeps what was typed where something is missing', async () => {
    const answer = await send('/grievance', {
      name: 'Asha',
      email: '',
      phoneNo: '',
      category: 'WRONG',
      entityAddress: '',
      text: 'The date is wrong.',
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('so that we can answer');
    expect(answer.body).toContain('The date is wrong.');
  });
});

describe('/refer', () => {
  const form = {
    at: '5',
    'q.birthDate': '1995-06-01',
    'q.occupation': 'street_vendor',
    'q.monthlyEarnings': '9,000',
    'q.hasProvidentFund': 'no',
    'q.taxpayers': '-',
  };

  it('has one address; others lead there, and what is none is not found', async () => {
    expect((await get('/refer/Mg')).statusCode).toBe(200);
    for (const path of ['/refer/2', '/refer/Mg==', '/refer/workers-pension'])
      expect([(await get(path)).statusCode, (await get(path)).headers.location]).toEqual([301, '/refer/Mg']);
    for (const path of ['/refer/999', '/refer/OTk5', '/refer/nothing', '/refer/%00'])
      expect((await get(path)).statusCode, path).toBe(404);
  });

  it('says the result in words, and keeps nothing without a yes', async () => {
    const answer = await send('/refer/Mg', { ...form, go: 'to.9' });
    expect(answer.statusCode).toBe(200);
    const result = await send('/refer/Mg', form);
    expect(result.body).toContain('You may be eligible');
    expect(result.body).toMatch(
      /Also check:[\s\S]*Your work brings no pension: no EPF, ESI or government-funded NPS\./,
    );
    const refused = await send('/refer/Mg', { ...form, 'q.hasProvidentFund': 'yes' });
    expect(refused.body).not.toContain('Also check:');
    expect((await send('/refer/Mg', { ...form, go: 'keep', name: 'Asha', mobile: '9876543210' })).statusCode).toBe(400);
    expect(await test.db.$count(referrals)).toBe(0);
  });

  it('does not ask a signed-in person again for the name and the proven number', async () => {
    const person = await signIn(test, { phone: '9765432101' });
    await test.send('PATCH', '/api/user', { firstName: 'Asha', lastName: 'Devi' }, person.headers);
    const result = await send('/refer/Mg', form, { cookie: person.cookies });
    expect(result.body).toMatch(/<input[^>]*name="name"[^>]*value="Asha Devi"/);
    expect(result.body).toMatch(/<input[^>]*name="mobile"[^>]*value="9765432101"/);
    expect((await send('/refer/Mg', form)).body).not.toContain('9765432101');
  });

  it('keeps the answers once with a yes, and never shows a number', async () => {
    const kept = await send('/refer/Mg', { ...form, go: 'keep', name: 'Asha', mobile: '98765 43210', consent: 'yes' });
    expect(kept.statusCode).toBe(200);
    expect(kept.body).toContain('Your answers are kept');
    await send('/refer/Mg', { ...form, go: 'keep', name: 'Asha', mobile: '9876543210', consent: 'yes' });
    expect(await test.db.select().from(referrals)).toMatchObject([
      { mobile: '+919876543210', eligible: true, answers: { monthlyEarnings: 9_000, taxpayers: [] } },
    ]);
  });

  it('takes numbers in the digits of Hindi, as everywhere', async () => {
    const { statusCode, body } = await send('/refer/Mg', { ...form, at: '2', 'q.monthlyEarnings': '९,०००' });
    expect(statusCode).toBe(200);
    expect(body).toContain('Question 4 of 5');
  });

  it('knows a sender by their visit, on the page as in the API: another browser of the same house is somebody else', async () => {
    const sent = async (ctaId: number, mobile: string, visit: string) => {
      await test.send(
        'POST',
        '/api/referral/data',
        { ctaId, mobile, name: 'Asha', consent: true, answers: {} },
        { cookie: `jrk_session_id=${visit}`, 'user-agent': 'one' },
      );
    };
    await send(
      '/refer/Mg',
      { ...form, go: 'keep', name: 'Asha', mobile: '9876500001', consent: 'yes' },
      { cookie: 'jrk_session_id=first', 'user-agent': 'one' },
    );
    await sent(2, '9876500002', 'first');
    await sent(2, '9876500003', 'second');
    const rows = await test.db.select().from(referrals);
    const senderOf = (mobile: string) => rows.find((row) => row.mobile === mobile)!.sentBy;
    expect(senderOf('+919876500002')).toBe(senderOf('+919876500001'));
    expect(senderOf('+919876500003')).not.toBe(senderOf('+919876500001'));
  });

  it('past the share of a day is 429, and the result stays', async () => {
    limit = async () => {
      throw tooMany(60);
    };
    const refused = await send('/refer/Mg', {
      ...form,
      go: 'keep',
      name: 'Asha',
      mobile: '9876543211',
      consent: 'yes',
    });
    limit = async () => {};
    expect(refused.statusCode).toBe(429);
    expect(refused.body).toContain('You may be eligible');
  });

  it('survives any step and any answer', async () => {
    for (const at of ['-1', '99', 'x', '1e9', ''])
      expect((await send('/refer/Mg', { ...form, at })).statusCode).toBeLessThan(500);
    for (const go of ['to.99', 'to.-1', '__proto__', 'constructor', 'skip', 'back', 'keep'])
      expect((await send('/refer/Mg', { ...form, go })).statusCode).toBeLessThan(500);
    expect(
      (
        await send('/refer/Mg', [
          ['at', '1'],
          ...Array.from({ length: 60 }, (): [string, string] => ['q.occupation', 'farmer']),
          ['q.__proto__', 'x'],
        ])
      ).statusCode,
    ).toBe(200);
    expect((await send('/refer/Mg', { at: '1', 'q.occupation': 'king' })).statusCode).toBe(400);
  });
});
