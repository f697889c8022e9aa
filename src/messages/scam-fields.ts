import { catalogue } from './catalogue.ts';

// The editor's fields of a known scam, and the desk of what readers told.

const fieldsInEnglish = {
  fields: { firstSeen: 'First seen on', lastSeen: 'Last seen on', expires: 'Last day' } as Record<string, string>,
  dayHints: {
    lastSeen: 'The newest come first on the home page.',
    expires: 'After this day no message is compared with it. Empty: for ever.',
  } as Record<string, string>,
  advice: 'What to do',
  adviceHint: 'Short sentences. One is needed.',
  adviceNumber: (number: number) => `Advice ${number}`,
  addAdvice: 'Add advice',
  inLanguage: (language: string) => `For readers of ${language}`,
  inLanguageHint: 'What is empty here is shown to them in the language of the original.',
  titleIn: (language: string) => `Title in ${language}`,
  bodyIn: (language: string) => `How it works, in ${language}`,
  adviceIn: (language: string) => `What to do, in ${language}`,
  texts: 'The message, in its wordings',
  textsHint: (number: string, link: string, name: string, amount: string) =>
    `Never a real number, link or name: write ${number}, ${link}, ${name} and ${amount}.`,
  textNumber: (number: number) => `Wording ${number}`,
  addText: 'Add a wording',
  text: 'Text',
  language: 'Language',
  languages: {
    en: 'English',
    hi: 'Hindi',
    'hi-Latn': 'Hindi in English letters',
    bn: 'Bengali',
    gu: 'Gujarati',
    kn: 'Kannada',
    ml: 'Malayalam',
    mr: 'Marathi',
    or: 'Odia',
    pa: 'Punjabi',
    ta: 'Tamil',
    te: 'Telugu',
    ur: 'Urdu',
  } as Record<string, string>,
  takeAway: (what: string) => `Take away: ${what}`,
};

export const scamFields = catalogue(fieldsInEnglish);

const deskInEnglish = {
  title: 'Reported by readers',
  heading: 'Messages that readers reported',
  describe: 'Messages that readers sent to the editors.',
  note: 'Only what a reader ticked is here. Numbers, links and addresses were taken out before it was kept. Take out names, too.',
  toldOn: (day: string) => `Told on ${day}`,
  like: (title: string) => `Like: ${title}`,
  likeNone: 'Like no known scam',
  begin: 'Make a known scam of it',
  beginOf: (text: string) => `Make a known scam of: ${text}`,
  known: 'It is known already',
  knownOf: (text: string) => `It is known already: ${text}`,
  none: 'No scam',
  noneOf: (text: string) => `No scam: ${text}`,
  nothing: 'No message from readers is waiting.',
  done: 'Taken off the desk.',
  gone: 'Somebody else has dealt with it already.',
  counts: 'How often readers met each one',
  countsNote: 'Checked messages that were like a known scam. Nothing else is counted, and no message is kept.',
  scam: 'Known scam',
  today: 'Today',
  week: '7 days',
  month: '30 days',
  noCounts: 'No message was like a known scam in the last 30 days.',
  all: 'All known scams',
  more: (count: number) => `${count} more are waiting.`,
};

export const scamDesk = catalogue(deskInEnglish);
