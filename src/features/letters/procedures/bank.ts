import { periods } from '../deadlines.ts';
import { dueDay } from '../due-day.ts';
import type { Deadline, Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  amountOf,
  byOutcome,
  byPostOrHand,
  inEnglish,
  inHindi,
  lastFour,
  line,
  long,
  money,
  nextLetter,
  noFee,
  ofSecondLetter,
  paragraphs,
  pick,
  receivedOn,
  when,
  whom,
} from './common.ts';

/** The Integrated Ombudsman Scheme of 2021 came into force on this day; that of 2026 on 1 July 2026. */
const began = '2021-11-12';
const schemeOf2026 = '2026-07-01';

export const bank: Procedure = {
  id: 'bank',
  title: { en: 'Complaint about a bank', hi: 'बैंक की शिकायत' },
  subjects: 'bank atm account khata khate upi emi loan बैंक एटीएम खाता खाते यूपीआई लोन',
  about: {
    en: 'First to the bank, then free of charge to the Ombudsman of the Reserve Bank. Also for wallets and loan companies.',
    hi: 'पहले बैंक को, फिर मुफ़्त में रिज़र्व बैंक के लोकपाल को। वॉलेट और लोन कंपनियों के लिए भी।',
  },
  basis: {
    en: 'Reserve Bank - Integrated Ombudsman Scheme 2026 (for complaints since 1 July 2026)',
    hi: 'रिज़र्व बैंक - एकीकृत लोकपाल योजना, 2026 (1 जुलाई 2026 से की गई शिकायतों के लिए)',
  },
  helpline: 'bank',
  howToSend: [
    {
      en: 'To the bank: at the branch, by email to its nodal officer, or on its site. Keep the number and the date.',
      hi: 'बैंक को: शाखा में, नोडल अधिकारी को ईमेल से, या बैंक की साइट पर। शिकायत का नंबर और तारीख रखें।',
    },
    {
      en: 'To the Ombudsman: online at cms.rbi.org.in, by email to crpc@rbi.org.in, or by post to Reserve Bank of India, Sector 17, Chandigarh 160017.',
      hi: 'लोकपाल को: cms.rbi.org.in पर ऑनलाइन, crpc@rbi.org.in पर ईमेल से, या डाक से: भारतीय रिज़र्व बैंक, सेक्टर 17, चंडीगढ़ 160017।',
    },
    byPostOrHand,
  ],
  questions: [
    whom({
      bank: { en: 'The bank, for the first time', hi: 'बैंक को, पहली बार' },
      ombudsman: { en: 'The Ombudsman: the bank did not help', hi: 'लोकपाल को: बैंक ने मदद नहीं की' },
    }),
    line('bankName', { en: 'Bank and branch', hi: 'बैंक और शाखा' }),
    lastFour(
      'account',
      { en: 'Last four digits of the account or card', hi: 'खाते या कार्ड के आखिरी चार अंक' },
      { en: 'Never the whole number, never a PIN.', hi: 'पूरा नंबर या पिन कभी न लिखें।' },
    ),
    long(
      'happened',
      { en: 'What happened?', hi: 'क्या हुआ?' },
      { en: 'Dates, amounts, what you asked for.', hi: 'तारीखें, रकम, आपने क्या माँगा था।' },
    ),
    amountOf({ en: 'How much money is it about? (₹)', hi: 'कितनी रकम का मामला है? (₹)' }),
    ...ofSecondLetter('ombudsman', began, {
      wrote: { en: 'If you complained to the bank: on which day', hi: 'बैंक को शिकायत की हो तो: किस दिन' },
      silent: { en: 'The bank did not answer', hi: 'बैंक ने जवाब नहीं दिया' },
      refused: { en: 'The bank refused, or did only a part', hi: 'बैंक ने इनकार किया, या आधा ही किया' },
      replied: { en: 'If the bank answered: on which day', hi: 'बैंक ने जवाब दिया हो तो: किस दिन' },
    }),
    ...aboutYou,
    receivedOn(began),
  ],
  sources: [sources.bankScheme, sources.bankDays, sources.bankWindow, sources.bankWhere],
  plan(a, { today }) {
    const isOmbudsman = a.step === 'ombudsman';
    const isSilent = a.outcome !== 'refused';
    const from = a.receivedOn ?? today;
    const reply: Deadline = { period: periods.bankReply, from, holidays: 'national' };
    const complained = a.complainedOn ?? today;
    const bankUntil = dueDay({ period: periods.bankReply, from: complained, holidays: 'national' });
    const within = dueDay({
      period: periods.bankOmbudsmanWithin,
      from: isSilent ? bankUntil : (a.repliedOn ?? today),
      holidays: 'national',
    });
    const account = {
      en: a.account ? ` (account or card ending ${a.account})` : '',
      hi: a.account ? ` (खाता/कार्ड, अंतिम अंक ${a.account})` : '',
    };
    return {
      office: isOmbudsman
        ? {
            en: 'The RBI Ombudsman\nCentralised Receipt and Processing Centre\nReserve Bank of India, Sector 17\nChandigarh 160017',
            hi: 'आरबीआई लोकपाल\nकेंद्रीकृत प्राप्ति और प्रसंस्करण केंद्र\nभारतीय रिज़र्व बैंक, सेक्टर 17\nचंडीगढ़ 160017',
          }
        : {
            en: `The Branch Manager / Principal Nodal Officer\n${a.bankName}`,
            hi: `शाखा प्रबंधक / प्रधान नोडल अधिकारी\n${a.bankName}`,
          },
      fee: noFee,
      enclosures: [
        { en: 'Account statement or other proof', hi: 'खाता विवरण या अन्य प्रमाण' },
        ...when(isOmbudsman, {
          en: 'Copy of the complaint to the bank, with proof of sending',
          hi: 'बैंक को की गई शिकायत की प्रति, भेजने के प्रमाण सहित',
        }),
        ...when(isOmbudsman && !isSilent, { en: "Copy of the bank's reply", hi: 'बैंक के उत्तर की प्रति' }),
      ],
      due: isOmbudsman ? null : reply,
      next: isOmbudsman
        ? null
        : nextLetter(
            'bank',
            reply,
            {
              ...pick(a, 'bankName', 'account', 'happened', 'amount'),
              step: 'ombudsman',
              complainedOn: from,
            },
            byOutcome,
          ),
      notes: [
        ...when(isOmbudsman && isSilent && from <= bankUntil, {
          en: `It is early: the bank has time until ${inEnglish(bankUntil)}.`,
          hi: `अभी जल्दी है: बैंक के पास ${inHindi(bankUntil)} तक समय है।`,
        }),
        ...when(isOmbudsman && complained < schemeOf2026, {
          en: 'Your complaint to the bank is older than the Scheme of 2026. Ask the helpline which time applies to you.',
          hi: 'बैंक को आपकी शिकायत 2026 की योजना से पुरानी है। आप पर कौन सा समय लागू है, हेल्पलाइन पर पूछें।',
        }),
        ...when(isOmbudsman && from > within && complained >= schemeOf2026, {
          en: `The 90 days for the Ombudsman ended on ${inEnglish(within)}. A consumer commission may still be open: ask for free legal aid.`,
          hi: `लोकपाल के 90 दिन ${inHindi(within)} को खत्म हो गए। उपभोक्ता आयोग का रास्ता खुला हो सकता है: मुफ़्त कानूनी मदद माँगें।`,
        }),
        isOmbudsman
          ? {
              en: 'The Scheme names no day for the decision of the Ombudsman.',
              hi: 'लोकपाल के फ़ैसले के लिए योजना में कोई दिन तय नहीं है।',
            }
          : {
              en: 'From then on you have 90 days to go to the Ombudsman.',
              hi: 'उसके बाद लोकपाल के पास जाने के लिए 90 दिन हैं।',
            },
      ],
      subject: isOmbudsman
        ? {
            en: `Complaint under the Reserve Bank - Integrated Ombudsman Scheme, 2026 against ${a.bankName}${account.en}`,
            hi: `रिज़र्व बैंक - एकीकृत लोकपाल योजना, 2026 के अंतर्गत ${a.bankName} के विरुद्ध शिकायत${account.hi}`,
          }
        : {
            en: `Complaint about a deficiency in service${account.en}`,
            hi: `सेवा में कमी की शिकायत${account.hi}`,
          },
      body: {
        en: paragraphs(
          'The facts of my complaint are as follows:',
          a.happened,
          a.amount && `The amount concerned is ${money(a.amount)}.`,
          isOmbudsman &&
            `I complained to ${a.bankName} on ${inEnglish(complained)}. ` +
              (isSilent
                ? 'It did not reply within thirty days.'
                : `Its reply, which I received on ${inEnglish(a.repliedOn)}, did not resolve the complaint.`) +
              ' The matter is not pending before a court, tribunal or arbitrator and has not been decided there.',
          isOmbudsman
            ? 'I request you to direct the bank to set this right, to pay the amount due, and to compensate me for the loss, the expense and the harassment.'
            : 'I request you to set this right, to pay me any amount that is due, and to send me a written reply with reasons within thirty days. Otherwise I shall approach the RBI Ombudsman under the Integrated Ombudsman Scheme, 2026.',
        ),
        hi: paragraphs(
          'मेरी शिकायत के तथ्य इस प्रकार हैं:',
          a.happened,
          a.amount && `संबंधित राशि ${money(a.amount)} है।`,
          isOmbudsman &&
            `मैंने ${inHindi(complained)} को ${a.bankName} से शिकायत की थी। ` +
              (isSilent
                ? 'तीस दिन के भीतर कोई उत्तर नहीं मिला।'
                : `${inHindi(a.repliedOn)} को मिले उत्तर से शिकायत का समाधान नहीं हुआ।`) +
              ' यह मामला किसी न्यायालय, अधिकरण या मध्यस्थ के समक्ष लंबित नहीं है और न ही वहाँ इसका निर्णय हुआ है।',
          isOmbudsman
            ? 'अनुरोध है कि बैंक को इसे ठीक करने, देय राशि देने तथा हानि, व्यय और परेशानी की क्षतिपूर्ति करने का निर्देश दें।'
            : 'अनुरोध है कि इसे ठीक करें, देय राशि मुझे दें और तीस दिन के भीतर कारण सहित लिखित उत्तर दें। अन्यथा मैं एकीकृत लोकपाल योजना, 2026 के अंतर्गत आरबीआई लोकपाल से शिकायत करूँगा/करूँगी।',
        ),
      },
    };
  },
};
