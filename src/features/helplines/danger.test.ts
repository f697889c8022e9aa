import { expect, test } from 'vitest';
import { dangerWords } from './danger-words.ts';
import { dangerous, harmless } from '../../testing/danger-phrases.ts';
import { dangersIn, urgentHelplines } from './danger.server.ts';

test.each([
  [
    'suicide',
    [
      'suicide',
      'sucide',
      'khudkushi',
      'aatmhatya',
      'आत्महत्या',
      'தற்கொலை',
      'tharkolai',
      'i want to die',
      'mar jana chahta hu',
      'jeena nahi chahti',
    ],
  ],
  [
    'violence',
    [
      'gharelu hinsa',
      'घरेलू हिंसा',
      'gharelu hinsaa',
      'domestic voilence',
      'pati mujhe maarta h',
      'मेरा पति मुझे पीटता है',
      'maar peet',
      'vanmurai',
      'nirjatan',
      'ghar se nikal diya',
      'ghar se nikaal diya mujhe',
      'sasural se nikala',
      'पति ने रात में घर से निकाल दिया',
      'ससुराल वालों ने घर से निकाल दिया',
      'thrown out of my home',
      'husband threw me out of the house',
      'வீட்டை விட்டு துரத்திட்டாங்க',
    ],
  ],
  [
    'child',
    ['child alone at station', 'bacha akela station par', 'bacha kho gaya', 'குழந்தை தனியாக', 'my kid is missing'],
  ],
  [
    'fraud',
    [
      'paise kat gaye account se',
      'खाते से पैसे चोरी हो गए',
      'upi fraud ho gaya',
      'thagi',
      'mosadi',
      'money stolen from account',
      'paisa kat gaya',
      'police video call',
      'पुलिस का वीडियो कॉल',
      'cbi officer video call kar raha hai',
      'digital arrest',
      'डिजिटल अरेस्ट',
      'dijital arest',
      'டிஜிட்டல் அரெஸ்ட்',
      'kyc link click kar diya',
      'kyc wale link pe click kar diya ab kya karu',
      'लिंक पर क्लिक कर दिया',
      'i clicked on a kyc link',
    ],
  ],
  [
    'elder',
    [
      'beta bahu ghar se nikal rahe hai',
      'बहू बेटा मारते हैं',
      'बूढ़े माँ बाप को घर से निकाला',
      'maa baap ko ghar se nikal diya',
      'old parents thrown out of home',
    ],
  ],
])('%s is heard in any language, script and spelling', (subject, queries) => {
  for (const query of queries) expect(dangersIn(query), query).toContain(subject);
});

test.each(Object.entries(dangerous))('%s is heard in what people would type in nine languages', (subject, queries) => {
  expect(queries.filter((query) => !(dangersIn(query) as string[]).includes(subject))).toEqual([]);
});

test('words that only look or sound like danger raise no alarm', () => {
  expect(harmless.filter((query) => dangersIn(query).length > 0)).toEqual([]);
});

test('each meaning of a danger is said by a word of its own', () => {
  expect(dangersIn('pita ki mrityu bank me paisa')).toEqual([]);
  expect(dangersIn('pita ne mara')).toEqual(['violence']);
});

test.each([
  ['suicide squad movie', []],
  ['movie dekhi suicide karna chahta hu', ['suicide']],
  ['toll par paise kat gaye', []],
  ['paise kat gaye', ['fraud']],
  ['atm se paise kaise nikale', []],
  ['atm se kisi ne paise nikal liye', ['fraud']],
  ['pati mar gaye pension', []],
  ['bachi nahi mil rahi', ['child']],
  ['bacche ko scholarship nahi mil rahi', []],
])('%s: what else the words say is heard, too', (query, subjects) => {
  expect(dangersIn(query)).toEqual(subjects);
});

test('everyday questions are no danger, and odd input is none either', () => {
  for (const query of [
    'pan card kho gaya',
    'vridha pension',
    'mrityu praman patra',
    'train cancelled refund',
    'kisan samman nidhi',
    'marriage certificate',
    '',
    '\u200d\u094d',
    '👶🏽',
    'a'.repeat(5_000),
  ])
    expect(dangersIn(query), query.slice(0, 40)).toEqual([]);
});

test('the most urgent number comes first, and none twice', () => {
  expect(urgentHelplines('pati marta hai, jeena nahi chahti').map(({ number }) => number)).toEqual([
    '14416',
    '112',
    '181',
  ]);
  expect(urgentHelplines('bachcha kho gaya')[0]!.number).toBe('1098');
});

test('each word of the list is of one script', () => {
  for (const word of Object.values(dangerWords).join(' ').split(' '))
    expect(
      new Set([...word.matchAll(/[\u0900-\u0d7f]/g)].map(([letter]) => Math.floor(letter.codePointAt(0)! / 128))).size,
      word,
    ).toBeLessThan(2);
});
