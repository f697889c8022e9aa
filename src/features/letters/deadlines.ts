import type { Period } from './procedure.ts';
import { sources } from './sources.ts';

/** Every period that the letters count, written by hand from the laws before the code that counts them. */
export const periods = {
  rtiAnswer: {
    count: 30,
    unit: 'days',
    law: { en: 'section 7(1) of the RTI Act 2005', hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 7(1)' },
    source: sources.rtiAnswer,
  },
  rtiLifeOrLiberty: {
    count: 48,
    unit: 'hours',
    law: {
      en: 'the proviso to section 7(1) of the RTI Act 2005',
      hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 7(1) का परंतुक',
    },
    source: sources.rtiAnswer,
  },
  rtiFirstAppealWithin: {
    count: 30,
    unit: 'days',
    law: { en: 'section 19(1) of the RTI Act 2005', hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 19(1)' },
    source: sources.rtiFirstAppeal,
  },
  rtiFirstAppealDecided: {
    count: 30,
    unit: 'days',
    law: { en: 'section 19(6) of the RTI Act 2005', hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 19(6)' },
    source: sources.rtiAppeals,
  },
  rtiFirstAppealAtMost: {
    count: 45,
    unit: 'days',
    law: { en: 'section 19(6) of the RTI Act 2005', hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 19(6)' },
    source: sources.secondAppeal,
  },
  rtiSecondAppealWithin: {
    count: 90,
    unit: 'days',
    law: { en: 'section 19(3) of the RTI Act 2005', hi: 'सूचना का अधिकार अधिनियम, 2005 की धारा 19(3)' },
    source: sources.rtiAppeals,
  },
  bankReply: {
    count: 30,
    unit: 'days',
    law: {
      en: 'the Reserve Bank - Integrated Ombudsman Scheme 2026',
      hi: 'रिज़र्व बैंक - एकीकृत लोकपाल योजना, 2026',
    },
    source: sources.bankDays,
  },
  bankOmbudsmanWithin: {
    count: 90,
    unit: 'days',
    law: {
      en: 'the Reserve Bank - Integrated Ombudsman Scheme 2026',
      hi: 'रिज़र्व बैंक - एकीकृत लोकपाल योजना, 2026',
    },
    source: sources.bankWindow,
  },
  insurerReply: {
    count: 14,
    unit: 'days',
    law: { en: "the insurance regulator's rules for grievances", hi: 'बीमा विनियामक के शिकायत संबंधी नियम' },
    source: sources.insurerTwoWeeks,
  },
  insurerMonth: {
    count: 1,
    unit: 'months',
    law: { en: 'rule 14(3) of the Insurance Ombudsman Rules 2017', hi: 'बीमा लोकपाल नियम, 2017 का नियम 14(3)' },
    source: sources.insuranceComplaint,
  },
  insuranceOmbudsmanWithin: {
    count: 12,
    unit: 'months',
    law: { en: 'rule 14(3) of the Insurance Ombudsman Rules 2017', hi: 'बीमा लोकपाल नियम, 2017 का नियम 14(3)' },
    source: sources.insuranceComplaint,
  },
  insuranceAward: {
    count: 3,
    unit: 'months',
    law: { en: 'rule 17(4) of the Insurance Ombudsman Rules 2017', hi: 'बीमा लोकपाल नियम, 2017 का नियम 17(4)' },
    source: sources.insuranceAward,
  },
  electricityForum: {
    count: 45,
    unit: 'days',
    law: {
      en: 'rule 15 of the Electricity (Rights of Consumers) Rules 2020',
      hi: 'विद्युत (उपभोक्ताओं के अधिकार) नियम, 2020 का नियम 15',
    },
    source: sources.electricityDays,
  },
  onlineSeller: {
    count: 1,
    unit: 'months',
    law: {
      en: 'the Consumer Protection (E-Commerce) Rules 2020',
      hi: 'उपभोक्ता संरक्षण (ई-वाणिज्य) नियम, 2020',
    },
    source: sources.shopsOnline,
  },
  consumerAdmission: {
    count: 21,
    unit: 'days',
    law: {
      en: 'section 36(2) of the Consumer Protection Act 2019',
      hi: 'उपभोक्ता संरक्षण अधिनियम, 2019 की धारा 36(2)',
    },
    source: sources.consumerAdmission,
  },
  consumerComplaintWithin: {
    count: 24,
    unit: 'months',
    law: {
      en: 'section 69 of the Consumer Protection Act 2019',
      hi: 'उपभोक्ता संरक्षण अधिनियम, 2019 की धारा 69',
    },
    source: sources.consumerLimit,
  },
  providentFund: {
    count: 30,
    unit: 'days',
    law: { en: "the EPFO's circular on grievances of May 2010", hi: 'शिकायतों पर ईपीएफ़ओ का मई 2010 का परिपत्र' },
    source: sources.providentFund,
  },
  pensionGrievance: {
    count: 21,
    unit: 'days',
    law: {
      en: "the Department of Pension and Pensioners' Welfare's order of 16 October 2024",
      hi: 'पेंशन और पेंशनभोगी कल्याण विभाग का 16 अक्टूबर 2024 का आदेश',
    },
    source: sources.pensionOrder,
  },
  pensionAppeal: {
    count: 30,
    unit: 'days',
    law: {
      en: "the Department of Pension and Pensioners' Welfare's order of 16 October 2024",
      hi: 'पेंशन और पेंशनभोगी कल्याण विभाग का 16 अक्टूबर 2024 का आदेश',
    },
    source: sources.pensionOrder,
  },
  publicGrievance: {
    count: 21,
    unit: 'days',
    law: {
      en: 'the order on public grievances of August 2024',
      hi: 'लोक शिकायतों पर अगस्त 2024 का आदेश',
    },
    source: sources.publicGrievances,
  },
} satisfies Record<string, Period>;

/** A period that stands on the citizen's receipt, or in the State's charter. */
export const namedDays = (count: number): Period => ({
  count,
  unit: 'days',
  law: { en: 'the days on your receipt', hi: 'आपकी रसीद पर लिखे दिन' },
  source: null,
});

/** Days that the letter itself gives, where no law does. */
export const daysInLetter: Period = {
  count: 15,
  unit: 'days',
  law: { en: 'the letter itself (no law names a day)', hi: 'स्वयं यह पत्र (कानून में कोई दिन तय नहीं)' },
  source: null,
};
