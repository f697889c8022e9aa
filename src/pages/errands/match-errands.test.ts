import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { matchErrands as matchAmong, shippedNames } from '../../features/search/match-errands.server.ts';
import { SearchDoors } from '../reading/search-doors.tsx';

const matchErrands = (query: string) => matchAmong(query, shippedNames());

test.each([
  ['राशन कार्ड में नाम जोड़ना', 'ration-member'],
  ['ration card me naam jodna', 'ration-member'],
  ['rashan card', 'ration-card'],
  ['lost pan card', 'pan'],
  ['passport renewal', 'passport-renewal'],
  ['जाति प्रमाण पत्र के लिए कागज', 'caste-certificate'],
  ['jati praman patra', 'caste-certificate'],
  ['e shram card', 'e-shram'],
  ['vidhwa pension', 'widow-pension'],
])('%s asks for the papers for %s', (query, errand) => {
  expect(matchErrands(query).papers[0]).toBe(errand);
});

test.each([
  ['laptop not delivered refund', 'consumer'],
  ['bijli transformer repair nahi hua', 'electricity'],
  ['naam kavita aadhaar me galat', 'aadhaar'],
])('%s asks for the letter %s, whatever it is about besides', (query, letter) => {
  expect(matchErrands(query).letters).toEqual([letter]);
});

test('a word of the same meaning finds papers, and no number to call', () => {
  expect(matchErrands('naya factory shuru karne ka loan').papers).toContain('business-loan');
  for (const query of ['phone kho gaya', 'milawat khana']) expect(matchErrands(query).helplines).toEqual([]);
});

test.each([
  ['keede ki dawa pi li', '108'],
  ['man troubling me', '181'],
  ['raat ko neend nahi aati bahut tension', '14416'],
  ['कोटेदार राशन नहीं देता', '1967'],
  ['ration card nahi de rhe h', '1967'],
  ['online order ka refund nahi mila', '1915'],
])('%s asks for the number %s', (query, number) => {
  expect(matchErrands(query).helplines).toEqual([number]);
});

test.each([
  ['rti', 'rti'],
  ['आरटीआई', 'rti'],
  ['electricity complaint', 'electricity'],
])('%s asks for the letter %s', (query, letter) => {
  expect(matchErrands(query)).toMatchObject({ doors: [], papers: [], letters: [letter] });
});

test.each([
  ['police-complaint-refused', 'police fir nahi likh rahi', 'पुलिस एफआईआर नहीं लिख रही', 'thanedar ne shikayat nahi li'],
  ['electricity', 'bijli 3 din se nahi aa rahi hai', 'electricity bill too high', 'बिजली का बिल बहुत ज्यादा आया'],
  ['bank', 'bank ne galat paisa kaat liya', 'atm se paise nahi nikle khate se kat gaye', 'बैंक ने गलत पैसा काट लिया'],
  ['aadhaar', 'aadhaar update reject ho gaya', 'aadhar me naam galat hai', 'आधार अपडेट रिजेक्ट'],
  ['pension', 'papa ki pension band ho gayi', 'pension stopped', 'माँ की विधवा पेंशन तीन महीने से नहीं आई'],
  ['provident-fund', 'epf withdrawal', 'company ne pf jama nahi kiya', 'पीएफ का पैसा अटका'],
  ['insurance', 'claim reject', 'hospital cashless denied', 'बीमा क्लेम रिजेक्ट'],
  ['consumer', 'dukandar paise wapas nahi kar raha', 'consumer court case', 'दुकानदार सामान वापस नहीं ले रहा'],
  ['ration-card', 'ration dealer kam deta hai', 'ration card se naam kat gaya', 'राशन नहीं मिल रहा'],
  ['rti', 'how to file an rti', 'rti kaise lagaye', 'सूचना का अधिकार'],
  ['rti-first-appeal', 'rti ka jawab nahi aaya', 'rti no reply', 'आरटीआई का जवाब नहीं आया'],
  ['rti-second-appeal', 'second appeal rti', 'dwitiya apeel', 'सूचना आयोग'],
])('the letter %s is what is asked for, however it is said', (id, ...queries) => {
  for (const query of queries) expect([query, matchErrands(query).letters]).toEqual([query, [id]]);
});

test.each([
  ['finder', 'yojana khojo', 'find schemes', 'कौनसी योजना मिलेगी'],
  ['check', 'check message', 'message scam hai kya', 'ये मैसेज असली है या नकली'],
  ['letters', 'chitthi likhni hai', 'letter', 'शिकायत लिखना है'],
  ['papers', 'documents list', 'kagaz kya lagenge', 'दस्तावेज़'],
  ['ask', 'ask a question', 'sawal puchna hai', 'सवाल पूछना है'],
  ['saved', 'saved schemes', 'meri saved yojana', 'सहेजी योजनाएं'],
])('the door %s is known by its names', (id, ...queries) => {
  for (const query of queries) expect([query, matchErrands(query).doors[0]]).toEqual([query, id]);
});

test.each([
  'solar yojana',
  'bank holiday list',
  'bank job vacancy',
  'police bharti 2026',
  'pension calculator',
  'pf balance check',
  'cricket score',
  'consumer price index',
  'gas cylinder price today',
  'meri maa vidhwa hai',
])('%s is about no letter and no door', (query) => {
  expect(matchErrands(query)).toMatchObject({ doors: [], letters: [] });
});

test('words that only stand in a name, other subjects and odd input ask for nothing', () => {
  for (const query of [
    'digital arrest',
    'gharelu hinsa',
    'job letter fake',
    'sukanya samriddhi',
    'train ticket refund',
    'loan app threat',
    '',
    '\u094d',
    'a'.repeat(5_000),
    'x '.repeat(5_000),
  ])
    expect(matchErrands(query), query.slice(0, 30)).toMatchObject({ doors: [], papers: [], letters: [] });
});

test('each is a link to its page; nothing stands there where nothing was asked for', () => {
  const doors = (query: string) => renderToStaticMarkup(createElement(SearchDoors, matchErrands(query)));
  expect(doors('wife name in ration card')).toContain('href="/papers/ration-member"');
  expect(doors('wife name in ration card')).toContain('New name on the ration card: the papers you need');
  expect(doors('rti')).toContain('href="/letters/rti"');
  expect(doors('yojana khojo')).toContain('href="/find-schemes">Find schemes for me<');
  expect(doors('digital arrest')).toContain('href="tel:1930"');
  expect(doors('sukanya samriddhi')).toBe('');
});
