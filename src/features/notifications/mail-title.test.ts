import { expect, it, test } from 'vitest';
import { digestMail } from '../../messages/digest-mail.ts';
import { mailTitle } from './mail-title.ts';

it.each([
  'Call 1800.123.4567 for refund',
  '987–654–3210',
  '(98)(76)54(32)10',
  '+91.98.76.54.32.10',
  '9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣',
  '9\u200b8\u20607\u200b6\u200b5\u200b4\u200b3210',
  '987,654,3210',
  'see evil.\u200bcom',
  'evil。com',
  'evil.com',
  'me@evil',
  'http://evil',
])('a stranger’s title with %s is not shown', (title) => {
  expect(mailTitle(title)).toEqual({ text: digestMail.hidden, isHidden: true });
});

test('titles with amounts, ages and short numbers are', () => {
  for (const title of [
    '₹12,00,000 rebate for whom?',
    'Pension of ₹1,100 from 60',
    'What is 1930?',
    'SC/ST form: which papers?',
    'राशन कार्ड में नाम',
  ])
    expect(mailTitle(title)).toEqual({ text: title, isHidden: false });
});
