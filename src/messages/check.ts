import { formatDate } from '../ui/format.ts';
import { catalogue } from './catalogue.ts';

// Separate from en.ts: only the message check's page and endpoint load these.

const checkInEnglish = {
  title: 'Check a message',
  describe:
    'Paste an SMS, a WhatsApp message or what a caller said: we show the signs of a scam in it, and what to do now.',
  heading: 'Is this message a scam?',
  lead: 'Paste it here. We keep nothing of it.',
  text: 'The message, or what the caller said',
  sender: 'Who sent it? (if it is an SMS)',
  senderHint: 'As it stands above the message, such as VM-HDFCBK-S',
  button: 'Check it',
  judging: 'Checking …',
  textNeeded: 'Paste the message first.',
  textLong: 'That is more than 5,000 letters. Paste the part that asks you for something.',
  badCharacter: 'The message holds a character that cannot be read. Copy it once more.',
  tooMany: 'That was a lot of messages at once. Wait a minute and try again.',
  tryAnother: 'Check another message',
  moneyGone: 'Have you lost money, or given somebody a code?',
  callNow: 'Call 1930 now, and then your bank on the number printed on your card.',
  call1930: 'Call 1930',
  outcome: {
    known_scam: 'This is a known scam',
    signs: 'This has signs of a scam',
    nothing_found: 'We found no signs of a scam. That does not mean that it is true.',
  },
  matches: 'It is like this one',
  found: 'What we found',
  inTheText: 'The message, with the signs marked',
  senderIs: (header: string, owner: string) => `${header} is registered for ${owner}.`,
  senderUnknown: 'We do not know this sender. That proves nothing: our list is not complete.',
  doNow: 'What to do',
  thisScam: 'How to stay safe from this scam',
  advice: {
    known_scam: [
      'Do not answer, pay, open a link, or call a number in it.',
      'Tell the people at home: the same message comes to them, too.',
    ],
    signs: [
      'Do not answer, pay, open a link, or call a number in it.',
      'Ask the office itself: take its number from your card, your bill or its own site, never from the message. Call your own people on the number you know.',
    ],
    nothing_found: [
      'If it asks for money, a code or your papers, ask the office itself: take its number from your card, your bill or its own site.',
      'Never tell an OTP, a PIN or a CVV to anyone, whoever they say they are.',
    ],
    call: 'Put the phone down, and tell somebody at home.',
    code: 'Have you given somebody a code or a PIN? Call your bank and have the card or the account blocked.',
    app: 'If you have installed the app: switch on flight mode, remove it, and call your bank from another phone.',
  },
  why: {
    asks_code: 'It asks for a code, a PIN or a password. No bank, office or company asks for one.',
    asks_payment: 'It asks you to pay, to send money or to scan a code.',
    asks_remote_app_or_apk:
      'It wants you to install an app or a file. With it strangers can see your screen and your messages.',
    asks_personal_data: 'It asks for your papers, your account or your card.',
    lookalike_link: 'The link only looks like that of an office, a bank or a company.',
    shortened_link: 'The link is shortened, so you cannot see where it leads.',
    personal_number_as_official: 'It gives an ordinary mobile number as that of an office.',
    impersonates: 'It speaks in the name of an office, a company, the police or somebody close to you.',
    threat_or_deadline: 'It frightens you or gives you little time, so that you do not ask anyone.',
    too_good: 'It promises a prize, easy money or a gift.',
    refund_bait: 'It promises money that is waiting for you, or says that money was sent to you by mistake.',
    secrecy: 'It wants you to stay on the call or to tell nobody.',
  },
  share: 'Warn your family',
  warning: (title: string | null, address: string) =>
    `A scam is going round${title === null ? '' : `: ${title}`}. Do not answer it, pay, open its link or give anyone a code. If money is gone, call 1930. Check a message here: ${address}`,
  pictureButton: 'Read a screenshot',
  pictureNeeds: (megabytes: string) => `The picture reader has to be fetched once: ${megabytes} MB.`,
  pictureReady: 'The picture reader is on this device already.',
  pictureStays: 'English and Hindi are read. The picture stays on this device.',
  pictureStage: { fetching: 'Fetching the picture reader …', reading: 'Reading the picture …' },
  pictureStop: 'Stop',
  pictureStopped: 'Stopped. Nothing was read.',
  pictureDone: 'The words of the picture are in the box above. Put right what was read wrong, then press ‘Check it’.',
  pictureShared: 'A picture was shared with this page. It stays on this device.',
  pictureReadShared: 'Read the shared picture',
  pictureNotTaken:
    'We have neither read nor kept the picture: pictures are read on your own device only. Pick it here, or type the message.',
  pictureProblem: {
    kind: 'That file is not a picture we can read. Pick a screenshot: a PNG, JPEG or WebP file.',
    large: 'That picture is too large. It may have 10 MB and 40 megapixels. Cut out the message and pick that part.',
    broken: 'That picture cannot be opened. Take the screenshot once more, or type the message above.',
    empty: 'We found no words in that picture. Pick a sharper one, or type the message above.',
    offline: 'The picture reader could not be fetched. Try again when you are online, or type the message above.',
    device: 'This device could not read the picture. Close other apps and try again, or type the message above.',
  },
  onDevice: 'Your message is checked on this device: it is not sent to us.',
  tellTitle: 'Help us warn others',
  tellTick: 'Send this message to the editors. Numbers, links and mail addresses are taken out first.',
  tellButton: 'Tell the editors',
  tellNeeded: 'Tick the box to send the message to the editors.',
  told: 'Thank you. The editors have the message, without its numbers and links.',
  tellSubject: 'A reader met this message',
  seenNow: 'Scams seen now',
  lastSeen: (day: string) => `last seen ${formatDate(day)}`,
  feeds: 'Known scams as data',
};

export const check = catalogue(checkInEnglish);
