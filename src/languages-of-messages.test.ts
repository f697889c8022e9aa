import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { users } from './database/schema.ts';
import type { Language } from './messages/catalogue.ts';
import { answerTicket } from './features/support/answer-ticket.server.ts';
import { remindOfLetter } from './features/letters/letter-reminder.server.ts';
import { procedures } from './features/letters/procedures.ts';
import { notifyAccountsJoined, notifyNumberChanged } from './features/users/notify-account-changed.server.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { join } from './testing/join.ts';

// Mails and SMS are in the language that their reader chose, whatever the language of the page that causes them.

const test = openTestApp();

let count = 0;
/** Somebody with a number and an address. */
async function reader(lang: Language | null) {
  count += 1;
  const member = await join(test.services);
  const email = `reader${count}@example.in`;
  await test.db.update(users).set({ lang, email }).where(eq(users.id, member.id));
  return { ...member, email, lang };
}
const sent = async (to: string) =>
  (await test.services.outbox.listForDevelopment())
    .filter((message) => message.to === to)
    .map(({ subject, text }) => `${subject} ${text}`);
const isHindi = (text: string) => /[\u0900-\u097f]{3}/.test(text);
const post = (url: string, body: object, headers: Record<string, string> = {}) => test.send('POST', url, body, headers);

describe('a code', () => {
  it.each<[string, Language | null, string, boolean]>([
    ['of who chose Hindi, asked for in English', 'hi', '', true],
    ['of who chose English, asked for in Hindi', 'en', '?lang=hi', false],
    ['of who chose none, asked for in Hindi', null, '?lang=hi', true],
    ['of who chose none, asked for in English', null, '', false],
  ])('%s', async (_, lang, query, expected) => {
    const { email, phone } = await reader(lang);
    await post(`/api/otp/send/email/${email}${query}`, {}, { 'accept-language': 'ta' });
    await post(`/api/otp/send/phone/${phone.slice(3)}${query}`, {});
    expect([...(await sent(email)), ...(await sent(phone))].map(isHindi)).toEqual([expected, expected]);
  });

  it.each([
    ['/hi/login', true],
    ['/login', false],
  ])('for somebody without an account is in the language of %s', async (page, expected) => {
    count += 1;
    const email = `nobody${count}@example.in`;
    const answer = await test.send('POST', page, new URLSearchParams({ identifier: email, intent: 'send' }), {
      origin: test.services.config.publicOrigin,
      'accept-language': expected ? 'en' : 'hi',
    });
    expect(answer.statusCode).toBeLessThan(400);
    expect((await sent(email)).map(isHindi)).toEqual([expected]);
  });

  it('for a number to be linked is in the language of the account', async () => {
    const { headers } = await reader('hi');
    await post('/api/user/phone/otp/send', { mobile: '9855500001' }, headers);
    expect((await sent('+919855500001')).map(isHindi)).toEqual([true]);
  });

  it('follows a choice that was made just now', async () => {
    const { headers, email } = await reader('en');
    await test.send('PATCH', '/api/user', '{"lang":"hi"}', { ...headers, 'content-type': 'application/json' });
    await post(`/api/otp/send/email/${email}`, {});
    expect((await sent(email)).map(isHindi)).toEqual([true]);
  });
});

describe('who chose Hindi reads in Hindi', () => {
  it('that a number was replaced, and that accounts were joined', async () => {
    const { email, phone } = await reader('hi');
    const before = { phone, email, lang: 'hi' as const };
    await notifyNumberChanged(test.services, test.db, before, '+919855500009');
    await notifyAccountsJoined(test.services, test.db, [before]);
    expect([...(await sent(email)), ...(await sent(phone))].map(isHindi)).toEqual([true, true, true, true]);
  });

  it('the receipt and the answer of a complaint, though page and answer are in English', async () => {
    const { email, headers } = await reader('hi');
    const answer = await post(
      '/api/support/grievance',
      { name: 'Asha', email, category: 'Privacy', text: 'My name is shown.' },
      headers,
    );
    const { ticketId } = answer.json<{ data: { ticketId: number } }>().data;
    await answerTicket(test.services, ticketId, {
      text: 'We have hidden it.',
      close: true,
    });
    const mails = await sent(email);
    expect(mails.map(isHindi)).toEqual([true, true]);
    expect(mails.join()).toContain('We have hidden it.');
  });

  it('the reminder of a letter that was written in English, with a link to the Hindi page', async () => {
    const { id, email } = await reader('hi');
    await remindOfLetter(
      test.services,
      { userId: id, address: '127.0.0.1' },
      {
        procedure: procedures.rti,
        language: 'en',
        dueOn: '2099-12-31',
        next: procedures['rti-first-appeal'],
      },
    );
    const [mail] = await sent(email);
    expect(isHindi(mail ?? '')).toBe(true);
    expect(mail).toContain('/hi/letters/rti-first-appeal');
  });

  it('an invitation to the newsroom', async () => {
    const { email } = await reader('hi');
    const admin = await join(test.services, { roles: ['admin'] });
    const answer = await post('/api/studio/invitations', { email, roles: ['writer'] }, admin.headers);
    expect(answer.statusCode).toBe(201);
    const [mail] = await sent(email);
    expect(isHindi(mail ?? '')).toBe(true);
    expect(mail).toContain('/hi/studio');
  });
});

it('an account without a choice gets its messages in the language of the site', async () => {
  const { email, phone } = await reader(null);
  await notifyNumberChanged(test.services, test.db, { phone, email, lang: null }, '+919855500008');
  expect((await sent(email)).map(isHindi)).toEqual([false]);
});
