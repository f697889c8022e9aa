import { catalogue } from './catalogue.ts';
import { formatDate, formatNumber } from '../ui/format.ts';
import { siteName } from './site-name.ts';

// Separate from en.ts, which islands load: only the support and referral pages and mails need these.

const errandsInEnglish = {
  refer: {
    over: 'This campaign is over. The scheme itself may still be open: look at its official page.',
    before: 'You have already sent your answers for this.',
    describe: (title: string) => `${title}: a few questions, then what fits, what is missing and the next steps.`,
    step: (at: number, count: number) => `Question ${at} of ${count}`,
    progress: 'How far you are',
    mayStayOpen: 'You may skip a question. We then say what is still missing.',
    next: 'Next',
    skip: 'Skip',
    back: 'Back',
    change: 'Change my answers',
    needed: 'Answer this one to go on.',
    wrong: {
      number: (min: number | null, max: number | null) =>
        min === null || max === null || max > 1_000
          ? 'Write a number in digits, such as 9,000.'
          : `Write a number from ${formatNumber(min)} to ${formatNumber(max)}, in digits.`,
      date: 'Choose the day, month and year.',
      choice: 'Choose one of these.',
      text: 'Write up to 500 letters.',
    },
    result: 'Your result',
    may: 'You may be eligible',
    mayNote: 'Nothing in your answers rules it out. The office decides.',
    not: 'Your answers show that this does not fit',
    notNote: 'Rules change, and offices decide. If you think that it does fit, ask at the official address.',
    open: 'Almost: something is still missing',
    openNote: 'Answer these as well, and we can tell you.',
    why: 'Why',
    missing: 'Still missing',
    answer: 'Answer now',
    nextSteps: 'What to do now',
    papers: 'Papers to keep ready',
    official: 'Go to the official site',
    call: (number: string) => `Call ${number}`,
    readMore: 'Read how it works',
    share: 'Send this to somebody',
    shareNote: 'None of your answers are in the link. Whoever opens it starts at the first question.',
    shareText: (title: string, address: string) => `${title}\n${address}`,
    whatsApp: 'WhatsApp',
    keepTitle: 'Shall we keep your answers?',
    keepNote:
      'Then you get a number for your answers, and we can help if you write to us about them. You do not need this to apply.',
    name: 'Your name',
    nameNeeded: 'Write your name: up to 80 letters.',
    mobile: 'Mobile number',
    mobileHint: 'Ten digits. We send nothing to it.',
    badMobile: 'Enter an Indian mobile number: ten digits that begin with 6, 7, 8 or 9.',
    get consent() {
      return `I agree that ${siteName()} keeps my name, number and these answers for at most one year, to help me with this scheme, and gives them to nobody else.`;
    },
    consentHint:
      'To take this back, use your profile page if you are signed in, or write to us: we delete them. Deleting your account deletes them too.',
    consentNeeded: 'Tick the box, or leave it: your result above stays the same.',
    keep: 'Keep my answers',
    kept: 'Your answers are kept',
    keptNumber: (number: number) => `Your number: ${number}`,
    tooMany: 'Too many answers were sent from here today. Your result above stays; try to keep it tomorrow.',
    broken: 'One of the answers could not be read. Please start again.',
  },
  contact: {
    title: 'Contact',
    get describe() {
      return `Write to ${siteName()}: a question, a mistake on a page, help with your account. A person reads it.`;
    },
    lead: 'A person reads this and answers by mail, or to your mobile number. You need no account.',
    aboutPage: (path: string) => `About the page ${path}`,
    name: 'Your name',
    email: 'Email address',
    phone: 'Mobile number',
    subject: 'What is it about?',
    message: 'Your message',
    messageHint: 'At least 10 letters. Please no Aadhaar numbers, bank details or codes.',
    /** An SMS: it says where the answer is, and nothing of it. */
    someReader: 'A reader',
    trap: 'Leave this empty',
    send: 'Send',
    nameNeeded: 'Write your name: up to 80 letters, on one line.',
    emailNeeded: 'Enter one email address, such as asha@example.in.',
    badPhone: 'Enter an Indian mobile number of ten digits, or leave it empty.',
    subjectNeeded: 'Say in a few words what it is about: up to 200 letters.',
    messageNeeded: 'Write between 10 and 5,000 letters.',
    tooMany: (words: string) =>
      `Too many messages came from here. Try again in ${words}. What you wrote is still below.`,
    sent: 'Your message is with us',
    sentNumber: (ticket: number) => `Its number is ${ticket}. Please name it if you write again.`,
    sentNote:
      'We answer by email. Did you give only a mobile number? Then sign in with it: the answer will stand there.',
    another: 'Write another message',
    otherWays: 'Other ways',
    grievance: 'Complain to the grievance officer',
    grievanceNote: 'For what is unlawful or hurts you: with a receipt and a time limit.',
    mail: 'Write an email',
    fraud: 'Lost money to a fraud? Call 1930 first.',
    emergency: 'In danger? Call 112.',
    answerSubject: (ticket: number, subject: string) => `[#${ticket}] ${subject}`,
    answer: (name: string, text: string, ticket: number) =>
      `${name ? `Dear ${name},` : 'Hello,'}\n\n${text}\n\n${siteName()}, about your message number ${ticket}\n`,
  },
  grievance: {
    report: 'What was reported and done, month by month',
    form: 'Send your complaint',
    formNote: 'You get a number at once. The clock starts with it.',
    category: 'What is it?',
    choose: 'Choose',
    categories: {
      WRONG: 'An article, video or story is wrong or unfair',
      POST: 'A question, comment or reply: abuse, a scam, private data',
      PRIVATE: 'My own data',
      ACCOUNT: 'My post was removed, or my account suspended',
      INTIMATE: 'A picture or video shows me naked or in a sexual act, or somebody poses as me',
      UNLAWFUL: 'Other content that the law forbids',
      OTHER: 'Something else',
    },
    address: 'Address of the page or post',
    addressHint: 'Copy it from the top of the browser. You can leave this empty.',
    text: 'What is wrong, and what shall we do?',
    textHint: 'Please no Aadhaar numbers, bank details or codes.',
    reach: 'Give an email address or a mobile number, so that we can answer.',
    reachHint: 'One of the two is enough.',
    send: 'Send the complaint',
    categoryNeeded: 'Choose what it is.',
    textNeeded: 'Say what is wrong, in up to 5,000 letters.',
    addressLong: 'Up to 2,000 letters, on one line.',
    sent: 'Your complaint is with the officer',
    sentNumber: (ticket: number) => `Its number is ${ticket}. Please write it down.`,
    acknowledge: (moment: string) =>
      `Receipt: this page is your receipt. You also hear from us by ${formatDate(moment)}.`,
    decide: (moment: string) => `Decision with reasons: by ${formatDate(moment)} at the latest.`,
    follow: 'Follow it under your account',
    followAfterSignIn:
      'Sign in with the mobile number or email address that you gave here. You can then follow your complaint.',
    mine: {
      title: 'My complaints and messages',
      get describe() {
        return `What you wrote to ${siteName()}: how far it is, by when a decision is due, and the answers.`;
      },
      none: 'You have not written to us yet',
      noneNote:
        'Complaints and messages that you send while signed in, or with your own number or address, are shown here.',
      numbered: { grievance: (id: number) => `Complaint ${id}`, contact: (id: number) => `Message ${id}` },
      state: 'Status',
      states: {
        open: 'With us, not answered yet',
        interim: 'We have written to you; the decision is still to come',
        answered: 'Answered',
        decided: 'Decided',
        unanswered: 'Closed without an answer',
      },
      sentOn: 'Sent',
      clocks: { acknowledge: 'Receipt', decide: 'Decision' },
      due: (moment: string) => `by ${moment} at the latest`,
      late: (moment: string) => `was due by ${moment}. We are late.`,
      about: 'About',
      yours: 'What you wrote',
      answers: { interim: 'Our reply', final: 'Our answer' },
      kept: 'We delete a complaint or message 180 days after it is closed.',
    },
    receipt: (ticket: number, officer: string, decideBy: string) => ({
      subject: `[#${ticket}] We have your complaint`,
      text: `Your complaint has reached ${officer}, Grievance Officer. Its number is ${ticket}.\n\nYou get a decision with reasons by ${formatDate(decideBy)} at the latest.\nIf it was not you who complained, do nothing.\n`,
    }),
  },
};

export const errands = catalogue(errandsInEnglish);
