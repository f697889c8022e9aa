import { periods } from '../deadlines.ts';
import type { Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  byOutcome,
  byPostOrHand,
  choice,
  line,
  long,
  nextLetter,
  paragraphs,
  pick,
  receivedOn,
} from './common.ts';

export const rtiBegan = '2005-10-12';

export const government = choice(
  'government',
  { en: 'Whose office is it?', hi: 'दफ़्तर किस सरकार का है?' },
  {
    central: { en: 'Central Government', hi: 'केंद्र सरकार' },
    state: { en: 'State Government, town or village', hi: 'राज्य सरकार, नगर या पंचायत' },
  },
);

export const publicOffice: Procedure['questions'][number] = line(
  'office',
  { en: 'Name and place of the office', hi: 'दफ़्तर का नाम और जगह' },
  {
    en: 'For example: District Education Office, Pune',
    hi: 'जैसे: ज़िला शिक्षा कार्यालय, पुणे',
  },
);

export const isCentral = (value: string | undefined) => value === 'central';
export const holidaysFor = (value: string | undefined) => (isCentral(value) ? 'central' : 'national');

export const rti: Procedure = {
  id: 'rti',
  title: { en: 'Ask an office for information (RTI)', hi: 'दफ़्तर से जानकारी माँगें (आरटीआई)' },
  subjects: '',
  about: {
    en: 'Every citizen may ask a public office for papers and facts, and need not say why.',
    hi: 'हर नागरिक सरकारी दफ़्तर से कागज़ और जानकारी माँग सकता है। कारण बताना ज़रूरी नहीं।',
  },
  basis: {
    en: 'Right to Information Act 2005, sections 6(1) and 7(1)',
    hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 6(1) और 7(1)',
  },
  helpline: 'legal-aid',
  howToSend: [
    {
      en: 'Central offices: online at rtionline.gov.in. Many States have a site of their own.',
      hi: 'केंद्र के दफ़्तर: rtionline.gov.in पर ऑनलाइन। कई राज्यों की अपनी साइट है।',
    },
    byPostOrHand,
    {
      en: 'Many post offices take applications for central offices: then 5 days are added.',
      hi: 'कई डाकघर केंद्र के दफ़्तरों के आवेदन लेते हैं: तब 5 दिन और जुड़ते हैं।',
    },
  ],
  questions: [
    government,
    publicOffice,
    long(
      'information',
      { en: 'What do you want to know?', hi: 'आप क्या जानना चाहते हैं?' },
      {
        en: 'Number your points. Ask for papers, dates, names and numbers; give the years.',
        hi: 'हर बात के आगे नंबर लिखें। कागज़, तारीख, नाम और संख्या माँगें; साल लिखें।',
      },
    ),
    choice(
      'through',
      { en: 'How do you send it?', hi: 'कैसे भेजेंगे?' },
      {
        office: { en: 'Straight to the office', hi: 'सीधे दफ़्तर को' },
        assistant: {
          en: 'Through an Assistant Information Officer, such as a post office',
          hi: 'सहायक लोक सूचना अधिकारी के ज़रिए, जैसे डाकघर',
        },
      },
    ),
    {
      id: 'belowPovertyLine',
      kind: 'yes',
      label: { en: 'I have a BPL card (then there is no fee)', hi: 'मेरे पास बीपीएल कार्ड है (तब फ़ीस नहीं लगती)' },
    },
    {
      id: 'lifeOrLiberty',
      kind: 'yes',
      label: {
        en: "It concerns a person's life or liberty (answer within 48 hours)",
        hi: 'जानकारी किसी की जान या आज़ादी से जुड़ी है (48 घंटे में जवाब)',
      },
    },
    ...aboutYou,
    receivedOn(rtiBegan),
  ],
  sources: [sources.rtiAnswer, sources.rtiAssistant, sources.rtiRules, sources.rtiFee, sources.generalClauses],
  plan(a, { today }) {
    const central = isCentral(a.government);
    const isPoor = a.belowPovertyLine === 'yes';
    const isUrgent = a.lifeOrLiberty === 'yes';
    const from = a.receivedOn ?? today;
    const due = {
      period: isUrgent ? periods.rtiLifeOrLiberty : periods.rtiAnswer,
      from,
      holidays: holidaysFor(a.government),
      extraDays: a.through === 'assistant' ? 5 : 0,
    } as const;
    return {
      office: {
        en: `The ${central ? 'Central ' : 'State '}Public Information Officer\n${a.office}`,
        hi: `${central ? 'केंद्रीय' : 'राज्य'} लोक सूचना अधिकारी\n${a.office}`,
      },
      fee: isPoor
        ? {
            amount: 0,
            note: {
              en: 'No fee with a BPL card: enclose a copy of it.',
              hi: 'बीपीएल कार्ड होने पर फ़ीस नहीं: उसकी कॉपी लगाएँ।',
            },
          }
        : central
          ? {
              amount: 10,
              note: {
                en: '₹10: online, in cash, by demand draft, banker’s cheque or Indian Postal Order to the Accounts Officer.',
                hi: '₹10: ऑनलाइन, नकद, डिमांड ड्राफ़्ट, बैंकर्स चेक या भारतीय पोस्टल ऑर्डर से, लेखा अधिकारी के नाम।',
              },
            }
          : {
              amount: null,
              note: {
                en: 'Each State sets its fee, often ₹10: ask the office. Not checked yet for your State.',
                hi: 'हर राज्य अपनी फ़ीस तय करता है, अक्सर ₹10: दफ़्तर से पूछें। आपके राज्य के लिए अभी जाँचा नहीं गया।',
              },
            },
      enclosures: isPoor
        ? [{ en: 'Copy of the BPL card', hi: 'बीपीएल कार्ड की प्रति' }]
        : [{ en: 'Proof of the application fee', hi: 'आवेदन शुल्क का प्रमाण' }],
      due,
      next: nextLetter(
        'rti-first-appeal',
        due,
        {
          ...pick(a, 'government', 'office', 'information'),
          applicationReceivedOn: from,
        },
        byOutcome,
      ),
      notes: [
        {
          en: 'If the office passes it to another one (it has 5 days for that), count anew from the day on which the other office gets it.',
          hi: 'अगर दफ़्तर इसे दूसरे दफ़्तर को भेजे (इसके लिए 5 दिन हैं), तो उस दफ़्तर को मिलने के दिन से फिर गिनें।',
        },
      ],
      subject: {
        en: 'Application for information under section 6(1) of the Right to Information Act, 2005',
        hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 6(1) के अंतर्गत सूचना के लिए आवेदन',
      },
      body: {
        en: paragraphs(
          'I am a citizen of India and request the following information under the Right to Information Act, 2005:',
          a.information,
          isUrgent &&
            'The information concerns the life or liberty of a person. Kindly provide it within forty-eight hours, as the proviso to section 7(1) requires.',
          isPoor
            ? 'I belong to a household below the poverty line; no fee is payable (section 7(5)). A copy of the card is enclosed.'
            : central
              ? 'The application fee of ₹10 is paid.'
              : 'The application fee is paid as the rules of the State require.',
          'If the information is held by another public authority, kindly transfer this application under section 6(3) and inform me. If any part is refused, kindly state the reasons, and the name and address of the First Appellate Authority (section 7(8)).',
        ),
        hi: paragraphs(
          'मैं भारत का/की नागरिक हूँ और सूचना का अधिकार अधिनियम, 2005 के अंतर्गत निम्नलिखित सूचना चाहता/चाहती हूँ:',
          a.information,
          isUrgent &&
            'यह सूचना एक व्यक्ति के जीवन या स्वतंत्रता से संबंधित है। कृपया धारा 7(1) के परंतुक के अनुसार इसे अड़तालीस घंटे के भीतर उपलब्ध कराएँ।',
          isPoor
            ? 'मैं गरीबी रेखा से नीचे के परिवार से हूँ; अतः कोई शुल्क देय नहीं है (धारा 7(5))। कार्ड की प्रति संलग्न है।'
            : central
              ? 'आवेदन शुल्क ₹10 का भुगतान कर दिया गया है।'
              : 'राज्य के नियमों के अनुसार आवेदन शुल्क का भुगतान कर दिया गया है।',
          'यदि सूचना किसी अन्य लोक प्राधिकरण के पास है, तो कृपया धारा 6(3) के अंतर्गत यह आवेदन उसे अंतरित करें और मुझे सूचित करें। यदि कोई भाग अस्वीकार किया जाए, तो कृपया कारण तथा प्रथम अपीलीय प्राधिकारी का नाम और पता बताएँ (धारा 7(8))।',
        ),
      },
    };
  },
};
