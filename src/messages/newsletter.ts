import { catalogue } from './catalogue.ts';

// News by mail for readers: the page, the page behind a link in a mail, and the mails.

const newsletterInEnglish = {
  title: 'News by mail',
  describe: 'New pages and answers by mail, in your language. You need no account.',
  lead: 'Now and then we send what is new: pages and answers that were checked. You need no account, and stop it with one tap.',
  email: 'Your email address',
  language: 'Language of the mails',
  state: 'Your State, if you like',
  stateHint: 'Then you also get what is for your State only.',
  noState: 'No State',
  subjects: 'Subjects',
  subjectsHint: 'Tick what you want to hear about. Tick none, and you get all.',
  ask: 'Send me the link',
  emailNeeded: 'Please write your email address, such as name@example.in.',
  choiceWrong: 'Please choose again: a language and subjects from these lists.',
  tooMany: (time: string) => `That was asked for too often from your network. Please try again in ${time}.`,
  noMail: 'This site sends no mail yet. Please look again later.',
  look: 'Look in your mail and tap the link',
  lookNote:
    'Your news starts only after that. If no mail is there in ten minutes, look among spam. We send this mail once a day at most.',
  kept: 'What we keep',
  keptNote:
    'Your address and your choices, and the day and words of your consent. If you do not tap the link within three days, we delete them. If you stop, we delete your address at once. For 180 days we keep the two dates with a mark of the address that nobody can read back, to answer if somebody asks why they got a mail.',
  another: 'Ask for another address',

  mine: 'Your news by mail',
  confirmTitle: 'Do you want news by mail?',
  confirmNote: (address: string) => `For ${address}. Look at your choices, then press the button.`,
  consent: 'Yes, I want news by mail from this site. I can stop it at any time with one tap.',
  confirm: 'Yes, send me news',
  notYou: 'You did not ask for this? Close this page. Then nothing is sent, and your address is deleted in three days.',
  confirmed: 'Done. You get news by mail.',
  isOn: (address: string, since: string) => `You get news at ${address} since ${since}.`,
  save: 'Save my choices',
  saved: 'Your choices are saved.',
  stop: 'Stop the news by mail',
  stopped: 'Stopped. No more news comes by mail.',
  stoppedNote: 'Your address is deleted.',
  startAgain: 'Get news by mail again',

  optIn: {
    subject: (site: string) => `Do you want news by mail from ${site}?`,
    text: (link: string) =>
      `Somebody, maybe you, asked for news by mail at this address.\n\nTo start it, open this page and press the button:\n${link}\n\nIf it was not you, do nothing. Then nothing is sent, and the address is deleted in three days.`,
  },
  already: {
    subject: (site: string) => `You get news by mail from ${site}`,
    text: (link: string) =>
      `Somebody, maybe you, asked for news by mail at this address. You get it already.\n\nTo change your choices or to stop it, open this page:\n${link}`,
  },
  mail: {
    question: 'Question with an answer',
    why: (site: string) => `You get this because you asked for news by mail from ${site}.`,
    own: 'Change your choices, or stop it',
  },
};

export const newsletter = catalogue(newsletterInEnglish);
