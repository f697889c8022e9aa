import { periods } from '../deadlines.ts';
import { dueDay, lastDay } from '../due-day.ts';
import type { Answers, Deadline, Procedure, Question, Words } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  byOutcome,
  byPostOrHand,
  dateOf,
  inEnglish,
  inHindi,
  long,
  mayBeEmpty,
  nextLetter,
  optionalLine,
  outcome,
  paragraphs,
  pick,
  receivedOn,
  when,
} from './common.ts';
import { government, holidaysFor, isCentral, publicOffice, rtiBegan } from './rti.ts';

const information: Question = long('information', { en: 'What did you ask for?', hi: 'आपने क्या माँगा था?' });
const applicationReceivedOn = dateOf(
  'applicationReceivedOn',
  { en: 'The day on which the office got your RTI application', hi: 'दफ़्तर को आपका आरटीआई आवेदन किस दिन मिला' },
  rtiBegan,
);
const registration = optionalLine('registration', { en: 'Its registration number', hi: 'उसका रजिस्ट्रेशन नंबर' });
const grounds = (label: Words): Question => ({
  id: 'grounds',
  kind: 'long',
  label,
  help: mayBeEmpty,
  onlyWith: { question: 'outcome', oneOf: ['refused'] },
});
const lateBecause: Question = {
  id: 'lateBecause',
  kind: 'line',
  label: { en: 'If you are late: why?', hi: 'अगर देर हुई: क्यों?' },
  help: { en: 'Only if the time for the appeal is over.', hi: 'सिर्फ़ तब, जब अपील का समय बीत गया हो।' },
};

const numbered = ({ registration: number }: Answers) => ({
  en: number ? ` (registration number ${number})` : '',
  hi: number ? ` (पंजीकरण संख्या ${number})` : '',
});

const tooEarly = (day: string): Words => ({
  en: `It is early: the office has time until ${inEnglish(day)}. Send this appeal after that day, unless you got a refusal.`,
  hi: `अभी जल्दी है: दफ़्तर के पास ${inHindi(day)} तक समय है। इनकार न मिला हो तो यह अपील उसके बाद भेजें।`,
});
const late = (day: string): Words => ({
  en: `The time for this appeal ended on ${inEnglish(day)}. The letter asks to allow it all the same; say why you are late.`,
  hi: `इस अपील का समय ${inHindi(day)} को खत्म हो गया। पत्र में देर माफ़ करने का अनुरोध है; कारण लिखें।`,
});

type Timing = { isSilent: boolean; answerUntil: Deadline; within: Deadline; sentOn: string; why: string | undefined };

/** Whether the appeal is too early or too late, with the sentence that asks to condone the delay. */
function timed({ isSilent, answerUntil, within, sentOn, why }: Timing) {
  const isLate = sentOn > dueDay(within);
  return {
    notes: [
      ...when(isSilent && sentOn <= dueDay(answerUntil), tooEarly(dueDay(answerUntil))),
      ...when(isLate, late(dueDay(within))),
    ],
    en:
      isLate &&
      `I was prevented by sufficient cause from filing the appeal in time${why ? `: ${why}` : ''}. Kindly condone the delay.`,
    hi: isLate && `पर्याप्त कारण से मैं समय पर अपील नहीं कर सका/सकी${why ? `: ${why}` : ''}। कृपया देरी को क्षमा करें।`,
  };
}

export const rtiFirstAppeal: Procedure = {
  id: 'rti-first-appeal',
  title: { en: 'RTI: first appeal', hi: 'आरटीआई: पहली अपील' },
  subjects: 'rti आरटीआई',
  about: {
    en: 'No answer within 30 days, or a refusal? Appeal to the senior officer of the same office.',
    hi: '30 दिन में जवाब नहीं, या इनकार? उसी दफ़्तर के बड़े अधिकारी से अपील करें।',
  },
  basis: {
    en: 'Right to Information Act 2005, section 19(1) and (6)',
    hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 19(1) और 19(6)',
  },
  helpline: 'legal-aid',
  howToSend: [
    { en: 'Online where you sent the application online.', hi: 'जहाँ आवेदन ऑनलाइन किया था, वहीं ऑनलाइन।' },
    byPostOrHand,
  ],
  questions: [
    government,
    publicOffice,
    information,
    applicationReceivedOn,
    registration,
    outcome(
      { en: 'No answer came', hi: 'कोई जवाब नहीं आया' },
      { en: 'It was refused, or only partly answered', hi: 'इनकार किया, या अधूरा जवाब दिया' },
    ),
    dateOf(
      'repliedOn',
      { en: 'If there was a reply: the day on which you got it', hi: 'जवाब आया हो तो: आपको किस दिन मिला' },
      rtiBegan,
      { onlyWith: { question: 'outcome', oneOf: ['refused'] } },
    ),
    grounds({ en: 'What is wrong with the reply?', hi: 'जवाब में क्या गलत है?' }),
    lateBecause,
    ...aboutYou,
    receivedOn(rtiBegan),
  ],
  sources: [
    sources.rtiFirstAppeal,
    sources.rtiAppeals,
    sources.secondAppeal,
    sources.rtiAnswer,
    sources.rtiRules,
    sources.generalClauses,
  ],
  plan(a, { today }) {
    const central = isCentral(a.government);
    const holidays = holidaysFor(a.government);
    const isSilent = a.outcome !== 'refused';
    const from = a.receivedOn ?? today;
    const requestedOn = a.applicationReceivedOn ?? today;
    const answerUntil: Deadline = { period: periods.rtiAnswer, from: requestedOn, holidays };
    const began = isSilent ? lastDay(answerUntil) : (a.repliedOn ?? today);
    const time = timed({
      isSilent,
      answerUntil,
      within: { period: periods.rtiFirstAppealWithin, from: began, holidays },
      sentOn: from,
      why: a.lateBecause,
    });
    const number = numbered(a);
    return {
      office: { en: `The First Appellate Authority\n${a.office}`, hi: `प्रथम अपीलीय प्राधिकारी\n${a.office}` },
      fee: central
        ? {
            amount: 0,
            note: { en: 'No fee for an appeal to a central office.', hi: 'केंद्र के दफ़्तर में अपील की फ़ीस नहीं।' },
          }
        : {
            amount: null,
            note: {
              en: 'Some States take a fee: ask the office. Not checked yet for your State.',
              hi: 'कुछ राज्य फ़ीस लेते हैं: दफ़्तर से पूछें। आपके राज्य के लिए अभी जाँचा नहीं गया।',
            },
          },
      enclosures: [
        { en: 'Copy of the RTI application, with proof of sending', hi: 'आरटीआई आवेदन की प्रति, भेजने के प्रमाण सहित' },
        ...(isSilent ? [] : [{ en: 'Copy of the reply', hi: 'प्राप्त उत्तर की प्रति' }]),
      ],
      due: { period: periods.rtiFirstAppealDecided, from, holidays },
      next: nextLetter(
        'rti-second-appeal',
        { period: periods.rtiFirstAppealAtMost, from, holidays },
        {
          ...pick(a, 'government', 'office', 'information', 'registration', 'applicationReceivedOn'),
          appealReceivedOn: from,
        },
        byOutcome,
      ),
      notes: [
        ...time.notes,
        {
          en: 'With written reasons the officer may take up to 45 days. After that you may go to the Commission.',
          hi: 'लिखित कारण के साथ अधिकारी 45 दिन तक ले सकते हैं। उसके बाद आयोग में जा सकते हैं।',
        },
      ],
      subject: {
        en: `First appeal under section 19(1) of the Right to Information Act, 2005${number.en}`,
        hi: `सूचना का अधिकार अधिनियम, 2005 की धारा 19(1) के अंतर्गत प्रथम अपील${number.hi}`,
      },
      body: {
        en: paragraphs(
          `My application under section 6(1) was received by the Public Information Officer of your office on ${inEnglish(requestedOn)}${number.en}. I had requested:`,
          a.information,
          isSilent
            ? 'No decision was given within thirty days. Under section 7(2) this counts as a refusal.'
            : `The reply, which I received on ${inEnglish(a.repliedOn)}, does not give the information that I requested.`,
          !isSilent && a.grounds,
          time.en,
          'I request you to direct the Public Information Officer to provide the complete information' +
            (isSilent ? ', free of charge as section 7(6) requires,' : '') +
            ' and to decide this appeal within thirty days (section 19(6)).',
        ),
        hi: paragraphs(
          `धारा 6(1) के अंतर्गत मेरा आवेदन आपके कार्यालय के लोक सूचना अधिकारी को ${inHindi(requestedOn)} को प्राप्त हुआ था${number.hi}। मैंने यह सूचना माँगी थी:`,
          a.information,
          isSilent
            ? 'तीस दिन के भीतर कोई निर्णय नहीं दिया गया। धारा 7(2) के अनुसार इसे अस्वीकृति माना जाता है।'
            : `जो उत्तर मुझे ${inHindi(a.repliedOn)} को मिला, उसमें माँगी गई सूचना नहीं है।`,
          !isSilent && a.grounds,
          time.hi,
          'अनुरोध है कि लोक सूचना अधिकारी को पूरी सूचना' +
            (isSilent ? ', धारा 7(6) के अनुसार निःशुल्क,' : '') +
            ' देने का निर्देश दें और इस अपील का निर्णय तीस दिन के भीतर करें (धारा 19(6))।',
        ),
      },
    };
  },
};

export const rtiSecondAppeal: Procedure = {
  id: 'rti-second-appeal',
  title: { en: 'RTI: second appeal', hi: 'आरटीआई: दूसरी अपील' },
  subjects: '',
  about: {
    en: 'The first appeal was refused or not decided? Go to the Information Commission.',
    hi: 'पहली अपील खारिज हुई या फ़ैसला नहीं आया? सूचना आयोग में जाएँ।',
  },
  basis: {
    en: 'Right to Information Act 2005, section 19(3); RTI Rules 2012, rules 8 and 9',
    hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 19(3); आरटीआई नियम, 2012 के नियम 8 और 9',
  },
  helpline: 'legal-aid',
  howToSend: [
    {
      en: 'Central Information Commission: online at cic.gov.in, or by post. For a State office: the State Information Commission.',
      hi: 'केंद्रीय सूचना आयोग: cic.gov.in पर ऑनलाइन, या डाक से। राज्य के दफ़्तर के लिए: राज्य सूचना आयोग।',
    },
    {
      en: 'Sign every page of the copies, and put a list of the papers in front.',
      hi: 'कॉपियों के हर पन्ने पर दस्तखत करें और आगे कागज़ों की सूची लगाएँ।',
    },
  ],
  questions: [
    government,
    publicOffice,
    information,
    applicationReceivedOn,
    registration,
    dateOf(
      'appealReceivedOn',
      { en: 'The day on which the office got your first appeal', hi: 'दफ़्तर को आपकी पहली अपील किस दिन मिली' },
      rtiBegan,
    ),
    outcome(
      { en: 'No order came', hi: 'कोई आदेश नहीं आया' },
      { en: 'There was an order, and it does not help', hi: 'आदेश आया, पर उससे काम नहीं बना' },
    ),
    dateOf(
      'repliedOn',
      { en: 'If there was an order: the day on which you got it', hi: 'आदेश आया हो तो: आपको किस दिन मिला' },
      rtiBegan,
      { onlyWith: { question: 'outcome', oneOf: ['refused'] } },
    ),
    grounds({ en: 'What is wrong with the order?', hi: 'आदेश में क्या गलत है?' }),
    lateBecause,
    ...aboutYou,
    receivedOn(rtiBegan),
  ],
  sources: [sources.rtiAppeals, sources.secondAppeal, sources.rtiRules, sources.generalClauses],
  plan(a, { today }) {
    const central = isCentral(a.government);
    const holidays = holidaysFor(a.government);
    const isSilent = a.outcome !== 'refused';
    const from = a.receivedOn ?? today;
    const answerUntil: Deadline = {
      period: periods.rtiFirstAppealAtMost,
      from: a.appealReceivedOn ?? today,
      holidays,
    };
    const time = timed({
      isSilent,
      answerUntil,
      within: {
        period: periods.rtiSecondAppealWithin,
        from: isSilent ? lastDay(answerUntil) : (a.repliedOn ?? today),
        holidays,
      },
      sentOn: from,
      why: a.lateBecause,
    });
    const number = numbered(a);
    return {
      office: central
        ? { en: 'The Registrar\nCentral Information Commission\nNew Delhi', hi: 'पंजीयक\nकेंद्रीय सूचना आयोग\nनई दिल्ली' }
        : { en: 'The Registrar\nState Information Commission', hi: 'पंजीयक\nराज्य सूचना आयोग' },
      fee: central
        ? {
            amount: 0,
            note: { en: 'No fee at the Central Information Commission.', hi: 'केंद्रीय सूचना आयोग में कोई फ़ीस नहीं।' },
          }
        : {
            amount: null,
            note: {
              en: 'Some States take a fee: ask the Commission. Not checked yet for your State.',
              hi: 'कुछ राज्य फ़ीस लेते हैं: आयोग से पूछें। आपके राज्य के लिए अभी जाँचा नहीं गया।',
            },
          },
      enclosures: [
        { en: 'Copy of the RTI application', hi: 'आरटीआई आवेदन की प्रति' },
        { en: 'Copy of the first appeal', hi: 'प्रथम अपील की प्रति' },
        { en: 'Copies of the replies and orders, if any', hi: 'उत्तरों और आदेशों की प्रतियाँ, यदि हों' },
        { en: 'List of the papers', hi: 'कागज़ों की सूची' },
      ],
      due: null,
      next: null,
      notes: [
        ...time.notes,
        {
          en: 'The Act names no day for the decision of the Commission.',
          hi: 'आयोग के फ़ैसले के लिए कानून में कोई दिन तय नहीं है।',
        },
      ],
      subject: {
        en: `Second appeal under section 19(3) of the Right to Information Act, 2005${number.en}`,
        hi: `सूचना का अधिकार अधिनियम, 2005 की धारा 19(3) के अंतर्गत द्वितीय अपील${number.hi}`,
      },
      body: {
        en: paragraphs(
          `Respondent: The Public Information Officer and the First Appellate Authority, ${a.office}.`,
          `My RTI application was received on ${inEnglish(a.applicationReceivedOn)} and my first appeal on ${inEnglish(a.appealReceivedOn)}. I had requested:`,
          a.information,
          isSilent
            ? 'The First Appellate Authority gave no order within forty-five days (section 19(6)).'
            : `The order of the First Appellate Authority, which I received on ${inEnglish(a.repliedOn)}, does not give me the information.`,
          !isSilent && a.grounds,
          time.en,
          'I pray that the Commission direct the respondent to provide the complete information free of charge (section 7(6)), and consider a penalty under section 20(1). I declare that this matter has not been decided by the Commission or a court, and is not pending there.',
        ),
        hi: paragraphs(
          `प्रतिवादी: लोक सूचना अधिकारी तथा प्रथम अपीलीय प्राधिकारी, ${a.office}।`,
          `मेरा आरटीआई आवेदन ${inHindi(a.applicationReceivedOn)} को और मेरी प्रथम अपील ${inHindi(a.appealReceivedOn)} को प्राप्त हुई थी। मैंने यह सूचना माँगी थी:`,
          a.information,
          isSilent
            ? 'प्रथम अपीलीय प्राधिकारी ने पैंतालीस दिन के भीतर कोई आदेश नहीं दिया (धारा 19(6))।'
            : `प्रथम अपीलीय प्राधिकारी का जो आदेश मुझे ${inHindi(a.repliedOn)} को मिला, उससे सूचना नहीं मिली।`,
          !isSilent && a.grounds,
          time.hi,
          'प्रार्थना है कि आयोग प्रतिवादी को पूरी सूचना निःशुल्क देने का निर्देश दे (धारा 7(6)) तथा धारा 20(1) के अंतर्गत दंड पर विचार करे। मैं घोषणा करता/करती हूँ कि इस विषय पर आयोग या न्यायालय का कोई निर्णय नहीं हुआ है और न ही यह वहाँ लंबित है।',
        ),
      },
    };
  },
};
