import { describe, expect, it } from 'vitest';
import { judgePost, maskPhones } from './find-pushed.ts';

const keys = (text: string) => judgePost('COMMENT', text).contacts.map(({ kind, key }) => `${kind} ${key}`);
const isPushed = (text: string, type: 'QUESTION' | 'COMMENT' = 'COMMENT') => judgePost(type, text).pushed.length > 0;

describe('what readers are to call, pay or open', () => {
  it.each([
    ['Call +91 60000 12345 now', 'phone 6000012345'],
    ['Call 6 0 0 0 0 1 2 3 4 5 now', 'phone 6000012345'],
    ['कॉल करें ६०००० १२३४५', 'phone 6000012345'],
    ['Toll free 1800-222-3333', 'phone 18002223333'],
    ['Toll free 1860-222-3333', 'phone 18602223333'],
    ['Toll free 1800-22-3333', 'phone 1800223333'],
    ['60000/12345', 'phone 6000012345'],
    ['60000,12345', 'phone 6000012345'],
    ['60 00 01 23 45', 'phone 6000012345'],
    ['6000 012 345', 'phone 6000012345'],
    ['6\u200b0\u200b0\u200b0\u200b0 1\u20e32\ufe0f\u20e33\u20e34\u20e35\u20e3', 'phone 6000012345'],
    ['PhonePe complaint number 6000012345', 'phone 6000012345'],
    ['Pay x@ybl', 'upi x@ybl'],
    ['a.b@rediffmail.com', 'mail ab@rediffmail.com'],
    ['asha@zoho.in', 'mail asha@zoho.in'],
    ['asha@icloud.com', 'mail asha@icloud.com'],
    ['Pay asha.rao@okaxis', 'upi asha.rao@okaxis'],
    ['Write to asha.rao7@gmail.com', 'mail asha.rao7@gmail.com'],
    ['Join t.me/sureprofit', 'chat t.me/sureprofit'],
    ['See https://bit.ly/Ab12', 'shortened bit.ly/ab12'],
    ['See http://zqforms.xyz/apply/', 'link zqforms.xyz/apply'],
  ])('%s', (text, key) => expect(keys(text)).toContain(key));

  it.each([
    'Call 1930 or 112 at once.',
    'It is on https://uidai.gov.in/ for free.',
    'The fee is ₹9,000,000,000 and 0.7071067811 of it.',
    'Aadhaar 2345 6789 0124 was rejected',
    'Incomes of 60,000-80,000 or 60000 - 75000, and Rs 9876543210.',
    'My application no. 9876543210, complaint no: 9876543210, order number 9876543210.',
  ])('is not %s', (text) => expect(keys(text).filter((key) => !key.startsWith('link'))).toEqual([]));
});

describe('a new member pushes', () => {
  it.each([
    'PhonePe customer care number 6000012345 refund in 5 minutes',
    'बिजली बिल की शिकायत के लिए 6000012345 पर कॉल करें',
    'paisa wapas chahiye to 6000012345 pe baat karo',
    'Gau seva ke liye daan asha77@ybl',
    'Apply for the scheme at http://zqforms.xyz/apply',
    'இலவச கடன் வேண்டுமா, 6000012345 அழைக்கவும்',
    // What pads it are signs, gaps and what nobody sees.
    `Loan today, call 6000012345 ${'. '.repeat(600)}${'\n'.repeat(600)}${'\u200b'.repeat(600)}`,
    // In an answer nothing is asked.
    'I got a call from 6000012345. Is it real?',
  ])('%s', (text) => expect(isPushed(text)).toBe(true));

  it.each([
    'Want a real loan fast? Call 6000012345',
    'Scammed? Recovery expert got my money back, WhatsApp 6000012345',
    'Is it genuine? Yes, see http://zqforms.xyz/apply for the form',
    // Asked about or not, nothing masks these.
    'Somebody sent me wa.me/916000012345 for a loan. Is it real?',
    'I got a request from asha77@ybl, is it a fraud?',
    'I got a letter from sbi.help7@gmail.com, is it genuine?',
  ])('in a question: %s', (text) => expect(isPushed(text, 'QUESTION')).toBe(true));

  it.each([
    'I got a call from 6000012345, he said he is from SBI. What do I do?',
    'क्या 6000012345 असली बैंक का नंबर है?',
    'Is this fake: http://zqforms.xyz/apply?',
    '6000012345 called me for KYC',
    'Mujhe 6000012345 se call aaya, paise kat gaye',
    'Beware of 6000012345, he took 5,000 rupees for a loan',
    '6000012345 से फोन आया और पैसे कट गए',
    '6000012345 ने ओटीपी पूछा और पैसे ले लिए',
    '6000012345 இலிருந்து அழைப்பு வந்தது',
    '6000012345 போலி எண்ணா?',
    'The rule is explained at https://indiacode.nic.in/ and in https://en.wikipedia.org/wiki/Ration_card.',
    `Write to the block office. ${'They want the old card and a photograph. '.repeat(12)} Their clerk has 6000012345.`,
  ])('nothing with: %s', (text) => expect(isPushed(text, 'QUESTION')).toBe(false));
});

it('reads the longest post without delay, whatever it repeats', () => {
  for (const part of ['fake ', 'ठग ', 'a.co ', '9 ', 'telegram ', 'complaint no ']) {
    const text = part.repeat(10_000 / part.length);
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      judgePost('QUESTION', text);
      return performance.now() - begun;
    });
    // 16 ms at most where nothing else runs.
    expect(Math.min(...times), part).toBeLessThan(100);
  }
});

it.each([
  ['Is 60000 12345 a fraud?', 'Is XXXXX X2345 a fraud?'],
  ['Call +91-6000012345 or 1930.', 'Call +XX-XXXXXX2345 or 1930.'],
  ['6.0.0.0.0.1.2.3.4.5 and 6000054321', 'X.X.X.X.X.X.2.3.4.5 and XXXXXX4321'],
  ['कॉल करें ६०००० १२३४५', 'कॉल करें XXXXX X२३४५'],
  ['6\u20e30\u20e30\u20e30\u20e30\u20e31\u20e32\u20e33\u20e34\u20e35\u20e3', 'XXXXXX2345'],
  ['Toll free 1800-222-3333', 'Toll free XXXX-XXX-3333'],
  ['Nothing here: \u20e3 ₹9,000,000,000, 1930, https://a.example/6000012345', null],
])('masks the numbers of %s', (text, masked) => expect(maskPhones(text)).toBe(masked ?? text));
