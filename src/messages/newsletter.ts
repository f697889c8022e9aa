import { catalogue } from './catalogue.ts';

// News by mail for readers: the page, the page behind a link in a mail, and the mails.

const newsletterInEnglish = {
  title: 'News by mail',
  describe: 'New pages and answers by mail, in your language. You need no account.',
  lead: 'We write when there is something new, on no fixed day: pages of this site, and questions that readers have answered. It costs nothing, and you need no account. First you get one mail with a link. Nothing more comes until you say yes there.',
  email: 'Your email address',
  language: 'Language of the mails',
  state: 'Your State, if you like',
  stateHint: 'Then you also get news that is only for people there.',
  noState: 'I do not say',
  subjects: 'Categories',
  subjectsHint:
    'Choose what you want to hear about. What is for everybody comes as well. Choose none, and you get all.',
  ask: 'Send me the link',
  emailNeeded: 'Please write your email address, such as name@example.in.',
  choiceWrong: 'Please choose again: a language and categories from these lists.',
  tooMany: 'Too many mails were asked for from here today. Try again tomorrow.',
  noMail: 'This site sends no mail yet. Please look again later.',
  look: 'Look in your mail: open the link, then press the button',
  lookNote:
    'Your news starts only when you have pressed that button. No mail after ten minutes? Look in the spam folder. We send this mail once a day at most.',
  noEmail:
    'No email address? Sign in, and follow a question, a category or a page. You then find what is new under ‘Notifications’.',
  toFollow: 'Follow what matters to you',
  kept: 'What we keep',
  keptNote:
    'Your address, what you chose, and the day and words of your yes. If nobody presses the button behind the link within three days, we delete all of it. When you stop, we delete your address and what you chose at once. For 180 days we then keep the dates, the language, the words of your yes, and a scrambled form of your address. With them we can answer if somebody asks why mail came. Which mails we sent you, we keep for a month. Nobody else is shown your address: only the firms that run this site and deliver its mail handle it.',
  another: 'Ask for another address',

  mine: 'Your news by mail',
  confirmTitle: 'Do you want news by mail?',
  confirmNote: (address: string) => `For ${address}. Look at your choices, then press the button.`,
  consent: 'Yes, I want news by mail from this site. I can stop it at any time: each mail has a link for that.',
  confirm: 'Yes, send me news',
  notYou: 'You did not ask for this? Close this page. Then nothing is sent, and your address is deleted in three days.',
  confirmed: 'Done. You get news by mail.',
  isOn: (address: string, since: string) => `News goes to ${address}. You said yes on ${since}.`,
  save: 'Save my choices',
  saved: 'Your choices are saved.',
  stop: 'Stop the news by mail',
  stopped: 'Stopped. No more news comes by mail.',
  stoppedNote: 'Your address is deleted. A mail that has left already may still come.',
  ended: 'This link brings no mail now',
  endedNote:
    'It has ended, or nobody pressed the button within three days. Did you ask again since? Then open the link in your newest mail.',
  startAgain: 'Ask for news by mail',

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
