import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { periods } from './deadlines.ts';
import { procedures } from './procedures.ts';
import { letterAnswers } from '../../testing/letter-answers.ts';

const article = (key: string) => readFileSync(new URL(`../../../content/articles/${key}.md`, import.meta.url), 'utf8');
/** The figures of the first passage that fits. */
const figuresOf = (key: string, passage: RegExp) => passage.exec(article(key))?.slice(1).map(Number);

// A letter and an article of the demonstration give the same period: a reader counts by one or the other.
describe('periods in letters and in articles', () => {
  const { rtiAnswer, rtiLifeOrLiberty, rtiFirstAppealWithin, rtiFirstAppealDecided, rtiFirstAppealAtMost } = periods;
  it.each([
    ['rti-application', /Within (\d+) days; within (\d+) hours/, [rtiAnswer, rtiLifeOrLiberty]],
    ['rti-kaise-lagayein', /जवाब:\*\* (\d+) दिन में;.*?(\d+) घंटे/, [rtiAnswer, rtiLifeOrLiberty]],
    ['rti-application', /No reply after (\d+) days/, [rtiAnswer]],
    ['rti-kaise-lagayein', /(\d+) दिन में जवाब न आए/, [rtiAnswer]],
    ['rti-application', /\*\*Within (\d+) days\*\* of the reply/, [rtiFirstAppealWithin]],
    ['rti-kaise-lagayein', /\*\*(\d+) दिन के अंदर,\*\*/, [rtiFirstAppealWithin]],
    ['rti-application', /Wait (\d+) days,\*\* at most (\d+)/, [rtiFirstAppealDecided, rtiFirstAppealAtMost]],
    ['rti-kaise-lagayein', /(\d+) दिन रुकें,\*\* ज़्यादा से ज़्यादा (\d+)/, [rtiFirstAppealDecided, rtiFirstAppealAtMost]],
    ['rti-application', /appeal within (\d+) days to the Information Commission/, [periods.rtiSecondAppealWithin]],
    ['rti-kaise-lagayein', /तो (\d+) दिन में सूचना आयोग/, [periods.rtiSecondAppealWithin]],
    ['consumer-complaint', /admission within (\d+) days/, [periods.consumerAdmission]],
    ['upbhokta-shikayat-1915', /आयोग आम तौर पर (\d+) दिन में/, [periods.consumerAdmission]],
    ['upi-wrong-transfer', /has up to (\d+) days/, [periods.bankReply]],
    ['galat-upi-payment', /बैंक या ऐप के पास (\d+) दिन/, [periods.bankReply]],
    ['first-hour-after-fraud', /Wait up to (\d+) days/, [periods.bankReply]],
    ['loan-app-threats', /No help in (\d+) days/, [periods.bankReply]],
    ['unclaimed-deposits-udgam', /Wait (\d+) days/, [periods.bankReply]],
    ['upi-wrong-transfer', /File within (\d+) days of the reply/, [periods.bankOmbudsmanWithin]],
    ['first-hour-after-fraud', /File within (\d+) days of the bank/, [periods.bankOmbudsmanWithin]],
    ['unclaimed-deposits-udgam', /File within (\d+) days of the bank/, [periods.bankOmbudsmanWithin]],
  ])('%s %s', (key, passage, same) => {
    expect(figuresOf(key, passage)).toEqual(same.map(({ count }) => count));
  });

  it('years and months in words are the same, too', () => {
    expect(periods.consumerComplaintWithin).toMatchObject({ count: 24, unit: 'months' });
    expect(article('consumer-complaint')).toContain('after two years');
    expect(article('upbhokta-shikayat-1915')).toContain('उससे दो साल');
    expect([periods.onlineSeller, periods.insurerMonth]).toMatchObject([
      { count: 1, unit: 'months' },
      { count: 1, unit: 'months' },
    ]);
    expect(article('online-shopping-refund')).toContain('Shop must settle it:** Within one month');
    expect(article('health-claim-rejected')).toContain('silent for one month');
    expect(article('health-insurance-claim-reject')).toContain('एक महीना चुप रही');
  });
});

const planOf = (id: 'rti' | 'provident-fund' | 'ration-card' | 'pension', more: Record<string, string> = {}) => {
  const given = Object.entries({ ...letterAnswers[id], ...more }).map(([key, value]) => [key, String(value)]);
  return procedures[id].plan(Object.fromEntries(given), { today: '2026-11-22', language: 'en' });
};

test('the fee of a request for information is that of the articles', () => {
  const { amount } = planOf('rti', { government: 'central' }).fee;
  expect(figuresOf('rti-application', /Fee:\*\* ₹(\d+) for central offices/)).toEqual([amount]);
  expect(figuresOf('rti-kaise-lagayein', /दफ़्तरों में ₹(\d+)/)).toEqual([amount]);
});

test('the letter on the provident fund rests on the scheme that the articles say is in force', () => {
  const { basis, sources } = procedures['provident-fund'];
  const [, scheme, , day] =
    /Provident Fund (Scheme, \d{4}) (replaced the scheme of 1952) with effect from (\d+ \w+)/.exec(
      article('epf-withdraw-and-nominee'),
    )!;
  expect(basis.en).toContain(`Provident Fund ${scheme} replaced the scheme of 1952 on ${day}`);
  const [, since, hindi] = /(\d+ जून 2026) से (कर्मचारी भविष्य निधि योजना, \d{4})/.exec(
    article('pf-ka-paisa-kaise-nikale'),
  )!;
  expect(basis.hi).toContain(`${since} से`);
  expect(basis.hi).toContain(hindi);
  expect([basis.en, basis.hi]).toEqual([
    expect.stringMatching(/That date, and .*: not checked yet$/),
    expect.stringMatching(/यह तारीख, और .*: अभी जाँचा नहीं गया$/),
  ]);
  expect(JSON.stringify([basis, sources])).not.toMatch(/1952, para|1952 का पैरा/);
});

test('a refused claim asks for the reason, one that was not paid for the money', () => {
  const [refused, unpaid] = [planOf('provident-fund', { matter: 'refused' }), planOf('provident-fund')];
  expect(refused.subject.en).toBe('Provident fund: a claim or withdrawal was refused');
  expect(refused.body.en.join(' ')).toContain('the reason, the provision on which it rests');
  expect(refused.body.hi.join(' ')).toContain('अस्वीकार हो, तो कारण');
  expect(unpaid.body.en.join(' ')).toContain('with the interest due for any delay');
});

test('a letter on rations says one thing of its date: when a card was asked for, or since when it is wrong', () => {
  const [card, ekyc] = [planOf('ration-card'), planOf('ration-card', { matter: 'ekyc' })].map(({ body }) => body);
  expect(card!.en[0]).toMatch(/^I applied for the card on 1 August 2026\. The facts are:/);
  expect(card!.hi[0]).toMatch(/^मैंने 1 अगस्त 2026 को कार्ड के लिए आवेदन किया था। तथ्य/);
  expect(ekyc!.en[0]).toMatch(/^This has been so since 1 August 2026\. The facts are:/);
  expect(ekyc!.hi[0]).toMatch(/^यह समस्या 1 अगस्त 2026 से है। तथ्य/);
});

test('a form on pensions begins with the State, which pays those that its first line speaks of', () => {
  const { questions, about } = procedures.pension;
  expect(questions[0]!.options![0]!.value).toBe('state');
  expect(about.en).toContain('choose State Government');
});
