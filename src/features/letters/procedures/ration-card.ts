import { namedDays } from '../deadlines.ts';
import type { Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  byOutcome,
  byPostOrHand,
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
  ofSecondLetter,
  optionalLine,
  paragraphs,
  pick,
  receivedOn,
  when,
  whom,
} from './common.ts';

/** The National Food Security Act came into force on this day. */
const began = '2013-07-05';

const matters = {
  card: { en: 'A new ration card was not given', hi: 'नया राशन कार्ड नहीं मिला' },
  member: { en: 'A member was not added, or was struck off', hi: 'सदस्य नहीं जोड़ा गया, या नाम काटा गया' },
  cancelled: { en: 'The card was cancelled', hi: 'कार्ड रद्द कर दिया गया' },
  grain: { en: 'The shop gives no grain, or too little', hi: 'दुकान अनाज नहीं देती, या कम देती है' },
  ekyc: { en: 'The e-KYC or the thumb print fails', hi: 'ई-केवाईसी नहीं हो रहा, या अँगूठा नहीं लगता' },
};

/** Days that stand on the receipt or in the State's charter; no central law gives them. */
export const daysOnReceipt = {
  id: 'daysNamed',
  kind: 'days',
  label: { en: 'Days for an answer, if your receipt names them', hi: 'जवाब के दिन, अगर आपकी रसीद पर लिखे हों' },
  help: {
    en: "Your State sets the time. It stands on the receipt or in the State's service charter. Else leave this empty.",
    hi: 'समय आपका राज्य तय करता है। वह रसीद पर या राज्य के सेवा चार्टर में लिखा होता है। नहीं तो खाली छोड़ें।',
  },
} as const satisfies Procedure['questions'][number];

export const rationCard: Procedure = {
  id: 'ration-card',
  title: { en: 'Ration card or ration refused', hi: 'राशन कार्ड या राशन नहीं मिला' },
  subjects: 'ration rashan kotedar pds राशन कोटेदार',
  about: {
    en: 'No card, a name struck off, no grain: to the District Grievance Redressal Officer, then to the State Food Commission.',
    hi: 'कार्ड नहीं, नाम कटा, अनाज नहीं: ज़िला शिकायत निवारण अधिकारी को, फिर राज्य खाद्य आयोग को।',
  },
  basis: {
    en: 'National Food Security Act 2013, sections 14, 15 and 16',
    hi: 'राष्ट्रीय खाद्य सुरक्षा अधिनियम, 2013 की धारा 14, 15 और 16',
  },
  helpline: 'ration',
  howToSend: [
    {
      en: 'By the helpline, or the food department’s site of your State: keep the number of the complaint.',
      hi: 'हेल्पलाइन से, या अपने राज्य के खाद्य विभाग की साइट से: शिकायत का नंबर रखें।',
    },
    byPostOrHand,
  ],
  questions: [
    whom({
      officer: { en: 'The District Officer', hi: 'ज़िला अधिकारी को' },
      commission: {
        en: 'The State Food Commission: the officer did not help',
        hi: 'राज्य खाद्य आयोग को: अधिकारी ने मदद नहीं की',
      },
    }),
    matterOf(matters),
    line('district', { en: 'District and State', hi: 'ज़िला और राज्य' }),
    optionalLine('card', { en: 'Number of the ration card or application', hi: 'राशन कार्ड या आवेदन का नंबर' }),
    dateOf(
      'appliedOn',
      {
        en: 'New card: the day on which you applied. Else: since when it is wrong',
        hi: 'नया कार्ड: आवेदन का दिन। बाकी में: कब से गड़बड़ है',
      },
      began,
    ),
    long('happened', { en: 'What happened?', hi: 'क्या हुआ?' }),
    ...ofSecondLetter('commission', began, {
      wrote: {
        en: 'If the officer has your complaint: since which day',
        hi: 'अधिकारी को शिकायत दी हो तो: किस दिन मिली',
      },
      silent: { en: 'The officer did not decide', hi: 'अधिकारी ने फ़ैसला नहीं किया' },
      refused: { en: 'There was an order, and it does not help', hi: 'आदेश आया, पर उससे काम नहीं बना' },
    }),
    daysOnReceipt,
    ...aboutYou,
    receivedOn(began),
  ],
  sources: [sources.foodOfficer, sources.foodCommission],
  plan(a, { today }) {
    const isCommission = a.step === 'commission';
    const isSilent = a.outcome !== 'refused';
    const from = a.receivedOn ?? today;
    const due = a.daysNamed ? ({ period: namedDays(Number(a.daysNamed)), from, holidays: 'national' } as const) : null;
    const card = { en: a.card ? ` (${a.card})` : '', hi: a.card ? ` (${a.card})` : '' };
    const matter = inSentence(nameOf(matters, a.matter));
    const isNewCard = (a.matter ?? 'card') === 'card';
    return {
      office: isCommission
        ? {
            en: `The Member Secretary\nState Food Commission\n${a.district}`,
            hi: `सदस्य सचिव\nराज्य खाद्य आयोग\n${a.district}`,
          }
        : {
            en: `The District Grievance Redressal Officer\n(National Food Security Act, 2013)\n${a.district}`,
            hi: `ज़िला शिकायत निवारण अधिकारी\n(राष्ट्रीय खाद्य सुरक्षा अधिनियम, 2013)\n${a.district}`,
          },
      fee: noFee,
      enclosures: [
        { en: 'Copy of the application or the ration card', hi: 'आवेदन या राशन कार्ड की प्रति' },
        copyOfIdentity,
        ...when(isCommission, {
          en: 'Copy of the complaint to the officer, and of the order, if any',
          hi: 'अधिकारी को की गई शिकायत और आदेश (यदि हो) की प्रति',
        }),
      ],
      due,
      next: isCommission
        ? null
        : nextLetter(
            'ration-card',
            due,
            {
              ...pick(a, 'matter', 'district', 'card', 'appliedOn', 'happened'),
              step: 'commission',
              complainedOn: from,
            },
            byOutcome,
          ),
      notes: [
        due === null
          ? {
              en: 'The Act leaves the days to your State. Ask the office or the helpline. Not checked yet for your State.',
              hi: 'कानून ने दिन राज्य पर छोड़े हैं। दफ़्तर या हेल्पलाइन से पूछें। आपके राज्य के लिए अभी जाँचा नहीं गया।',
            }
          : {
              en: 'The day is counted from the days that you wrote; we have not checked them.',
              hi: 'यह दिन आपके लिखे दिनों से गिना गया है; हमने उन्हें जाँचा नहीं है।',
            },
        ...when(isCommission && !isSilent, {
          en: 'Your State sets by when to appeal (some say 30 days): send it soon.',
          hi: 'अपील का समय राज्य तय करता है (कुछ में 30 दिन): जल्दी भेजें।',
        }),
      ],
      subject: isCommission
        ? isSilent
          ? {
              en: `Complaint under section 16 of the National Food Security Act, 2013: ${matter.en}${card.en}`,
              hi: `राष्ट्रीय खाद्य सुरक्षा अधिनियम, 2013 की धारा 16 के अंतर्गत शिकायत: ${matter.hi}${card.hi}`,
            }
          : {
              en: `Appeal under section 15(6) of the National Food Security Act, 2013: ${matter.en}${card.en}`,
              hi: `राष्ट्रीय खाद्य सुरक्षा अधिनियम, 2013 की धारा 15(6) के अंतर्गत अपील: ${matter.hi}${card.hi}`,
            }
        : {
            en: `Complaint under section 15 of the National Food Security Act, 2013: ${matter.en}${card.en}`,
            hi: `राष्ट्रीय खाद्य सुरक्षा अधिनियम, 2013 की धारा 15 के अंतर्गत शिकायत: ${matter.hi}${card.hi}`,
          },
      body: {
        en: paragraphs(
          `${isNewCard ? `I applied for the card on ${inEnglish(a.appliedOn)}.` : `This has been so since ${inEnglish(a.appliedOn)}.`} The facts are:`,
          a.happened,
          isCommission &&
            `The District Grievance Redressal Officer received my complaint on ${inEnglish(a.complainedOn)}. ` +
              (isSilent ? 'No decision has been made.' : 'The order does not redress the grievance.'),
          isCommission
            ? 'I request the Commission to inquire into the violation of my entitlement, to order the relief due to me, and to consider the penalty under section 33 of the Act.'
            : 'I request you to inquire, to give my household its entitlement under the Act without further delay, and to send me a written order with reasons. If food grain was not supplied, the food security allowance under section 8 may be paid.',
        ),
        hi: paragraphs(
          `${isNewCard ? `मैंने ${inHindi(a.appliedOn)} को कार्ड के लिए आवेदन किया था।` : `यह समस्या ${inHindi(a.appliedOn)} से है।`} तथ्य इस प्रकार हैं:`,
          a.happened,
          isCommission &&
            `ज़िला शिकायत निवारण अधिकारी को मेरी शिकायत ${inHindi(a.complainedOn)} को प्राप्त हुई। ` +
              (isSilent ? 'अब तक कोई निर्णय नहीं हुआ है।' : 'आदेश से शिकायत का निवारण नहीं हुआ।'),
          isCommission
            ? 'अनुरोध है कि आयोग मेरी हकदारी के उल्लंघन की जाँच करे, मुझे देय राहत दिलाए और अधिनियम की धारा 33 के अंतर्गत शास्ति पर विचार करे।'
            : 'अनुरोध है कि जाँच कर मेरे परिवार को अधिनियम के अंतर्गत उसकी हकदारी बिना और देरी के दिलाएँ तथा कारण सहित लिखित आदेश भेजें। यदि खाद्यान्न नहीं दिया गया, तो धारा 8 के अंतर्गत खाद्य सुरक्षा भत्ता दिया जाए।',
        ),
      },
    };
  },
};
