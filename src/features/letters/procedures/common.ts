import type { Day } from '../indian-days.ts';
import { dayInWords } from '../indian-days.ts';
import type { Answers, LetterLanguage, NextLetter, Question, Words } from '../procedure.ts';

export const mayBeEmpty: Words = { en: 'You may leave this empty.', hi: 'इसे खाली छोड़ सकते हैं।' };

/** Questions that every letter has, before its own. */
export const aboutYou: Question[] = [
  {
    id: 'name',
    kind: 'line',
    label: { en: 'Your full name', hi: 'आपका पूरा नाम' },
    isRequired: true,
    autoComplete: 'name',
  },
  {
    id: 'address',
    kind: 'long',
    label: { en: 'Your address', hi: 'आपका पता' },
    help: {
      en: 'The answer comes to this address. With PIN code.',
      hi: 'जवाब इसी पते पर आएगा। पिन कोड भी लिखें।',
    },
    isRequired: true,
    most: { characters: 240, lines: 5 },
    autoComplete: 'street-address',
  },
  {
    id: 'phone',
    kind: 'line',
    label: { en: 'Phone or email', hi: 'फ़ोन या ईमेल' },
    help: mayBeEmpty,
    autoComplete: 'tel',
  },
];

/** The last question: the day from which the office's time is counted. */
export const receivedOn = (earliest: Day): Question => ({
  id: 'receivedOn',
  kind: 'date',
  label: { en: 'The day on which the office gets this letter', hi: 'यह पत्र दफ़्तर को किस दिन मिलेगा' },
  help: {
    en: 'Online or by hand: the same day. By post: the day on the delivery slip. Empty means today.',
    hi: 'ऑनलाइन या हाथ से: वही दिन। डाक से: डिलीवरी पर्ची का दिन। खाली छोड़ने पर आज का दिन।',
  },
  earliest,
  mayBeAhead: true,
});

export const dateOf = (id: string, label: Words, earliest: Day, more: Partial<Question> = {}): Question => ({
  id,
  kind: 'date',
  label,
  earliest,
  isRequired: true,
  ...more,
});

const required =
  (kind: Question['kind']) =>
  (id: string, label: Words, help?: Words): Question => ({ id, kind, label, ...(help && { help }), isRequired: true });
/** Questions that must be answered. */
export const line = required('line');
export const long = required('long');
export const choice = (id: string, label: Words, options: Record<string, Words>): Question => ({
  ...required('choice')(id, label),
  options: Object.entries(options).map(([value, one]) => ({ value, label: one })),
});
/** Which letter of several: by who is to get it. */
export const whom = (options: Record<string, Words>): Question =>
  choice('step', { en: 'Whom do you write to?', hi: 'किसे लिखना है?' }, options);

/** Questions that need no answer. */
export const optionalLine = (id: string, label: Words): Question => ({ id, kind: 'line', label, help: mayBeEmpty });
export const amountOf = (label: Words): Question => ({ id: 'amount', kind: 'amount', label, help: mayBeEmpty });
export const lastFour = (id: string, label: Words, help: Words): Question => ({ id, kind: 'last-four', label, help });

/** Reply, refusal or silence: what leads to the next letter. */
export const outcome = (silent: Words, refused: Words): Question =>
  choice('outcome', { en: 'What happened?', hi: 'क्या हुआ?' }, { 'no-answer': silent, refused });

/** What a letter is about: a choice, in which the first counts where nothing was chosen. */
export const matterOf = (matters: Record<string, Words>): Question =>
  choice('matter', { en: 'What is it about?', hi: 'मामला क्या है?' }, matters);
export const nameOf = (matters: Record<string, Words>, matter = Object.keys(matters)[0]!): Words => matters[matter]!;

/**
 * Of a second letter, to who stands above the first one's reader: when the first was written, and what came of it.
 * @param step the answer to `step` that makes it a second letter
 */
export function ofSecondLetter(
  step: string,
  earliest: Day,
  { wrote, silent, refused, replied }: { wrote: Words; silent: Words; refused: Words; replied?: Words },
): Question[] {
  const onlyWith = { question: 'step', oneOf: [step] };
  const afterRefusal = { onlyWith: { question: 'outcome', oneOf: ['refused'] } };
  return [
    dateOf('complainedOn', wrote, earliest, { onlyWith }),
    { ...outcome(silent, refused), onlyWith },
    ...(replied ? [dateOf('repliedOn', replied, earliest, afterRefusal)] : []),
  ];
}

/** These words only where they apply. */
export const when = (applies: boolean, ...words: Words[]): Words[] => (applies ? words : []);

/** Paragraphs without those that do not apply. */
export const paragraphs = (...all: (string | false | undefined)[]): string[] =>
  all.filter((one): one is string => typeof one === 'string' && one !== '');

export const inEnglish = (day: string | undefined): string => dayInWords(day ?? '', 'en');
export const inHindi = (day: string | undefined): string => dayInWords(day ?? '', 'hi');

const rupees = new Intl.NumberFormat('en-IN');
/** '₹1,20,000'. */
export const money = (amount: string | undefined): string => `₹${rupees.format(Number(amount ?? 0))}`;

export const noFee: { amount: number; note: Words } = {
  amount: 0,
  note: { en: 'No fee.', hi: 'कोई फ़ीस नहीं।' },
};

/** The citizen's own facts, which every next letter takes over. */
export const pick = (answers: Answers, ...ids: string[]): Answers =>
  Object.fromEntries(['name', 'address', 'phone', ...ids].flatMap((id) => (answers[id] ? [[id, answers[id]]] : [])));

export const copyOfIdentity: Words = { en: 'Copy of an identity document', hi: 'पहचान पत्र की प्रति' };

export const byPostOrHand: Words = {
  en: 'By hand, and let the office stamp and date your copy; or by registered or speed post, and keep the receipt and the delivery slip.',
  hi: 'हाथ से दें और अपनी कॉपी पर मुहर और तारीख लगवाएँ। या रजिस्टर्ड या स्पीड पोस्ट से भेजें, और रसीद और डिलीवरी पर्ची रखें।',
};

export const nextLetter = (
  procedure: NextLetter['procedure'],
  after: NextLetter['after'],
  carry: Answers,
  answers: Pick<NextLetter, 'noAnswer' | 'refused'> = { noAnswer: {}, refused: {} },
): NextLetter => ({ procedure, after, carry, ...answers });
/** Of a next letter that asks for the `outcome` of this one. */
export const byOutcome = { noAnswer: { outcome: 'no-answer' }, refused: { outcome: 'refused' } };

/** A request for information on what became of this letter. @param office the answers of the request about its office */
export const rtiAbout = (
  answers: Answers,
  due: NextLetter['after'],
  office: Answers,
  { subject, from, language }: { subject: Words; from: Day; language: LetterLanguage },
): NextLetter =>
  nextLetter('rti', due, { ...pick(answers), ...office, information: askForStatus(subject, from)[language] });

/** What an RTI application may ask about a letter that was not answered. */
const askForStatus = (subject: Words, letterDay: Day): Words => ({
  en: `1. The action taken so far on my letter of ${dayInWords(letterDay, 'en')} about: ${subject.en}.\n2. Name and designation of the officer who has it now, and the days for which each officer had it.\n3. The rule or charter that gives the time for such letters, and the reason for the delay.\n4. Copies of the notes and letters on the file.`,
  hi: `1. मेरे दिनांक ${dayInWords(letterDay, 'hi')} के पत्र (विषय: ${subject.hi}) पर अब तक हुई कार्रवाई।\n2. वह पत्र अभी किस अधिकारी के पास है, उनका नाम और पदनाम, तथा हर अधिकारी के पास कितने दिन रहा।\n3. ऐसे पत्रों के निपटारे का समय किस नियम या चार्टर में है, और देरी का कारण।\n4. फ़ाइल की टिप्पणियों और पत्राचार की प्रतियाँ।`,
});

/** 'Pension: it has stopped', not 'Pension: It has stopped'. */
export const inSentence = ({ en, hi }: Words): Words => ({ en: en.charAt(0).toLowerCase() + en.slice(1), hi });
