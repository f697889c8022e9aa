import { currentLanguage, type Language } from './catalogue.ts';

/** A whole word. Not by looking behind, which Safari before 16.4 cannot read. */
const word = (from: string, to: string): [RegExp, string] => [
  new RegExp(`(^|[^\\p{L}\\p{M}])${from}(?![\\p{L}\\p{M}])`, 'gu'),
  `$1${to}`,
];

/** Applied in this order. Verbs stay as they are in English and Hindi: 'they' and 'वे' take those of 'you' and 'आप'. */
const changes: Record<Language, [RegExp, string][]> = {
  en: [
    [/^me$/g, 'this person'],
    [/\bI am\b/g, 'they are'],
    [/\b(?:I|we)\b/g, 'they'],
    [/\bmy\b/g, 'their'],
    [/\b(with|fit|for) (?:you|us)\b/g, '$1 them'],
    [/\bYou yourself\b/g, 'They themselves'],
    [/\byourself\b/g, 'themselves'],
    [/\byours\b/g, 'theirs'],
    [/\bYour\b/g, 'Their'],
    [/\byour\b/g, 'their'],
    [/\byou\b/g, 'they'],
  ],
  hi: [
    [/^मैं$/g, 'वे खुद'],
    word('मेरा', 'उनका'),
    word('मेरे', 'उनके'),
    word('हम', 'वे'),
    [/आप पर/g, 'उन पर'],
    word('खुद को भी', 'उन्हें भी'),
    word('आपका', 'उनका'),
    word('आपकी', 'उनकी'),
    word('आपके', 'उनके'),
    word('आपको', 'उन्हें'),
    word('आपने', 'उन्होंने'),
    word('आप', 'वे'),
  ],
  ta: [
    [/^நான்$/g, 'அவரே'],
    word('என்', 'அவரது'),
    [/எங்களுடன்/g, 'அவருடன்'],
    [/கிறேன்|கிறோம்/g, 'கிறார்'],
    [/நீங்களும்/g, 'அவரும்'],
    [/நீங்கள்/g, 'அவர்'],
    [/உங்கள்/g, 'அவரது'],
    [/உங்களு/g, 'அவரு'],
    [/உங்களி/g, 'அவரி'],
    [/உங்களை/g, 'அவரை'],
    [/ீர்களா/g, 'ாரா'],
    [/ீர்கள்/g, 'ார்'],
  ],
};

/** A question to a reader, and its answers, turned to a question about somebody else. */
export const inThirdPerson = (text: string): string =>
  changes[currentLanguage()].reduce((said, [from, to]) => said.replace(from, to), text);
