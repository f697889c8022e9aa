// @runs in its own process
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../messages/check.ts';
import { cpuTimeOf } from '../../testing/cpu-time.ts';
import { scamsOfDesk } from '../../testing/scams-of-desk.ts';
import { readAdded } from './find-concepts.ts';
import './concepts/all.ts';
import { genuineMessages } from './genuine-messages.ts';
import { judgeMessage } from './judge-message.ts';
import { indexScams } from './scam-likeness.ts';
import { headerOf, readSenderTable } from './sender.ts';

const desk = scamsOfDesk();
const index = indexScams(desk);
const judge = (text: string, sender?: string) => judgeMessage(text, sender, index, null);
const idsOf = (text: string) => judge(text).signs.map(({ id }) => id);

describe('a message that is checked', () => {
  it('takes no hour for the Prime Minister', () => {
    const text = (words: string) => `Your gas will be cut today ${words}, call 98100 00012 at once`;
    const saysWho = (words: string) =>
      judge(text(words)).signs.some(({ id, quote }) => id === 'impersonates' && /\bpm\b/i.test(quote));
    expect(['at 9.30 pm today', 'by 9 pm, sir', 'at 9.pm today', 'from PM Kisan'].map(saysWho)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it.each([
    'Hi mom my phone broke this is my new number send 5000 urgently',
    'नमस्ते माँ मैं नया नंबर से हूँ पुराना फोन टूट गया 5000 भेज दो',
    'papa naya number hai mera, purana kho gaya, paise bhejo',
  ])('of the family on a new number (%s) is a known scam: whose name it uses, and which number to call', (text) => {
    const { outcome, signs } = judge(text);
    expect(outcome).toBe('known_scam');
    expect(signs.find(({ id }) => id === 'impersonates')?.why).toContain('somebody close to you');
    expect(check.advice.signs.join(' ')).toContain('your own people on the number you know');
  });

  it('is no known scam by words that editors have added, whatever they stand for, and ends as nothing less', () => {
    const words = (text: string) => [...new Set(text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [])].join(', ');
    for (const concept of ['digital-arrest', 'code', 'kin', 'bank', 'anyone'])
      for (const text of genuineMessages.filter((_, at) => at % 4 === 0)) {
        const added = readAdded(`${concept}: ${words(text)}`);
        expect(judgeMessage(text, undefined, { ...index, added }, null).outcome, text).not.toBe('known_scam');
      }
    for (const { texts } of desk.slice(0, 20))
      for (const text of texts.slice(0, 3)) {
        const before = judge(text).outcome;
        const after = judgeMessage(text, undefined, { ...index, added: readAdded(`bank: ${words(text)}`) }, null);
        // What had nothing may have signs now.
        expect(before === 'nothing_found' || after.outcome === before, text).toBe(true);
        expect(before === 'nothing_found' && after.outcome === 'known_scam', text).toBe(false);
      }
  });

  it('of the family on a new number that asks for nothing has no signs', () => {
    expect(judge('माँ, यह मेरा नया नंबर है, सेव कर लो').outcome).toBe('nothing_found');
  });

  it('a scam is not hidden by official links or a warning beside its link', () => {
    const scam =
      'Dear customer your SBI account is blocked today. Update KYC now http://sbi-kyc-update.top/login and enter OTP';
    const warning =
      ' Never share OTP, PIN or CVV with anyone. Bank never asks for OTP. Report to 1930 or cybercrime.gov.in.';
    expect(judge(scam + ' www.sbi.co.in'.repeat(12)).outcome).not.toBe('nothing_found');
    expect(judge(scam + warning).outcome).not.toBe('nothing_found');
  });

  it('a missing space behind a full stop makes no link of a genuine message', () => {
    for (const text of [
      'Your Airtel recharge of Rs 299 is successful. Thank you for choosing Airtel.Team Airtel',
      'Your gas booking is done. Thanks for using Indane.Team Indane',
      'Come to the LIC.Center is open today',
    ])
      expect(judge(text).outcome, text).toBe('nothing_found');
  });

  it.each([
    ['Sir your parcel is stuck at the airport, tell me the OTP that came on your phone', 'asks_code'],
    ['Aapke phone par OTP aaya hoga, jaldi bata dijiye', 'asks_code'],
    ['मोबाइल पर आया ओटीपी बता दीजिए, तभी काम होगा', 'asks_code'],
    ['Kindly open this file to see your bill: Bill_Nov.apk', 'asks_remote_app_or_apk'],
    ['Please download AnyDesk and read me the number', 'asks_remote_app_or_apk'],
    ['See the offer at http://sbi-yono-update.top/kyc and finish today', 'lookalike_link'],
    ['Your water supply stops tonight, contact the officer at once 98100 00012', 'personal_number_as_official'],
    ['Do not tell your wife or the bank about this', 'secrecy'],
    ['You are under digital arrest. Stay on the video call.', 'threat_or_deadline'],
    ['आप डिजिटल अरेस्ट में हैं, घर से बाहर मत निकलिए', 'threat_or_deadline'],
    ['Congratulations, you have won a lottery of Rs 25 lakh', 'too_good'],
    ['बधाई हो! आपने 25 लाख की लॉटरी जीती है', 'too_good'],
    ['Earn Rs 5000 per day from home by liking videos', 'too_good'],
  ] as const)('%s: %s', (text, id) => {
    expect(judge(text).outcome).not.toBe('nothing_found');
    expect(idsOf(text)).toContain(id);
  });

  it('is read through its disguises: figures for letters, letters kept apart, letters of other scripts, nothing between them', () => {
    for (const text of [
      'Y0ur acc0unt wi11 be b1ocked t0day, te11 me the 0TP',
      'Your a.c.c.o.u.n.t will be b-l-o-c-k-e-d today, tell me the O.T.P',
      'Yоur ассоunt will be blocked today, tell me the ОТР',
      'Your acc\u200bount will be blo\u200dcked to\u00adday, tell me the O\u2060TP',
      'ＹＯＵＲ ＡＣＣＯＵＮＴ ＷＩＬＬ ＢＥ ＢＬＯＣＫＥＤ ＴＯＤＡＹ, tell me the ＯＴＰ',
    ])
      expect(idsOf(text)).toEqual(expect.arrayContaining(['asks_code', 'threat_or_deadline']));
  });

  it.each([
    ['अपना ओ.टी.पी. हमें बता दीजिए', 'अपना ओटीपी हमें बता दीजिए'],
    ['अपना ओ/टी/पी हमें बता दीजिए', 'अपना ओटीपी हमें बता दीजिए'],
    ['अपना ओ . टी . पी हमें बता दीजिए', 'अपना ओटीपी हमें बता दीजिए'],
    ['Tell us the 🅾🆃🅿 now', 'Tell us the OTP now'],
    ['Tell us the ꓳꓔꓑ now', 'Tell us the OTP now'],
    ['अपना ओ टी पी हमें बता दीजिए', 'अपना ओटीपी हमें बता दीजिए'],
    ['अपना सी॰वी॰वी॰ हमें बता दीजिए', 'अपना सीवीवी हमें बता दीजिए'],
    ['अपना ओ०टी०पी० हमें बता दीजिए', 'अपना ओटीपी हमें बता दीजिए'],
    ['यह ए-पी-के फ़ाइल खोलिए', 'यह एपीके फ़ाइल खोलिए'],
    ['सी.बी.आई. से बोल रहे हैं, आप डिजिटल अरेस्ट में हैं', 'सीबीआई से बोल रहे हैं, आप डिजिटल अरेस्ट में हैं'],
    ['உங்கள் ஓ.டி.பி. சொல்லுங்கள்', 'உங்கள் ஓடிபி சொல்லுங்கள்'],
    ['Apna O T P bataiye', 'Apna OTP bataiye'],
    ['Apna ᴏᴛᴘ bataiye', 'Apna OTP bataiye'],
    ['Your bank accøunt will be blocƙed ŧoday, call SBI', 'Your bank account will be blocked today, call SBI'],
  ])('%s is read as %s', (text, plain) => {
    expect(idsOf(plain)).not.toEqual([]);
    expect(idsOf(text)).toEqual(idsOf(plain));
    for (const { start, end, quote } of judge(text).signs) expect(text.slice(start, end)).toBe(quote);
  });

  it.each([
    '98100\u201100012',
    '98100\u201000012',
    '98100\u201200012',
    '98100\u00a000012',
    '98100\u200b00012',
    '98100·00012',
    '98100.00012',
    '9810-000-012',
    '+91 (98100) 00012',
  ])('knows the number %s', (number) => {
    const text = `Water supply ends, call our officer at ${number}`;
    const sign = judge(text).signs.find(({ id }) => id === 'personal_number_as_official');
    expect(sign?.quote).toContain(number);
  });

  it.each([
    ['Kindly forward it: a six digit code has come to you by mistake', 'asks_code'],
    ['Dial *401* and then this number to get your courier', 'asks_code'],
    ['ನಿಮ್ಮ ಖಾತೆ ಇಂದು ಬ್ಲಾಕ್ ಆಗುತ್ತದೆ. ಒಟಿಪಿ ಹೇಳಿ', 'asks_code'],
    ['നിങ്ങളുടെ അക്കൗണ്ട് ഇന്ന് ബ്ലോക്ക് ആകും. ഒടിപി പറയൂ', 'threat_or_deadline'],
    ['ਤੁਹਾਡਾ ਖਾਤਾ ਅੱਜ ਬੰਦ ਹੋ ਜਾਵੇਗਾ। ਓਟੀਪੀ ਦੱਸੋ', 'threat_or_deadline'],
    ['તમારું વીજ કનેક્શન આજે રાત્રે કાપી નાખવામાં આવશે. અધિકારીને કોલ કરો 9000011122', 'personal_number_as_official'],
  ] as const)('%s: %s, in any order and language', (text, id) => expect(idsOf(text)).toContain(id));

  it('gets no signs for what true messages say', () => {
    for (const text of [
      'Rs 640 debited from A/c XX2231 on 12-11-26 to ANAND STORES. Not you? Call 18001234567.',
      '482913 is your code to sign in. It is good for 5 minutes. Do not share it with anyone.',
      'Beware: a message says that your power will be cut tonight and gives a mobile number. It is a scam. Call 1930.',
      'Bank kabhi nahi puchta OTP ya PIN. Kisi ko na batayen.',
      'बैंक कभी ओटीपी नहीं मांगता। किसी को न बताएं।',
      'Beta 500 bhej diye hain, fees jama kar dena',
      'Your parcel is out for delivery and reaches you by 7 PM today.',
      'Kal 10 baje school me meeting hai, zaroor aaiye',
      'If you are told that you are under digital arrest, hang up and call 1930.',
      'Our neighbour won the state lottery of 5 lakh last year.',
      'Mudra: https://www.mudra.org.in',
      'Mutual fund basics: https://www.mutualfundssahihai.com',
      'The exam timetable is on https://nta.ac.in/timetable',
    ])
      expect([text, judge(text).outcome]).toEqual([text, 'nothing_found']);
  });

  it('is known with other names, amounts, links, numbers, spelling and script', () => {
    const changed = [
      'Dear Consumer, your Electrcity power will be disconected tonight at 11.45 pm from electricity ofice because your previous month bill was not updated. Plz immediately contact our electricity officer 70000 11223 thank you',
      'प्रिय उपभोक्ता आज रात 10 बजे बिजली कार्यालय से आपकी बिजली काट दी जायेगी क्योंकि पिछले महीने का बिल अपडेट नहीं हुआ, तुरंत बिजली अधिकारी से 7000011223 पर संपर्क करें',
      'priya upbhokta aaj rat 10 baje apka bijlee connection kat diya jaega kyunki pichle mahine ka bil update nahi hua he, turant hamare bijlee adhikari se sampark kare 7000011223',
    ];
    for (const text of changed) {
      expect(judge(text).outcome).toBe('known_scam');
      expect(judge(text).matches[0]!.id).toBe('electricity-cut-tonight');
    }
    expect(judge(`Police warn of a fake message: "${changed[0]}" Never call such numbers.`).outcome).not.toBe(
      'known_scam',
    );
  });

  it('begins with the phone where a caller speaks, not where a text came', () => {
    const firstOf = (text: string) => judge(text).advice[0];
    expect([
      firstOf('This is the police. You are under digital arrest, stay on the video call.'),
      firstOf('Main TRAI se bol raha hu, aapka number 2 ghante me band ho jayega, 9 dabaye'),
    ]).toEqual([check.advice.call, check.advice.call]);
    expect(firstOf('Your account will be blocked today, update PAN and send the OTP')).toBe(check.advice.signs[0]);
  });

  it.each([
    'Main CBI officer bol raha hun. Aapke naam ka parcel me drugs mila hai. Aap digital arrest me hain, 2 lakh rupaye jama karo',
    'Customs officer: parcel me drugs, Skype par aao, statement record hoga, kisi ko mat batana',
    'Whatsapp video call par police wale ne kaha aap arrest ho, 50000 bhejo',
    'Police says I am arrested on whatsapp video, send 2 lakh to RBI account',
    'You are arrested over video. Join Skype for the statement to the Mumbai police and transfer the money.',
    'ED officer ne WhatsApp call kiya, kaha digitally arrest ho, FD tod kar paisa transfer karo',
    'मैं सीबीआई से हूँ, वीडियो कॉल पर आपकी गिरफ़्तारी हो चुकी है, पैसा भेजो',
  ])('begins with the phone for an arrest on video, however it is told: %s', (text) => {
    expect(judge(text).advice[0]).toBe(check.advice.call);
  });

  it('does not begin with the phone for police in a text with a link', () => {
    const { outcome, advice } = judge(
      'Traffic police: pay the challan at http://echallan-pay.top/x today or FIR and arrest',
    );
    expect([outcome === 'nothing_found', advice[0] === check.advice.call]).toEqual([false, false]);
  });

  it('marks whole words, though it knows only their stems', () => {
    const quotes = judge('प्रिय ग्राहक, खाता आज बंद हो जाएगा। PAN अपडेट के लिए OTP बताएँ।').signs.map(({ quote }) => quote);
    expect(quotes).toContain('OTP बताएँ');
    expect(quotes.filter((quote) => quote.endsWith('बता'))).toEqual([]);
  });

  it('marks each sign where it stands in what was sent', () => {
    const text = '⚡⚡ Dear sir, te\u200bll me the OTP ⚡ now';
    for (const { start, end, quote } of judge(text).signs) expect(text.slice(start, end)).toBe(quote);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (noise) => {
        const whole = `${noise} tell me the OTP ${noise} bill.apk ${noise}`;
        const { signs } = judge(whole);
        for (const { start, end, quote } of signs) {
          expect(end).toBeGreaterThan(start);
          expect(whole.slice(start, end)).toBe(quote);
        }
      }),
    );
  });

  it('takes little time, whatever it is made of', () => {
    judge('otp tell pay rs 500 aadhaar update '.repeat(20));
    const parts =
      'a|1|@|.|a.|अ|क्|\u200b|otp |rs 1 |http://|x-|भेज |pay 1,|98100 |aaj band |update |never share |100% '.split('|');
    // Guards against quadratic backtracking (ReDoS): such patterns took 110 ms or more for 5,000 digits, linear ones
    // under 20.
    for (const part of parts)
      expect([part, cpuTimeOf(() => judge(part.repeat(5_000).slice(0, 5_000))) < 80]).toEqual([part, true]);
  });
});

it('known scams hold no number that could be called, and no link', () => {
  expect(desk.length).toBeGreaterThan(20);
  for (const { id, texts } of desk)
    for (const text of texts) expect([id, text]).toEqual([id, expect.not.stringMatching(/\d{6}|https?:|www\./)]);
});

it('reads the header of a sender, and knows its owner', () => {
  const table = readSenderTable('A Bank Limited\tABCBNK ABCINF\n');
  expect([headerOf('VM-ABCBNK-S'), headerOf('abcbnk'), headerOf('+919810000000'), headerOf('9810000000')]).toEqual([
    'ABCBNK',
    'ABCBNK',
    null,
    null,
  ]);
  expect(judgeMessage('hello', 'AX-ABCBNK-T', index, table).sender).toEqual({
    header: 'ABCBNK',
    owner: 'A Bank Limited',
  });
  expect(judgeMessage('hello', 'AX-NOBODY', index, table).sender).toBeNull();
});

const checks = join(process.env.NAGRIK_DATA ?? '', 'messages/checks.jsonl');
it.runIf(process.env.NAGRIK_DATA && existsSync(checks))(
  'finds scams and their signs, and leaves true messages alone',
  () => {
    type Check = { kind: string; text: string; signs: string[] };
    const rows = readFileSync(checks, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Check);
    const scams = rows.filter(({ kind }) => kind === 'scam');
    const genuine = rows.filter(({ kind }) => kind !== 'scam');
    const isFound = ({ text }: Check) => judge(text).outcome !== 'nothing_found';
    expect(scams.filter(isFound).length / scams.length).toBeGreaterThan(0.92);
    expect(genuine.filter(isFound).length / genuine.length).toBeLessThan(0.02);
    const pairs = scams.map(({ text, signs }) => ({ given: idsOf(text) as string[], named: signs }));
    const right = pairs.reduce((sum, { given, named }) => sum + given.filter((id) => named.includes(id)).length, 0);
    expect(right / pairs.reduce((sum, { named }) => sum + named.length, 0)).toBeGreaterThan(0.85);
    expect(right / pairs.reduce((sum, { given }) => sum + given.length, 0)).toBeGreaterThan(0.85);
  },
);
