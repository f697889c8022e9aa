import type { Procedure } from '../procedure.ts';
import { sources } from '../sources.ts';
import {
  aboutYou,
  byPostOrHand,
  copyOfIdentity,
  dateOf,
  inEnglish,
  inHindi,
  line,
  long,
  nextLetter,
  noFee,
  paragraphs,
  pick,
  receivedOn,
  whom,
} from './common.ts';

/** The Bharatiya Nagarik Suraksha Sanhita came into force on this day. */
const began = '2024-07-01';

export const police: Procedure = {
  id: 'police-complaint-refused',
  title: { en: 'Police refuse to register a complaint', hi: 'पुलिस शिकायत दर्ज नहीं करती' },
  subjects: 'police pulis fir thana thane thanedar daroga पुलिस एफआईआर थाना थाने थानेदार दरोगा',
  about: {
    en: 'The station did not write down your complaint (FIR)? Write to the Superintendent, then to the Magistrate.',
    hi: 'थाने ने आपकी शिकायत (एफ़आईआर) नहीं लिखी? पुलिस अधीक्षक को लिखें, फिर मजिस्ट्रेट को।',
  },
  basis: {
    en: 'Bharatiya Nagarik Suraksha Sanhita 2023, sections 173(4) and 175(3)',
    hi: 'भारतीय नागरिक सुरक्षा संहिता, 2023 की धारा 173(4) और 175(3)',
  },
  helpline: 'emergency',
  howToSend: [
    {
      en: 'To the Superintendent: in writing and by registered or speed post, as section 173(4) says. Keep the receipt.',
      hi: 'पुलिस अधीक्षक को: लिखकर, रजिस्टर्ड या स्पीड पोस्ट से, जैसा धारा 173(4) में है। रसीद रखें।',
    },
    {
      en: 'To the Magistrate: in the court of the area, with an affidavit. A free lawyer helps: ask for legal aid.',
      hi: 'मजिस्ट्रेट को: अपने इलाके की अदालत में, शपथपत्र के साथ। मुफ़्त वकील मदद करते हैं: कानूनी मदद माँगें।',
    },
    byPostOrHand,
  ],
  questions: [
    whom({
      superintendent: { en: 'The Superintendent: the station refused', hi: 'पुलिस अधीक्षक को: थाने ने इनकार किया' },
      magistrate: { en: 'The Magistrate: the Superintendent did nothing', hi: 'मजिस्ट्रेट को: अधीक्षक ने कुछ नहीं किया' },
    }),
    line('station', { en: 'Police station', hi: 'थाना' }),
    line('district', { en: 'District and State', hi: 'ज़िला और राज्य' }),
    long(
      'happened',
      { en: 'What happened?', hi: 'क्या हुआ?' },
      {
        en: 'Day, time, place, what was done, by whom if you know, and who saw it.',
        hi: 'दिन, समय, जगह, क्या हुआ, किसने किया (अगर पता हो) और किसने देखा।',
      },
    ),
    dateOf('refusedOn', { en: 'The day on which the station refused', hi: 'थाने ने किस दिन इनकार किया' }, began),
    dateOf(
      'writtenOn',
      { en: 'If you wrote to the Superintendent: on which day', hi: 'अधीक्षक को लिखा हो तो: किस दिन' },
      began,
      { onlyWith: { question: 'step', oneOf: ['magistrate'] } },
    ),
    ...aboutYou,
    receivedOn(began),
  ],
  sources: [sources.policeInformation, sources.policeLadder],
  plan(a, { today }) {
    const isCourt = a.step === 'magistrate';
    const from = a.receivedOn ?? today;
    const sentCopy = { en: 'Copy of the complaint to the police station', hi: 'थाने को दी गई शिकायत की प्रति' };
    return {
      office: isCourt
        ? {
            en: `The Judicial Magistrate of the First Class\nfor the area of Police Station ${a.station}\n${a.district}`,
            hi: `न्यायिक मजिस्ट्रेट, प्रथम श्रेणी\nथाना क्षेत्र ${a.station}\n${a.district}`,
          }
        : { en: `The Superintendent of Police\n${a.district}`, hi: `पुलिस अधीक्षक\n${a.district}` },
      fee: isCourt
        ? {
            amount: null,
            note: {
              en: 'Court fee and cost of the affidavit differ by State: not checked yet. With legal aid there is none.',
              hi: 'अदालत की फ़ीस और शपथपत्र का खर्च हर राज्य में अलग है: अभी जाँचा नहीं गया। कानूनी मदद में कोई खर्च नहीं।',
            },
          }
        : noFee,
      enclosures: isCourt
        ? [
            { en: 'Affidavit that the facts are true', hi: 'तथ्यों के सत्य होने का शपथपत्र' },
            sentCopy,
            {
              en: 'Copy of the letter to the Superintendent, with proof of posting',
              hi: 'पुलिस अधीक्षक को भेजे पत्र की प्रति, डाक रसीद सहित',
            },
          ]
        : [sentCopy, copyOfIdentity],
      due: null,
      next: isCourt
        ? null
        : nextLetter('police-complaint-refused', null, {
            ...pick(a, 'station', 'district', 'happened', 'refusedOn'),
            step: 'magistrate',
            writtenOn: from,
          }),
      notes: [
        isCourt
          ? {
              en: 'The Magistrate hears the police before an order (section 175(3)). The law names no day.',
              hi: 'मजिस्ट्रेट आदेश से पहले पुलिस का पक्ष सुनते हैं (धारा 175(3))। कानून में कोई दिन तय नहीं है।',
            }
          : {
              en: 'The law names no day for the Superintendent. If the Superintendent refuses or does nothing, you may go to the Magistrate.',
              hi: 'अधीक्षक के लिए कानून में कोई दिन तय नहीं है। वे इनकार करें या कुछ न करें, तो आप मजिस्ट्रेट के पास जा सकते हैं।',
            },
      ],
      subject: isCourt
        ? {
            en: 'Application under section 175(3) read with section 173(4) of the Bharatiya Nagarik Suraksha Sanhita, 2023',
            hi: 'भारतीय नागरिक सुरक्षा संहिता, 2023 की धारा 173(4) सहपठित धारा 175(3) के अंतर्गत आवेदन',
          }
        : {
            en: `Refusal to register information of a cognizable offence: section 173(4) of the Bharatiya Nagarik Suraksha Sanhita, 2023 (Police Station ${a.station})`,
            hi: `संज्ञेय अपराध की सूचना दर्ज करने से इनकार: भारतीय नागरिक सुरक्षा संहिता, 2023 की धारा 173(4) (थाना ${a.station})`,
          },
      body: {
        en: paragraphs(
          'The facts are as follows:',
          a.happened,
          `I gave this information to the officer in charge of Police Station ${a.station}. On ${inEnglish(a.refusedOn)} it was refused to be recorded.`,
          isCourt &&
            `I then sent the substance of the information to the Superintendent of Police in writing and by post on ${inEnglish(a.writtenOn)} under section 173(4). No case has been registered. An affidavit is enclosed.`,
          isCourt
            ? 'I pray that the Court order the registration of the case and an investigation under section 175(3), and pass any other order that it finds just.'
            : 'The information discloses a cognizable offence. I request you to investigate the case yourself or to direct an investigation by an officer subordinate to you under section 173(4), and to give me a copy of the First Information Report free of cost as section 173(2) requires.',
        ),
        hi: paragraphs(
          'तथ्य इस प्रकार हैं:',
          a.happened,
          `मैंने यह सूचना थाना ${a.station} के भारसाधक अधिकारी को दी। ${inHindi(a.refusedOn)} को इसे दर्ज करने से इनकार कर दिया गया।`,
          isCourt &&
            `इसके बाद मैंने धारा 173(4) के अंतर्गत ${inHindi(a.writtenOn)} को सूचना का सार लिखित रूप में डाक द्वारा पुलिस अधीक्षक को भेजा। अब तक कोई मामला दर्ज नहीं हुआ है। शपथपत्र संलग्न है।`,
          isCourt
            ? 'प्रार्थना है कि न्यायालय धारा 175(3) के अंतर्गत मामला दर्ज कर अन्वेषण का आदेश दे, तथा अन्य जो आदेश न्यायसंगत हो, पारित करे।'
            : 'इस सूचना से संज्ञेय अपराध प्रकट होता है। अनुरोध है कि धारा 173(4) के अंतर्गत स्वयं अन्वेषण करें या किसी अधीनस्थ अधिकारी को अन्वेषण का निर्देश दें, तथा धारा 173(2) के अनुसार प्रथम सूचना रिपोर्ट की प्रति मुझे निःशुल्क दिलाएँ।',
        ),
      },
    };
  },
};
