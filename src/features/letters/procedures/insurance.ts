import { periods } from '../deadlines.ts';
import { dueDay } from '../due-day.ts';
import type { Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  amountOf,
  byOutcome,
  byPostOrHand,
  inEnglish,
  inHindi,
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

/** The Insurance Ombudsman Rules came into force on this day. */
const began = '2017-04-25';

export const insurance: Procedure = {
  id: 'insurance',
  title: { en: 'Complaint about an insurance company', hi: 'बीमा कंपनी की शिकायत' },
  subjects: 'insurance bima beema mediclaim cashless lic policy बीमा पॉलिसी एलआईसी कैशलेस',
  about: {
    en: 'A claim was refused, cut or forgotten? First to the company, then to the Insurance Ombudsman.',
    hi: 'दावा ठुकराया, काटा या लटकाया गया? पहले कंपनी को, फिर बीमा लोकपाल को।',
  },
  basis: {
    en: 'Insurance Ombudsman Rules 2017, rules 13, 14 and 17',
    hi: 'बीमा लोकपाल नियम, 2017 के नियम 13, 14 और 17',
  },
  helpline: 'insurance',
  howToSend: [
    {
      en: "To the company's Grievance Redressal Officer: by email, at the office or by post.",
      hi: 'कंपनी के शिकायत निवारण अधिकारी को: ईमेल से, दफ़्तर में या डाक से।',
    },
    {
      en: 'To the Ombudsman of the area where you live, or where the office of the company is: online at cioins.co.in, by email or by post.',
      hi: 'जहाँ आप रहते हैं या जहाँ कंपनी का दफ़्तर है, उस क्षेत्र के लोकपाल को: cioins.co.in पर ऑनलाइन, ईमेल या डाक से।',
    },
    byPostOrHand,
  ],
  questions: [
    whom({
      company: { en: 'The company, for the first time', hi: 'कंपनी को, पहली बार' },
      ombudsman: { en: 'The Ombudsman: the company did not help', hi: 'लोकपाल को: कंपनी ने मदद नहीं की' },
    }),
    line('company', { en: 'Insurance company and office', hi: 'बीमा कंपनी और दफ़्तर' }),
    line('policy', { en: 'Number of the policy', hi: 'पॉलिसी का नंबर' }),
    long(
      'happened',
      { en: 'What happened?', hi: 'क्या हुआ?' },
      { en: 'Claim, dates, what the company said.', hi: 'दावा, तारीखें, कंपनी ने क्या कहा।' },
    ),
    amountOf({ en: 'How much do you claim? (₹)', hi: 'आप कितनी रकम माँगते हैं? (₹)' }),
    ...ofSecondLetter('ombudsman', began, {
      wrote: {
        en: 'If you complained to the company: on which day it got the letter',
        hi: 'कंपनी को शिकायत की हो तो: उसे पत्र किस दिन मिला',
      },
      silent: { en: 'The company did not answer', hi: 'कंपनी ने जवाब नहीं दिया' },
      refused: { en: 'The company refused, or did only a part', hi: 'कंपनी ने इनकार किया, या आधा ही किया' },
      replied: { en: 'If the company answered: on which day', hi: 'कंपनी ने जवाब दिया हो तो: किस दिन' },
    }),
    ...aboutYou,
    receivedOn(began),
  ],
  sources: [sources.insuranceComplaint, sources.insuranceAward, sources.insurerTwoWeeks, sources.generalClauses],
  plan(a, { today }) {
    const isOmbudsman = a.step === 'ombudsman';
    const isSilent = a.outcome !== 'refused';
    const from = a.receivedOn ?? today;
    const complained = a.complainedOn ?? today;
    const holidays = 'national';
    const companyUntil = dueDay({ period: periods.insurerMonth, from: complained, holidays });
    const within = dueDay({
      period: periods.insuranceOmbudsmanWithin,
      from: isSilent ? companyUntil : (a.repliedOn ?? today),
      holidays,
    });
    return {
      office: isOmbudsman
        ? { en: 'The Insurance Ombudsman', hi: 'बीमा लोकपाल' }
        : { en: `The Grievance Redressal Officer\n${a.company}`, hi: `शिकायत निवारण अधिकारी\n${a.company}` },
      fee: noFee,
      enclosures: [
        { en: 'Copy of the policy', hi: 'पॉलिसी की प्रति' },
        { en: 'Copies of the claim papers', hi: 'दावे के कागज़ों की प्रतियाँ' },
        ...when(isOmbudsman, {
          en: 'Copy of the complaint to the company, with proof of sending',
          hi: 'कंपनी को की गई शिकायत की प्रति, भेजने के प्रमाण सहित',
        }),
        ...when(isOmbudsman && !isSilent, { en: "Copy of the company's reply", hi: 'कंपनी के उत्तर की प्रति' }),
      ],
      due: { period: isOmbudsman ? periods.insuranceAward : periods.insurerReply, from, holidays },
      next: isOmbudsman
        ? null
        : nextLetter(
            'insurance',
            { period: periods.insurerMonth, from, holidays },
            {
              ...pick(a, 'company', 'policy', 'happened', 'amount'),
              step: 'ombudsman',
              complainedOn: from,
            },
            byOutcome,
          ),
      notes: [
        ...when(isOmbudsman && isSilent && from <= companyUntil, {
          en: `It is early: the Ombudsman takes the complaint after ${inEnglish(companyUntil)}, one month after the company got yours.`,
          hi: `अभी जल्दी है: लोकपाल ${inHindi(companyUntil)} के बाद शिकायत लेते हैं, कंपनी को शिकायत मिलने के एक महीने बाद।`,
        }),
        ...when(isOmbudsman && from > within, {
          en: `The year for the Ombudsman ended on ${inEnglish(within)}. A consumer commission may still be open: ask for free legal aid.`,
          hi: `लोकपाल के पास जाने का एक साल ${inHindi(within)} को खत्म हो गया। उपभोक्ता आयोग का रास्ता खुला हो सकता है: मुफ़्त कानूनी मदद माँगें।`,
        }),
        isOmbudsman
          ? {
              en: 'The three months begin when the Ombudsman has all your papers: if more are asked for, count anew from that day. Changes to the Rules were drafted in November 2025: look at cioins.co.in.',
              hi: 'तीन महीने तब शुरू होते हैं जब लोकपाल को आपके सब कागज़ मिल जाएँ: और कागज़ माँगे जाएँ तो उस दिन से फिर गिनें। नवंबर 2025 में नियमों में बदलाव का मसौदा आया था: cioins.co.in देखें।',
            }
          : {
              en: 'The company has two weeks. The Ombudsman may be asked one month after it got your letter, and within one year.',
              hi: 'कंपनी के पास दो सप्ताह हैं। पत्र मिलने के एक महीने बाद, और एक साल के अंदर, लोकपाल के पास जा सकते हैं।',
            },
      ],
      subject: isOmbudsman
        ? {
            en: `Complaint under rule 14 of the Insurance Ombudsman Rules, 2017 against ${a.company}, policy ${a.policy}`,
            hi: `बीमा लोकपाल नियम, 2017 के नियम 14 के अंतर्गत ${a.company} के विरुद्ध शिकायत, पॉलिसी ${a.policy}`,
          }
        : { en: `Grievance about policy ${a.policy}`, hi: `पॉलिसी ${a.policy} के संबंध में शिकायत` },
      body: {
        en: paragraphs(
          'The facts of my complaint are as follows:',
          a.happened,
          a.amount && `I claim ${money(a.amount)}.`,
          isOmbudsman &&
            `My written representation was received by ${a.company} on ${inEnglish(complained)}. ` +
              (isSilent
                ? 'I received no reply within one month.'
                : `Its reply, which I received on ${inEnglish(a.repliedOn)}, does not satisfy me.`) +
              ' The matter is not pending before a court, consumer forum or arbitrator and has not been decided there.',
          isOmbudsman
            ? 'I request you to mediate, and otherwise to pass an award under rule 17 for the amount due to me.'
            : 'I request you to settle the matter and to send me your written decision, with reasons and the term of the policy relied on, within two weeks. Otherwise I shall approach the Insurance Ombudsman under the Insurance Ombudsman Rules, 2017.',
        ),
        hi: paragraphs(
          'मेरी शिकायत के तथ्य इस प्रकार हैं:',
          a.happened,
          a.amount && `मैं ${money(a.amount)} की माँग करता/करती हूँ।`,
          isOmbudsman &&
            `मेरा लिखित अभ्यावेदन ${a.company} को ${inHindi(complained)} को प्राप्त हुआ। ` +
              (isSilent ? 'एक महीने के भीतर कोई उत्तर नहीं मिला।' : `${inHindi(a.repliedOn)} को मिला उत्तर संतोषजनक नहीं है।`) +
              ' यह मामला किसी न्यायालय, उपभोक्ता मंच या मध्यस्थ के समक्ष लंबित नहीं है और न ही वहाँ इसका निर्णय हुआ है।',
          isOmbudsman
            ? 'अनुरोध है कि मध्यस्थता करें, अन्यथा मुझे देय राशि के लिए नियम 17 के अंतर्गत अधिनिर्णय पारित करें।'
            : 'अनुरोध है कि मामले का निपटारा करें और कारण तथा पॉलिसी की संबंधित शर्त सहित लिखित निर्णय दो सप्ताह के भीतर भेजें। अन्यथा मैं बीमा लोकपाल नियम, 2017 के अंतर्गत बीमा लोकपाल से शिकायत करूँगा/करूँगी।',
        ),
      },
    };
  },
};
