import { namedDays, periods } from '../deadlines.ts';
import type { Deadline, Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  byPostOrHand,
  choice,
  copyOfIdentity,
  dateOf,
  inEnglish,
  inHindi,
  inSentence,
  line,
  long,
  matterOf,
  nameOf,
  nextLetter,
  noFee,
  optionalLine,
  paragraphs,
  pick,
  receivedOn,
  rtiAbout,
  when,
} from './common.ts';
import { daysOnReceipt } from './ration-card.ts';

/** The order that gives 21 and 30 days is of this day. */
const began = '2024-10-16';

const matters = {
  start: { en: 'The pension has not begun', hi: 'पेंशन शुरू नहीं हुई' },
  stopped: { en: 'The pension has stopped', hi: 'पेंशन रुक गई' },
  amount: { en: 'The amount is wrong, or arrears are not paid', hi: 'राशि गलत है, या बकाया नहीं मिला' },
  family: { en: 'The family pension has not begun', hi: 'पारिवारिक पेंशन शुरू नहीं हुई' },
  gratuity: { en: 'Gratuity or other dues are not paid', hi: 'ग्रेच्युटी या कोई और बकाया पैसा नहीं मिला' },
};

export const pension: Procedure = {
  id: 'pension',
  title: { en: 'Pension late, stopped or wrong', hi: 'पेंशन में देरी, रुकावट या गलती' },
  subjects: 'pension penshan पेंशन पेन्शन',
  about: {
    en: 'For pensions of Government service. Old-age, widow and disability pensions: choose State Government.',
    hi: 'सरकारी सेवा की पेंशन के लिए। वृद्धावस्था, विधवा और दिव्यांग पेंशन: राज्य सरकार चुनें।',
  },
  basis: {
    en: "Order of the Department of Pension and Pensioners' Welfare of 16 October 2024 (Central Government pensioners)",
    hi: 'पेंशन और पेंशनभोगी कल्याण विभाग का 16 अक्टूबर 2024 का आदेश (केंद्र सरकार के पेंशनभोगी)',
  },
  helpline: 'pension',
  howToSend: [
    {
      en: 'Central Government: online at pgportal.gov.in/cpengrams, or call 1800-11-1960. A letter on paper must be entered there too.',
      hi: 'केंद्र सरकार: pgportal.gov.in/cpengrams पर ऑनलाइन, या 1800-11-1960 पर फ़ोन करें। कागज़ पर भेजा पत्र भी वहाँ दर्ज होना चाहिए।',
    },
    byPostOrHand,
  ],
  questions: [
    choice(
      'government',
      { en: 'Who pays the pension?', hi: 'पेंशन कौन देता है?' },
      {
        // The form begins with the first: most who write draw a State's old-age or widow pension.
        state: { en: 'State Government', hi: 'राज्य सरकार' },
        central: { en: 'Central Government', hi: 'केंद्र सरकार' },
      },
    ),
    choice(
      'step',
      { en: 'Which letter?', hi: 'कौन सा पत्र?' },
      {
        first: { en: 'First letter', hi: 'पहला पत्र' },
        appeal: {
          en: 'Appeal: it was closed without help, or not answered',
          hi: 'अपील: शिकायत बिना हल के बंद कर दी गई, या जवाब नहीं आया',
        },
      },
    ),
    matterOf(matters),
    line('office', { en: 'Office or bank that pays it, and place', hi: 'पेंशन देने वाला दफ़्तर या बैंक, और जगह' }),
    optionalLine('order', { en: 'PPO or pension number', hi: 'पीपीओ या पेंशन नंबर' }),
    dateOf('since', { en: 'Since when is it wrong?', hi: 'कब से गड़बड़ है?' }, '1950-01-26'),
    long('happened', { en: 'What happened?', hi: 'क्या हुआ?' }),
    dateOf(
      'complainedOn',
      { en: 'If you wrote before: on which day it was received', hi: 'पहले लिखा हो तो: पत्र किस दिन मिला' },
      began,
      { onlyWith: { question: 'step', oneOf: ['appeal'] } },
    ),
    daysOnReceipt,
    ...aboutYou,
    receivedOn(began),
  ],
  sources: [sources.pensionOrder, sources.publicGrievances, sources.generalClauses, sources.cpgrams],
  plan(a, { today, language }) {
    const isCentral = a.government === 'central';
    const isAppeal = a.step === 'appeal';
    const from = a.receivedOn ?? today;
    const period = isCentral
      ? isAppeal
        ? periods.pensionAppeal
        : periods.pensionGrievance
      : a.daysNamed
        ? namedDays(Number(a.daysNamed))
        : null;
    const due: Deadline | null = period && { period, from, holidays: isCentral ? 'central' : 'national' };
    const matter = inSentence(nameOf(matters, a.matter));
    const order = { en: a.order ? `, PPO ${a.order}` : '', hi: a.order ? `, पीपीओ ${a.order}` : '' };
    const appealNext = isCentral && !isAppeal;
    return {
      office: {
        en: `${isAppeal ? 'The Nodal Appellate Authority (Pensions)' : 'The Pension Grievance Officer'}\n${a.office}`,
        hi: `${isAppeal ? 'नोडल अपीलीय प्राधिकारी (पेंशन)' : 'पेंशन शिकायत अधिकारी'}\n${a.office}`,
      },
      fee: noFee,
      enclosures: [
        { en: 'Copy of the pension payment order', hi: 'पेंशन भुगतान आदेश की प्रति' },
        { en: 'Bank passbook, and life certificate where it matters', hi: 'बैंक पासबुक, और जहाँ ज़रूरी हो जीवन प्रमाणपत्र' },
        copyOfIdentity,
        ...when(isAppeal, {
          en: 'Copy of the first letter and of the reply, if any',
          hi: 'पहले पत्र और उत्तर (यदि हो) की प्रति',
        }),
      ],
      due,
      isOnCpgrams: isCentral,
      next: appealNext
        ? nextLetter('pension', due, {
            ...pick(a, 'government', 'matter', 'office', 'order', 'since', 'happened'),
            step: 'appeal',
            complainedOn: from,
          })
        : rtiAbout(a, due, pick(a, 'government', 'office'), {
            subject: { en: `Pension: ${matter.en}`, hi: `पेंशन: ${matter.hi}` },
            from,
            language,
          }),
      notes: isCentral
        ? isAppeal
          ? []
          : [
              {
                en: 'Closed without help? The appeal is possible within 30 days after that, and is decided in 30.',
                hi: 'बिना समाधान बंद? उसके बाद 30 दिन के अंदर अपील हो सकती है, और उसका फ़ैसला 30 दिन में होता है।',
              },
            ]
        : [
            {
              en: 'Each State sets its own days: ask the office. Not checked yet for your State.',
              hi: 'हर राज्य अपने दिन तय करता है: दफ़्तर से पूछें। आपके राज्य के लिए अभी जाँचा नहीं गया।',
            },
          ],
      subject: {
        en: `${isAppeal ? 'Appeal' : 'Grievance'} about pension: ${matter.en}${order.en}`,
        hi: `पेंशन के संबंध में ${isAppeal ? 'अपील' : 'शिकायत'}: ${matter.hi}${order.hi}`,
      },
      body: {
        en: paragraphs(
          `The matter has been wrong since ${inEnglish(a.since)}. The facts are:`,
          a.happened,
          isAppeal &&
            `My letter was received on ${inEnglish(a.complainedOn)}. The grievance was not answered or not redressed.`,
          isAppeal
            ? 'I request you to decide this appeal by a speaking order within thirty days' +
                (isCentral ? ', as the order of 16 October 2024 requires.' : '.')
            : isCentral
              ? 'I request you to redress this within twenty-one days, as the order of the Department of Pension and Pensioners’ Welfare of 16 October 2024 requires, to pay the arrears with the interest due, and to enter this letter in CPENGRAMS and give me its number.'
              : 'I request you to redress this in the time set by the State, to pay the arrears with the interest due, and to give me a written reply with reasons.',
        ),
        hi: paragraphs(
          `यह समस्या ${inHindi(a.since)} से है। तथ्य इस प्रकार हैं:`,
          a.happened,
          isAppeal && `मेरा पत्र ${inHindi(a.complainedOn)} को प्राप्त हुआ था। शिकायत का उत्तर या समाधान नहीं हुआ।`,
          isAppeal
            ? 'अनुरोध है कि' +
                (isCentral ? ' 16 अक्टूबर 2024 के आदेश के अनुसार' : '') +
                ' तीस दिन के भीतर सकारण आदेश से इस अपील का निर्णय करें।'
            : isCentral
              ? 'अनुरोध है कि पेंशन और पेंशनभोगी कल्याण विभाग के 16 अक्टूबर 2024 के आदेश के अनुसार इक्कीस दिन के भीतर इसका निवारण करें, बकाया राशि देय ब्याज सहित दें, तथा इस पत्र को CPENGRAMS में दर्ज कर उसकी संख्या दें।'
              : 'अनुरोध है कि राज्य द्वारा नियत समय में इसका निवारण करें, बकाया राशि देय ब्याज सहित दें और कारण सहित लिखित उत्तर दें।',
        ),
      },
    };
  },
};
