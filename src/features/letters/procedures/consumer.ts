import { daysInLetter, periods } from '../deadlines.ts';
import { dueDay } from '../due-day.ts';
import type { Deadline, Plan, Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  byPostOrHand,
  dateOf,
  inEnglish,
  inHindi,
  line,
  long,
  money,
  nextLetter,
  noFee,
  paragraphs,
  pick,
  receivedOn,
  when,
  whom,
} from './common.ts';

/** The Consumer Protection Act 2019 came into force on this day. */
const began = '2020-07-20';
const lakh = 100_000;
const crore = 100 * lakh;

/** Value of what was paid, and the fee up to it (rule 7(2) of the Rules of 2020, as changed on 20 December 2022). */
const fees: [upTo: number, rupees: number][] = [
  [5 * lakh, 0],
  [10 * lakh, 200],
  [20 * lakh, 400],
  [50 * lakh, 1_000],
  [crore, 2_000],
  [2 * crore, 2_500],
  [4 * crore, 3_000],
  [6 * crore, 4_000],
  [8 * crore, 5_000],
  [10 * crore, 6_000],
  [Infinity, 7_500],
];

/** Which commission, by the value paid (Jurisdiction Rules 2021). */
function commissionFor(paid: number) {
  if (paid <= 50 * lakh)
    return { en: 'District Consumer Disputes Redressal Commission', hi: 'ज़िला उपभोक्ता विवाद निवारण आयोग' };
  if (paid <= 2 * crore)
    return { en: 'State Consumer Disputes Redressal Commission', hi: 'राज्य उपभोक्ता विवाद निवारण आयोग' };
  return { en: 'National Consumer Disputes Redressal Commission', hi: 'राष्ट्रीय उपभोक्ता विवाद निवारण आयोग' };
}

function feeFor(paid: number): Plan['fee'] {
  const amount = fees.find(([upTo]) => paid <= upTo)?.[1] ?? 0;
  return {
    amount,
    note:
      amount === 0
        ? { en: 'No fee up to ₹5 lakh paid.', hi: '₹5 लाख तक की खरीद पर कोई फ़ीस नहीं।' }
        : {
            en: `${money(String(amount))}, by what you paid (${money(String(paid))}).`,
            hi: `${money(String(amount))}, आपने जितना चुकाया (${money(String(paid))}) उसके हिसाब से।`,
          },
  };
}

export const consumer: Procedure = {
  id: 'consumer',
  title: { en: 'Complaint about a shop or service', hi: 'दुकान या सेवा की शिकायत' },
  subjects:
    'shopkeeper seller dukandar dukaandar saman samaan product warranty refund company flipkart amazon दुकानदार सामान वारंटी रिफ़ंड कंपनी',
  about: {
    en: 'Bad goods, bad service, no refund: a letter to the seller, then a complaint to the consumer commission.',
    hi: 'खराब सामान, खराब सेवा, पैसा वापस नहीं: पहले दुकानदार या कंपनी को पत्र, फिर उपभोक्ता आयोग में शिकायत।',
  },
  basis: {
    en: 'Consumer Protection Act 2019, sections 35, 36 and 69; E-Commerce Rules 2020 for online sellers',
    hi: 'उपभोक्ता संरक्षण अधिनियम, 2019 की धारा 35, 36 और 69; ऑनलाइन विक्रेताओं के लिए ई-वाणिज्य नियम, 2020',
  },
  helpline: 'consumer',
  howToSend: [
    {
      en: 'To the seller: by email to its grievance officer and by registered post. The National Consumer Helpline also helps.',
      hi: 'विक्रेता को: शिकायत अधिकारी को ईमेल से और रजिस्टर्ड डाक से। राष्ट्रीय उपभोक्ता हेल्पलाइन भी मदद करती है।',
    },
    {
      en: 'To the commission: online at e-jagriti.gov.in or at its office, where you live, work or bought. You need no lawyer.',
      hi: 'आयोग को: e-jagriti.gov.in पर ऑनलाइन या दफ़्तर में; जहाँ आप रहते हैं, काम करते हैं या खरीदा था। वकील ज़रूरी नहीं।',
    },
    byPostOrHand,
  ],
  questions: [
    whom({
      seller: { en: 'The seller, for the first time', hi: 'दुकानदार या कंपनी को, पहली बार' },
      commission: {
        en: 'The consumer commission: the seller did not help',
        hi: 'उपभोक्ता आयोग को: दुकानदार या कंपनी ने मदद नहीं की',
      },
    }),
    line('seller', { en: 'Name and place of the seller', hi: 'दुकानदार या कंपनी का नाम और जगह' }),
    {
      id: 'boughtOnline',
      kind: 'yes',
      label: { en: 'I bought it online (app or website)', hi: 'मैंने ऑनलाइन खरीदा (ऐप या वेबसाइट)' },
    },
    line('bought', { en: 'What did you buy?', hi: 'आपने क्या खरीदा?' }),
    {
      id: 'amount',
      kind: 'amount',
      label: { en: 'How much did you pay? (₹)', hi: 'आपने कितना चुकाया? (₹)' },
      isRequired: true,
    },
    dateOf('boughtOn', { en: 'On which day did it go wrong?', hi: 'गड़बड़ी किस दिन हुई?' }, began, {
      help: {
        en: 'The day of the defect or refusal: from it two years are counted. Before 20 July 2020 an older law applies.',
        hi: 'खराबी या इनकार का दिन: उससे दो साल गिने जाते हैं। 20 जुलाई 2020 से पहले पुराना कानून लागू है।',
      },
    }),
    long('happened', { en: 'What went wrong?', hi: 'क्या गड़बड़ हुई?' }),
    line(
      'wanted',
      { en: 'What do you want?', hi: 'आप क्या चाहते हैं?' },
      { en: 'For example: refund, repair, exchange, compensation', hi: 'जैसे: पैसा वापस, मरम्मत, बदली, हर्जाना' },
    ),
    dateOf(
      'complainedOn',
      { en: 'If you wrote to the seller: on which day', hi: 'दुकानदार या कंपनी को लिखा हो तो: किस दिन' },
      began,
      { onlyWith: { question: 'step', oneOf: ['commission'] } },
    ),
    ...aboutYou,
    receivedOn(began),
  ],
  sources: [
    sources.consumerAdmission,
    sources.consumerLimit,
    sources.consumerFee,
    sources.consumerCourt,
    sources.shopsOnline,
    sources.generalClauses,
  ],
  plan(a, { today }) {
    const isCommission = a.step === 'commission';
    const paid = Number(a.amount ?? 0);
    const from = a.receivedOn ?? today;
    const isOnline = a.boughtOnline === 'yes';
    const reply: Deadline = { period: isOnline ? periods.onlineSeller : daysInLetter, from, holidays: 'national' };
    const until = dueDay({ period: periods.consumerComplaintWithin, from: a.boughtOn ?? today, holidays: 'national' });
    const isLate = from > until;
    const commission = commissionFor(paid);
    return {
      office: isCommission
        ? { en: `The President\n${commission.en}`, hi: `अध्यक्ष\n${commission.hi}` }
        : {
            en: `${isOnline ? 'The Grievance Officer' : 'The Manager'}\n${a.seller}`,
            hi: `${isOnline ? 'शिकायत अधिकारी' : 'प्रबंधक'}\n${a.seller}`,
          },
      fee: isCommission ? feeFor(paid) : noFee,
      enclosures: [
        { en: 'Copy of the bill or order', hi: 'बिल या ऑर्डर की प्रति' },
        { en: 'Photographs, messages and other proof', hi: 'फ़ोटो, संदेश और अन्य प्रमाण' },
        ...when(
          isCommission,
          {
            en: 'Copy of the letter to the seller, with proof of sending',
            hi: 'विक्रेता को भेजे पत्र की प्रति, भेजने के प्रमाण सहित',
          },
          { en: 'Affidavit that the facts are true', hi: 'तथ्यों के सत्य होने का शपथपत्र' },
        ),
      ],
      due: isCommission ? { period: periods.consumerAdmission, from, holidays: 'national' } : reply,
      next: isCommission
        ? null
        : nextLetter('consumer', reply, {
            ...pick(a, 'seller', 'boughtOnline', 'bought', 'amount', 'boughtOn', 'happened', 'wanted'),
            step: 'commission',
            complainedOn: from,
          }),
      notes: [
        ...when(isLate, {
          en: `The two years for a complaint ended on ${inEnglish(until)}. The commission may allow it for a good reason: ask for free legal aid first.`,
          hi: `शिकायत के दो साल ${inHindi(until)} को खत्म हो गए। सही कारण हो तो आयोग इजाज़त दे सकता है: पहले मुफ़्त कानूनी मदद माँगें।`,
        }),
        ...(isCommission
          ? [
              {
                en: 'By the due day the commission decides whether it takes the complaint; if it says nothing, the complaint counts as taken (section 36(3)).',
                hi: 'इस दिन तक आयोग तय करता है कि शिकायत ली जाए या नहीं; कुछ न कहे तो शिकायत ली गई मानी जाती है (धारा 36(3))।',
              },
            ]
          : isOnline
            ? []
            : [
                {
                  en: 'For a shop no law names a day: the fifteen days are those that your letter gives.',
                  hi: 'दुकान के लिए कानून में कोई दिन तय नहीं है: पंद्रह दिन वही हैं जो आपका पत्र देता है।',
                },
              ]),
      ],
      subject: isCommission
        ? {
            en: `Complaint under section 35 of the Consumer Protection Act, 2019: ${a.name} against ${a.seller}`,
            hi: `उपभोक्ता संरक्षण अधिनियम, 2019 की धारा 35 के अंतर्गत शिकायत: ${a.name} बनाम ${a.seller}`,
          }
        : { en: `Complaint about: ${a.bought}`, hi: `शिकायत: ${a.bought}` },
      body: {
        en: paragraphs(
          `I paid ${money(a.amount)} to ${a.seller}${isOnline ? ' (online)' : ''} for: ${a.bought}. The cause of action arose on ${inEnglish(a.boughtOn)}. The facts are:`,
          a.happened,
          isCommission && `I wrote to the seller on ${inEnglish(a.complainedOn)}; the matter was not resolved.`,
          isCommission &&
            isLate &&
            'The complaint is filed after two years for sufficient cause. Kindly condone the delay under section 69(2).',
          `I request: ${a.wanted}`,
          isCommission
            ? 'This is a defect or a deficiency within the meaning of the Consumer Protection Act, 2019. I pray for an order under section 39 accordingly, with compensation and costs. I declare that no other complaint about this is pending.'
            : isOnline
              ? 'Kindly acknowledge this complaint within forty-eight hours and resolve it within one month, as the Consumer Protection (E-Commerce) Rules, 2020 require. Otherwise I shall file a complaint under section 35 of the Consumer Protection Act, 2019.'
              : 'Kindly resolve this within fifteen days of receiving this letter. Otherwise I shall file a complaint under section 35 of the Consumer Protection Act, 2019.',
        ),
        hi: paragraphs(
          `मैंने ${a.seller} को${isOnline ? ' (ऑनलाइन)' : ''} ${money(a.amount)} का भुगतान इसके लिए किया: ${a.bought}। वाद-हेतुक ${inHindi(a.boughtOn)} को उत्पन्न हुआ। तथ्य इस प्रकार हैं:`,
          a.happened,
          isCommission && `मैंने ${inHindi(a.complainedOn)} को विक्रेता को लिखा; मामले का समाधान नहीं हुआ।`,
          isCommission &&
            isLate &&
            'पर्याप्त कारण से यह शिकायत दो वर्ष के बाद की जा रही है। कृपया धारा 69(2) के अंतर्गत देरी को क्षमा करें।',
          `मेरा अनुरोध: ${a.wanted}`,
          isCommission
            ? 'यह उपभोक्ता संरक्षण अधिनियम, 2019 के अर्थ में त्रुटि या सेवा में कमी है। प्रार्थना है कि धारा 39 के अंतर्गत तदनुसार आदेश तथा क्षतिपूर्ति और व्यय दिलाया जाए। मैं घोषणा करता/करती हूँ कि इस विषय में कोई अन्य शिकायत लंबित नहीं है।'
            : isOnline
              ? 'कृपया उपभोक्ता संरक्षण (ई-वाणिज्य) नियम, 2020 के अनुसार अड़तालीस घंटे में शिकायत की प्राप्ति स्वीकार करें और एक महीने में समाधान करें। अन्यथा मैं उपभोक्ता संरक्षण अधिनियम, 2019 की धारा 35 के अंतर्गत शिकायत करूँगा/करूँगी।'
              : 'कृपया यह पत्र मिलने के पंद्रह दिन के भीतर समाधान करें। अन्यथा मैं उपभोक्ता संरक्षण अधिनियम, 2019 की धारा 35 के अंतर्गत शिकायत करूँगा/करूँगी।',
        ),
      },
    };
  },
};
