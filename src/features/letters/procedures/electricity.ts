import { periods } from '../deadlines.ts';
import { dueDay } from '../due-day.ts';
import type { Deadline, Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  byOutcome,
  byPostOrHand,
  inEnglish,
  inHindi,
  line,
  long,
  nextLetter,
  noFee,
  ofSecondLetter,
  paragraphs,
  pick,
  receivedOn,
  when,
  whom,
} from './common.ts';

/** The Electricity (Rights of Consumers) Rules came into force on this day. */
const began = '2020-12-31';

export const electricity: Procedure = {
  id: 'electricity',
  title: { en: 'Complaint about electricity', hi: 'बिजली की शिकायत' },
  subjects: 'electricity bijli bijlee meter light transformer voltage discom बिजली मीटर लाइट ट्रांसफार्मर',
  about: {
    en: 'A wrong bill, a faulty meter, no supply, no connection: to the Consumer Forum of the company, then to the Ombudsman.',
    hi: 'गलत बिल, खराब मीटर, बिजली या कनेक्शन नहीं: कंपनी के उपभोक्ता मंच को, फिर लोकपाल को।',
  },
  basis: {
    en: 'Electricity Act 2003, section 42(5) and (6); Electricity (Rights of Consumers) Rules 2020, rule 15',
    hi: 'विद्युत अधिनियम, 2003 की धारा 42(5) और 42(6); विद्युत (उपभोक्ताओं के अधिकार) नियम, 2020 का नियम 15',
  },
  helpline: 'electricity',
  howToSend: [
    {
      en: "To the Forum (CGRF): its address is on the bill and on the company's site; many take complaints online.",
      hi: 'मंच (सीजीआरएफ़) को: पता बिल और कंपनी की साइट पर है; कई जगह ऑनलाइन शिकायत होती है।',
    },
    byPostOrHand,
  ],
  questions: [
    whom({
      forum: { en: 'The Forum of the company', hi: 'कंपनी के उपभोक्ता मंच को' },
      ombudsman: { en: 'The Ombudsman: the Forum did not help', hi: 'लोकपाल को: मंच ने मदद नहीं की' },
    }),
    line('company', { en: 'Electricity company and office', hi: 'बिजली कंपनी और दफ़्तर' }),
    line('consumer', { en: 'Consumer number, as on the bill', hi: 'उपभोक्ता नंबर, जैसा बिल पर है' }),
    long(
      'happened',
      { en: 'What is wrong?', hi: 'क्या गलत है?' },
      { en: 'Dates, bills, readings, earlier complaints.', hi: 'तारीखें, बिल, रीडिंग, पहले की शिकायतें।' },
    ),
    line('wanted', { en: 'What shall they do?', hi: 'आप क्या चाहते हैं?' }),
    ...ofSecondLetter('ombudsman', began, {
      wrote: { en: 'If the Forum has your complaint: since which day', hi: 'मंच को शिकायत दी हो तो: किस दिन मिली' },
      silent: { en: 'The Forum gave no order', hi: 'मंच ने कोई आदेश नहीं दिया' },
      refused: { en: 'The Forum refused, or did only a part', hi: 'मंच ने इनकार किया, या आधा ही किया' },
      replied: { en: 'If there was an order: the day on which you got it', hi: 'आदेश आया हो तो: आपको किस दिन मिला' },
    }),
    ...aboutYou,
    receivedOn(began),
  ],
  sources: [sources.electricityForum, sources.electricityDays, sources.electricityRules, sources.generalClauses],
  plan(a, { today }) {
    const isOmbudsman = a.step === 'ombudsman';
    const isSilent = a.outcome !== 'refused';
    const from = a.receivedOn ?? today;
    const forum: Deadline = { period: periods.electricityForum, from, holidays: 'national' };
    const complained = a.complainedOn ?? today;
    const forumUntil = dueDay({ ...forum, from: complained });
    return {
      office: isOmbudsman
        ? { en: `The Electricity Ombudsman\n(${a.company})`, hi: `विद्युत लोकपाल\n(${a.company})` }
        : {
            en: `The Chairperson\nConsumer Grievance Redressal Forum\n${a.company}`,
            hi: `अध्यक्ष\nउपभोक्ता शिकायत निवारण मंच\n${a.company}`,
          },
      fee: isOmbudsman
        ? {
            amount: null,
            note: {
              en: 'The State Commission sets the rules of the Ombudsman: ask whether there is a fee. Not checked yet.',
              hi: 'लोकपाल के नियम राज्य आयोग तय करता है: फ़ीस है या नहीं, पूछें। अभी जाँचा नहीं गया।',
            },
          }
        : noFee,
      enclosures: [
        { en: 'Copies of the bills', hi: 'बिलों की प्रतियाँ' },
        { en: 'Copies of earlier complaints, with their numbers', hi: 'पहले की शिकायतों की प्रतियाँ, संख्या सहित' },
        ...when(isOmbudsman, { en: 'Copy of the complaint to the Forum', hi: 'मंच को की गई शिकायत की प्रति' }),
        ...when(isOmbudsman && !isSilent, { en: "Copy of the Forum's order", hi: 'मंच के आदेश की प्रति' }),
      ],
      due: isOmbudsman ? null : forum,
      next: isOmbudsman
        ? null
        : nextLetter(
            'electricity',
            forum,
            {
              ...pick(a, 'company', 'consumer', 'happened', 'wanted'),
              step: 'ombudsman',
              complainedOn: from,
            },
            byOutcome,
          ),
      notes: [
        ...when(isOmbudsman && isSilent && from <= forumUntil, {
          en: `It is early: the Forum has time until ${inEnglish(forumUntil)}.`,
          hi: `अभी जल्दी है: मंच के पास ${inHindi(forumUntil)} तक समय है।`,
        }),
        isOmbudsman
          ? {
              en: 'Your State Commission sets by when to go to the Ombudsman (often 30 days) and by when it decides: ask soon. Not checked yet.',
              hi: 'लोकपाल के पास जाने का समय (अक्सर 30 दिन) और फ़ैसले का समय राज्य आयोग तय करता है: जल्दी पूछें। अभी जाँचा नहीं गया।',
            }
          : {
              en: 'Forty-five days are the most that the Rules allow. Your State may give less: some kinds of complaint are decided sooner.',
              hi: 'नियमों में ज़्यादा से ज़्यादा पैंतालीस दिन हैं। आपके राज्य में समय कम भी हो सकता है: कुछ शिकायतें जल्दी निपटती हैं।',
            },
      ],
      subject: isOmbudsman
        ? {
            en: `Representation under section 42(6) of the Electricity Act, 2003, consumer number ${a.consumer}`,
            hi: `विद्युत अधिनियम, 2003 की धारा 42(6) के अंतर्गत अभ्यावेदन, उपभोक्ता संख्या ${a.consumer}`,
          }
        : {
            en: `Complaint under section 42(5) of the Electricity Act, 2003, consumer number ${a.consumer}`,
            hi: `विद्युत अधिनियम, 2003 की धारा 42(5) के अंतर्गत शिकायत, उपभोक्ता संख्या ${a.consumer}`,
          },
      body: {
        en: paragraphs(
          'The facts of my complaint are as follows:',
          a.happened,
          isOmbudsman &&
            `The Consumer Grievance Redressal Forum received my complaint on ${inEnglish(complained)}. ` +
              (isSilent
                ? 'It gave no order in the time allowed.'
                : `Its order, which I received on ${inEnglish(a.repliedOn)}, does not resolve the grievance.`),
          `I request: ${a.wanted}`,
          isOmbudsman
            ? 'Kindly settle the grievance under section 42(7) of the Electricity Act, 2003, and stay any disconnection for the disputed amount meanwhile.'
            : 'Kindly decide the complaint by a written order with reasons within the time allowed, at most forty-five days, and direct the licensee not to disconnect the supply for the disputed amount meanwhile. Compensation for missing the standards of performance may also be ordered.',
        ),
        hi: paragraphs(
          'मेरी शिकायत के तथ्य इस प्रकार हैं:',
          a.happened,
          isOmbudsman &&
            `उपभोक्ता शिकायत निवारण मंच को मेरी शिकायत ${inHindi(complained)} को प्राप्त हुई। ` +
              (isSilent
                ? 'मंच ने नियत समय में कोई आदेश नहीं दिया।'
                : `मंच का जो आदेश मुझे ${inHindi(a.repliedOn)} को मिला, उससे शिकायत का समाधान नहीं हुआ।`),
          `मेरा अनुरोध: ${a.wanted}`,
          isOmbudsman
            ? 'कृपया विद्युत अधिनियम, 2003 की धारा 42(7) के अंतर्गत शिकायत का निपटारा करें और तब तक विवादित राशि के लिए बिजली काटने पर रोक लगाएँ।'
            : 'कृपया नियत समय में, अधिक से अधिक पैंतालीस दिन के भीतर, कारण सहित लिखित आदेश से शिकायत का निर्णय करें और तब तक विवादित राशि के लिए बिजली न काटने का निर्देश दें। कार्य-निष्पादन मानकों में चूक की क्षतिपूर्ति भी दिलाई जाए।',
        ),
      },
    };
  },
};
