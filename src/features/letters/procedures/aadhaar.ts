import { periods } from '../deadlines.ts';
import type { Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  byPostOrHand,
  dateOf,
  inEnglish,
  inHindi,
  lastFour,
  line,
  long,
  matterOf,
  nameOf,
  paragraphs,
  receivedOn,
  rtiAbout,
} from './common.ts';

/** The order on public grievances that gives 21 days is of this day. */
const began = '2024-08-23';
const actBegan = '2016-09-12';

const matters = {
  update: { en: 'My update was rejected or is late', hi: 'मेरा अपडेट ठुकराया गया या उसमें देर हो रही है' },
  wrong: { en: 'A detail is wrong though my papers were right', hi: 'सही कागज़ देने पर भी विवरण गलत है' },
  locked: { en: 'My Aadhaar was deactivated or suspended', hi: 'मेरा आधार बंद कर दिया गया या उस पर रोक लगी' },
  letter: { en: 'The Aadhaar letter has not come', hi: 'आधार पत्र नहीं आया' },
  overcharged: { en: 'The centre took too much money', hi: 'केंद्र ने अधिक पैसे लिए' },
};

export const aadhaar: Procedure = {
  id: 'aadhaar',
  title: { en: 'Aadhaar correction refused or late', hi: 'आधार सुधार में इनकार या देरी' },
  subjects: 'aadhaar aadhar adhar uidai आधार यूआईडीएआई',
  about: {
    en: 'An update was rejected, a detail is wrong, the number was switched off: to the Regional Office of UIDAI.',
    hi: 'अपडेट ठुकराया गया, कोई जानकारी गलत है, या आधार बंद कर दिया गया: यूआईडीएआई के क्षेत्रीय दफ़्तर को लिखें।',
  },
  basis: {
    en: 'Aadhaar Act 2016, section 31; Enrolment and Update Regulations 2016; order on public grievances of August 2024',
    hi: 'आधार अधिनियम, 2016 की धारा 31; नामांकन और अद्यतन विनियम, 2016; लोक शिकायतों पर अगस्त 2024 का आदेश',
  },
  helpline: 'aadhaar',
  howToSend: [
    {
      en: 'By the helpline, the form on myaadhaar.uidai.gov.in, or pgportal.gov.in: keep the number.',
      hi: 'हेल्पलाइन से, myaadhaar.uidai.gov.in के फ़ॉर्म से, या pgportal.gov.in पर: शिकायत का नंबर रखें।',
    },
    byPostOrHand,
  ],
  questions: [
    matterOf(matters),
    line('office', { en: 'Regional Office of UIDAI (city)', hi: 'यूआईडीएआई का क्षेत्रीय दफ़्तर (शहर)' }),
    line(
      'request',
      { en: 'Number of the request (URN, SRN or EID)', hi: 'अनुरोध का नंबर (URN, SRN या EID)' },
      { en: 'It stands on the slip.', hi: 'यह पर्ची पर लिखा है।' },
    ),
    lastFour(
      'aadhaarEnd',
      { en: 'Last four digits of Aadhaar', hi: 'आधार के आखिरी चार अंक' },
      { en: 'Never the whole number.', hi: 'पूरा नंबर कभी न लिखें।' },
    ),
    dateOf('requestedOn', { en: 'The day of the request', hi: 'अनुरोध का दिन' }, actBegan),
    long('happened', { en: 'What happened, and what shall be corrected?', hi: 'क्या हुआ, और क्या सुधारना है?' }),
    ...aboutYou,
    receivedOn(began),
  ],
  sources: [
    sources.aadhaarGrievances,
    sources.aadhaarPost,
    sources.publicGrievances,
    sources.generalClauses,
    sources.cpgrams,
  ],
  plan(a, { today, language }) {
    const from = a.receivedOn ?? today;
    const due = { period: periods.publicGrievance, from, holidays: 'central' } as const;
    const matter = nameOf(matters, a.matter);
    const end = {
      en: a.aadhaarEnd ? `, Aadhaar ending ${a.aadhaarEnd}` : '',
      hi: a.aadhaarEnd ? `, आधार के अंतिम अंक ${a.aadhaarEnd}` : '',
    };
    return {
      office: {
        en: `The Regional Office\nUnique Identification Authority of India\n${a.office}`,
        hi: `क्षेत्रीय कार्यालय\nभारतीय विशिष्ट पहचान प्राधिकरण\n${a.office}`,
      },
      fee: {
        amount: 0,
        note: {
          en: 'No fee for the letter. A new update at a centre costs what the list at the centre says: ask for the receipt.',
          hi: 'पत्र की कोई फ़ीस नहीं। केंद्र पर नए अपडेट की फ़ीस वही है जो वहाँ की सूची में है: रसीद लें।',
        },
      },
      enclosures: [
        { en: 'Copy of the slip of the request', hi: 'अनुरोध की पर्ची की प्रति' },
        { en: 'Copies of the papers that prove the right detail', hi: 'सही विवरण प्रमाणित करने वाले कागज़ों की प्रतियाँ' },
        { en: 'Message or letter of rejection, if any', hi: 'अस्वीकृति का संदेश या पत्र, यदि हो' },
      ],
      due,
      isOnCpgrams: true,
      next: rtiAbout(
        a,
        due,
        { government: 'central', office: `UIDAI, ${a.office}`.slice(0, 120) },
        {
          subject: { en: `Aadhaar request ${a.request}: ${matter.en}`, hi: `आधार अनुरोध ${a.request}: ${matter.hi}` },
          from,
          language,
        },
      ),
      notes: [
        {
          en: 'The 21 days are those of the central order on public grievances: the reply may also ask for more time and say why. The next letter asks under the RTI Act what became of this one.',
          hi: '21 दिन केंद्र के शिकायतों वाले आदेश के हैं: जवाब में कारण बताकर और समय भी माँगा जा सकता है। अगला पत्र आरटीआई से पूछता है कि इस पत्र का क्या हुआ।',
        },
      ],
      subject: {
        en: `Aadhaar: ${matter.en} (request ${a.request}${end.en})`,
        hi: `आधार: ${matter.hi} (अनुरोध ${a.request}${end.hi})`,
      },
      body: {
        en: paragraphs(
          `I made the request ${a.request} on ${inEnglish(a.requestedOn)}. The facts are:`,
          a.happened,
          'The papers that prove the right detail are enclosed. I request you to correct the record under section 31 of the Aadhaar Act, 2016, or to tell me in writing which paper is missing and why the request was not accepted.',
          'Kindly register this letter as a grievance and answer it within twenty-one days.',
        ),
        hi: paragraphs(
          `मैंने ${inHindi(a.requestedOn)} को अनुरोध ${a.request} किया था। तथ्य इस प्रकार हैं:`,
          a.happened,
          'सही विवरण प्रमाणित करने वाले कागज़ संलग्न हैं। अनुरोध है कि आधार अधिनियम, 2016 की धारा 31 के अंतर्गत अभिलेख सुधारें, या लिखित रूप में बताएँ कि कौन सा कागज़ कम है और अनुरोध क्यों स्वीकार नहीं हुआ।',
          'कृपया इस पत्र को शिकायत के रूप में पंजीकृत करें और इक्कीस दिन के भीतर उत्तर दें।',
        ),
      },
    };
  },
};
