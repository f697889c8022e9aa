import { periods } from '../deadlines.ts';
import type { Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  byPostOrHand,
  copyOfIdentity,
  dateOf,
  inEnglish,
  inHindi,
  inSentence,
  lastFour,
  line,
  long,
  matterOf,
  nameOf,
  noFee,
  paragraphs,
  receivedOn,
  rtiAbout,
} from './common.ts';

/** The EPFO's grievance system began in this month. */
const began = '2010-05-01';

const matters = {
  claim: {
    en: 'A claim or withdrawal was not paid',
    hi: 'क्लेम या निकासी का पैसा नहीं मिला',
  },
  refused: { en: 'A claim or withdrawal was refused', hi: 'क्लेम या निकासी नामंज़ूर कर दी गई' },
  transfer: { en: 'A transfer was not made', hi: 'खाता ट्रांसफ़र नहीं हुआ' },
  correction: {
    en: 'Name, date of birth or other details are wrong',
    hi: 'नाम, जन्मतिथि या अन्य विवरण गलत है',
  },
  employer: { en: 'My employer does not pay in', hi: 'मेरी कंपनी या मालिक पीएफ़ जमा नहीं करते' },
  pension: { en: 'The pension (EPS) is late or wrong', hi: 'पेंशन (ईपीएस) में देरी या गलती' },
};

export const providentFund: Procedure = {
  id: 'provident-fund',
  title: { en: 'Provident fund (PF) delayed or wrong', hi: 'भविष्य निधि (पीएफ़) में देरी या गलती' },
  subjects: 'pf epf epfo uan पीएफ ईपीएफ',
  about: {
    en: 'A claim not paid or refused, a transfer not made, wrong details, an employer who does not pay in.',
    hi: 'क्लेम का पैसा नहीं मिला या क्लेम नामंज़ूर हुआ, खाता ट्रांसफ़र नहीं हुआ, कोई जानकारी गलत है, या कंपनी पीएफ़ जमा नहीं करती।',
  },
  basis: {
    en: "EPFO's grievance system (EPFiGMS). The Employees' Provident Fund Scheme, 2026 replaced the scheme of 1952 on 29 June 2026. That date, and which of its paragraphs sets a time for claims: not checked yet",
    hi: 'ईपीएफ़ओ की शिकायत प्रणाली (EPFiGMS)। 29 जून 2026 से 1952 वाली योजना की जगह कर्मचारी भविष्य निधि योजना, 2026 है। यह तारीख, और उसका कौन सा पैरा क्लेम का समय तय करता है: अभी जाँचा नहीं गया',
  },
  helpline: 'provident-fund',
  howToSend: [
    { en: 'Online at epfigms.gov.in: keep the registration number.', hi: 'epfigms.gov.in पर ऑनलाइन: रजिस्ट्रेशन नंबर रखें।' },
    byPostOrHand,
  ],
  questions: [
    matterOf(matters),
    line('office', { en: 'EPFO office (city)', hi: 'ईपीएफ़ओ दफ़्तर (शहर)' }),
    lastFour(
      'uan',
      { en: 'Last four digits of your UAN', hi: 'आपके यूएएन के आखिरी चार अंक' },
      { en: 'Write the whole number by hand on the printed letter.', hi: 'पूरा नंबर छपे पत्र पर हाथ से लिखें।' },
    ),
    line('employer', { en: 'Employer', hi: 'कंपनी या मालिक का नाम' }),
    dateOf('claimedOn', { en: 'The day of your claim or request', hi: 'आपके दावे या अनुरोध का दिन' }, began),
    long('happened', { en: 'What happened?', hi: 'क्या हुआ?' }),
    ...aboutYou,
    receivedOn(began),
  ],
  sources: [sources.providentFund, sources.providentFundNow, sources.generalClauses, sources.cpgrams],
  plan(a, { today, language }) {
    const from = a.receivedOn ?? today;
    const matter = inSentence(nameOf(matters, a.matter));
    const subject = { en: `Provident fund: ${matter.en}`, hi: `भविष्य निधि: ${matter.hi}` };
    const due = { period: periods.providentFund, from, holidays: 'central' } as const;
    const uan = { en: a.uan ? ` (UAN ending ${a.uan})` : '', hi: a.uan ? ` (यूएएन, अंतिम अंक ${a.uan})` : '' };
    return {
      office: {
        en: `The Regional Provident Fund Commissioner\nEmployees' Provident Fund Organisation\n${a.office}`,
        hi: `क्षेत्रीय भविष्य निधि आयुक्त\nकर्मचारी भविष्य निधि संगठन\n${a.office}`,
      },
      fee: noFee,
      enclosures: [
        { en: 'Copy of the claim or request, with its number', hi: 'दावे या अनुरोध की प्रति, संख्या सहित' },
        { en: 'Passbook or pay slips', hi: 'पासबुक या वेतन पर्चियाँ' },
        copyOfIdentity,
      ],
      due,
      isOnCpgrams: true,
      next: rtiAbout(
        a,
        due,
        { government: 'central', office: `Employees' Provident Fund Organisation, ${a.office}`.slice(0, 120) },
        { subject, from, language },
      ),
      notes: [
        {
          en: 'The thirty days are those of an order of 2010. Newer ones are said to name fewer: not checked yet.',
          hi: 'तीस दिन 2010 के आदेश से हैं। कहा जाता है कि नए आदेशों में कम दिन हैं। यह हमने अभी जाँचा नहीं है।',
        },
        {
          en: 'The next letter asks under the RTI Act what became of this one.',
          hi: 'अगला पत्र आरटीआई से पूछता है कि इस पत्र का क्या हुआ।',
        },
      ],
      subject,
      body: {
        en: paragraphs(
          `I am a member of the Employees' Provident Fund${uan.en}; my employer is ${a.employer}. I made my claim or request on ${inEnglish(a.claimedOn)}. The facts are:`,
          a.happened,
          a.matter === 'employer'
            ? 'Kindly inquire into the dues of the employer and recover them, with interest and damages.'
            : a.matter === 'refused'
              ? 'Kindly look at the claim again. If it stays refused, let me know in writing the reason, the provision on which it rests, and what is still needed from me.'
              : 'Kindly settle the matter, with the interest due for any delay, and let me know in writing what is still needed from me, if anything.',
          'Kindly register this letter as a grievance, give me its number, and answer it within thirty days.',
        ),
        hi: paragraphs(
          `मैं कर्मचारी भविष्य निधि का/की सदस्य हूँ${uan.hi}; मेरा नियोक्ता ${a.employer} है। मैंने ${inHindi(a.claimedOn)} को दावा या अनुरोध किया था। तथ्य इस प्रकार हैं:`,
          a.happened,
          a.matter === 'employer'
            ? 'कृपया नियोक्ता की देय राशि की जाँच करें और ब्याज तथा क्षतिपूर्ति सहित वसूल करें।'
            : a.matter === 'refused'
              ? 'कृपया मेरे दावे को फिर से देखें। यदि वह फिर भी अस्वीकार हो, तो कारण, वह प्रावधान जिसके अंतर्गत अस्वीकार किया गया, और मुझसे क्या चाहिए, यह लिखित रूप में बताएँ।'
              : 'कृपया मामले का निपटारा करें, देरी पर देय ब्याज दें, और यदि मुझसे कुछ और चाहिए तो लिखित रूप में बताएँ।',
          'कृपया इस पत्र को शिकायत के रूप में पंजीकृत कर उसकी संख्या दें और तीस दिन के भीतर उत्तर दें।',
        ),
      },
    };
  },
};
