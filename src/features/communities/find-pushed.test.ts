import { describe, expect, it } from 'vitest';
import { findContacts, findPushed } from './find-pushed.ts';

const keys = (text: string) => findContacts(text).map(({ kind, key }) => `${kind} ${key}`);
const isPushed = (text: string) => findPushed(text).length > 0;

describe('what readers are to call, pay or open', () => {
  it.each([
    ['Call +91 60000 12345 now', 'phone 6000012345'],
    ['Call 6 0 0 0 0 1 2 3 4 5 now', 'phone 6000012345'],
    ['कॉल करें ६०००० १२३४५', 'phone 6000012345'],
    ['Toll free 1800-222-3333', 'phone 18002223333'],
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
  ])('is not %s', (text) => expect(keys(text).filter((key) => !key.startsWith('link'))).toEqual([]));
});

describe('a new member pushes', () => {
  it.each([
    'PhonePe customer care number 6000012345 refund in 5 minutes',
    'बिजली बिल की शिकायत के लिए 6000012345 पर कॉल करें',
    'paisa wapas chahiye to 6000012345 pe baat karo',
    'Gau seva ke liye daan asha77@ybl',
    'Apply for the scheme at http://zqforms.xyz/apply',
  ])('%s', (text) => expect(isPushed(text)).toBe(true));

  it.each([
    'I got a call from 6000012345, he said he is from SBI. What do I do?',
    'क्या 6000012345 असली बैंक का नंबर है?',
    'Is this fake: http://zqforms.xyz/apply?',
    'The rule is explained at https://indiacode.nic.in/ and in https://en.wikipedia.org/wiki/Ration_card.',
    `Write to the block office. ${'They want the old card and a photograph. '.repeat(12)} Their clerk has 6000012345.`,
  ])('nothing with: %s', (text) => expect(isPushed(text)).toBe(false));
});
