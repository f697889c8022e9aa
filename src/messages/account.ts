import { catalogue } from './catalogue.ts';
import { count } from './count.ts';
import { formatDate } from '../ui/format.ts';
import { siteName } from './site-name.ts';

// Server only: kept out of en.ts, which islands load.

const accountInEnglish = {
  signIn: 'Sign in',
  get signInDescribe() {
    return `Sign in to ${siteName()} with a code sent to your mobile number. There is no password.`;
  },
  signInNote: 'With your mobile number. New here? The same step makes your account.',
  signInNoteEmail: 'With a code sent to your email address. New here? The same step makes your account.',
  agree: 'If you go on, you agree to the',
  and: 'and',
  terms: 'terms of use',
  privacy: 'privacy notice',
  mobile: 'Mobile number',
  mobilePlaceholder: '10 digits',
  email: 'Email address',
  sendCode: 'Send code',
  neverShown: 'We never show your number to anyone, and never call to ask for a code.',
  addressNeverShown: 'We never show your address to anyone, and never ask for a code by email or by phone.',
  byEmail: 'Use email instead',
  byMobile: 'Use mobile number instead',
  emailEnds: 'Signing in by email ends soon',
  emailEndsOn: (moment: string) => `Signing in by email ends on ${formatDate(moment)}`,
  emailEndsNote: 'Link your mobile number after you sign in, so that you can always get back in.',
  lostNumber: 'I no longer have this number',
  lostAddress: 'I no longer have this address',
  makeAccount: 'New here? Make an account with your name',
  savedHere: 'Saved on this device',
  codeTitle: 'Enter the code',
  code: 'Six-digit code',
  sentTo: 'Sent to',
  change: 'Change',
  codeLasts: 'The code is good for five minutes.',
  askAgainSoon: (words: string) => `Not there yet? You can ask again in ${words}.`,
  sendAgain: 'Send a new code',
  sendAgainIn: 'Send a new code in',
  newCodeSent: 'A new code is on its way. The one before it no longer works.',
  alreadySent: 'A code was sent a moment ago. Use that one, or wait and ask for a new one.',
  seconds: (value: number) => count(value, 'second', 'seconds'),
  minutes: (value: number) => count(value, 'minute', 'minutes'),
  hours: (value: number) => count(value, 'hour', 'hours'),
  waitThen: (words: string) => `Too many codes were asked for. Try again in ${words}.`,
  triesUsed: (words: string) => `Too many tries. Wait ${words}, then ask for a new code.`,
  badMobile: 'Enter an Indian mobile number: ten digits that begin with 6, 7, 8 or 9.',
  badEmail: 'Enter one email address, such as asha@example.in.',
  badCode: 'That code is not right, or its five minutes are over. Check it, or ask for a new one.',
  codeNeedsDigits: 'Enter the six digits of the code.',
  stepOver: 'That took too long. Ask for a new code.',
  whySignIn: {
    thumbs: 'Sign in to say whether a post helped you. Then you come back to it.',
  },
  errors: {
    SessionRequired: 'Sign in to see that page.',
    CredentialsSignin: 'That code was not right, or its five minutes were over. Ask for a new one.',
    AccessDenied: 'This account may not do that. Sign in with another one.',
    Verification: 'That code has been used or is too old. Ask for a new one.',
    Signin: 'Sign in here to go on.',
    unknown: 'Signing in did not work. Please try again.',
  },
  signedInAs: (name: string) => `You are signed in as ${name}`,
  goOn: 'Go on',
  asSomeoneElse: 'Sign out, to sign in as someone else',
  yourAccount: 'Your account',
  signUp: 'Make an account',
  get signUpDescribe() {
    return `Make an account on ${siteName()} with your mobile number. There is no password.`;
  },
  signUpNote: 'A name is enough. Your number or address is proven by a code, and nobody sees it.',
  firstName: 'First name',
  lastName: 'Last name',
  lastNameHint: 'You can leave this empty.',
  badName: 'Use up to 80 letters. One of the signs in it cannot be used.',
  nameNeeded: 'Enter a first name.',
  nameSuspended: 'Your account is suspended, so its name cannot change now. You can change it when that is over.',
  consent: 'I am 18 or older, and I agree to the',
  consentHow:
    'We keep your name, your number or address and what you write here, to run your account. You can see it, take it with you and delete it at any time on your account’s page.',
  consentNeeded: 'Tick the box to make an account. Without one you can still read everything here.',
  haveAccount: 'Have an account? Sign in',
  forgot: 'Can’t get in?',
  get forgotDescribe() {
    return `There is no password on ${siteName()}. How to get back into your account.`;
  },
  forgotLead: 'You need no password here. A six-digit code lets you in.',
  forgotNumber: 'You no longer have the number',
  forgotNumberNote:
    'If your email address is on your account too, sign in with a code sent there. Then change the number on your account’s page.',
  forgotNumberAct: 'Get a code by email',
  forgotAddress: 'You can’t open the mailbox',
  forgotAddressNote: 'If your mobile number is linked, sign in with a code sent to your phone.',
  forgotAddressAct: 'Get a code by SMS',
  forgotBoth: 'Neither works',
  forgotBothNote:
    'Write to us from any address. Tell us when you joined and what you last did here. We never ask for a code, a password or a payment.',
  forgotBothAct: 'Write to support',
  welcome: 'Your account is ready',
  welcomeNamed: (name: string) => `Welcome, ${name}`,
  get welcomeDescribe() {
    return `Your account on ${siteName()} is ready.`;
  },
  welcomeLead:
    'Schemes that you save are kept with your account. So are answers, when you choose to keep them. You find both on any phone that you sign in on.',
  welcomeName: 'Tell us your name',
  welcomeNameNote: 'Others see it beside your questions and answers. Without a name they see ‘Member’ and a number.',
  welcomeFamily: 'Add your family',
  welcomeFamilyNote:
    'Many schemes are for a child, a parent or a household. Add them, and we keep each person’s answers apart.',
  welcomeMobile: 'Link your mobile number',
  welcomeMobileNote: 'Signing in by email ends soon.',
  welcomeRead: 'Start reading',
  welcomeBack: 'Go on to where you were',
  signOut: 'Sign out',
  get signOutAsk() {
    return `Sign out of ${siteName()}?`;
  },
  get signOutDescribe() {
    return `Sign out of ${siteName()} on this device.`;
  },
  signOutNote:
    'Your account stays, with your saved schemes and the answers kept in it. Everything else is wiped from this device: schemes that you did not add to your list, answers that you did not keep, drafts and ticked papers.',
  stay: 'Stay signed in',
  signedOut: 'You are signed out',
  signedOutNote:
    'Your saved schemes, answers and drafts are wiped from this device. The next person who uses it cannot see them.',
  historyNote:
    'The browser still lists the pages that were opened. To remove that list, choose History in its menu, and delete it.',
  home: 'Go to the home page',
  get accountDescribe() {
    return `Your name, number, family, devices and privacy on ${siteName()}.`;
  },
  memberSince: (moment: string) => `Member since ${formatDate(moment)}`,
  changeName: 'Change your name',
  save: 'Save',
  signInWays: 'How you sign in',
  proven: 'Proven by a code',
  notLinked: 'Not linked',
  linkMobile: 'Link a mobile number',
  changeMobile: 'Change the number',
  linkTitle: 'Link your mobile number',
  changeTitle: 'Change your mobile number',
  linkNote: 'We send a code to the number to make sure that it is yours.',
  link: 'Link the number',
  proveFirstLead: 'First show that the account is yours, with a code sent to you.',
  proveFirstNote: 'Someone who picked up your phone must not be able to take your account with them.',
  sendTo: (where: string) => `Send a code to ${where}`,
  confirm: 'Confirm',
  mergeTitle: 'That number has an account of its own',
  mergeNote:
    'Both are yours, as the codes have shown. You can join them: the family and answers of the other account come here, and the other account ends.',
  merge: 'Join both accounts',
  family: 'Family',
  familyNote: 'One entry for each person you look things up for. Only you see them.',
  addPerson: 'Add a person',
  relation: 'Who is it?',
  choose: 'Choose',
  relations: {
    SELF: 'You',
    SPOUSE: 'Husband or wife',
    CHILD: 'Child',
    PARENT: 'Parent',
    SIBLING: 'Brother or sister',
    GRANDPARENT: 'Grandparent',
    OTHER: 'Someone else',
  },
  relationNeeded: 'Choose who it is.',
  theirMobile: 'Their mobile number',
  theirMobileHint: 'You can leave this empty. We send nothing to it.',
  get childConsent() {
    return `If it is a child under 18: I am the parent or guardian, and agree that ${siteName()} keeps these details and answers for this child`;
  },
  childConsentHint: 'You can take this back at any time below; the child’s answers are then wiped.',
  childConsentNeeded: 'For a child we need a parent’s or guardian’s yes. Tick the box, or choose someone else.',
  edit: 'Change',
  editPerson: (name: string) => `Change ${name}`,
  remove: 'Remove',
  removePerson: (name: string) => `Remove ${name}`,
  removeNote:
    'We stop using this entry and its answers. They are erased when you delete your account. A child’s entry is erased at once.',
  answers: (value: number) => (value === 0 ? 'No answers yet' : count(value, 'answer', 'answers')),
  answerYes: 'Yes',
  answerNo: 'No',
  unnamed: 'No name given',
  devices: 'Devices',
  devicesNote: 'Where you are signed in now. If you do not know a device, sign it out.',
  thisDevice: 'This device',
  lastSeen: (moment: string) => `last used ${formatDate(moment)}`,
  signedInOn: (moment: string) => `signed in ${formatDate(moment)}`,
  unknownDevice: 'Unknown device',
  // Stored as 'Chrome on Android'.
  device: (stored: string) => stored,
  endDevice: 'Sign out',
  endDeviceNamed: (device: string) => `Sign out ${device}`,
  endOthers: 'Sign out everywhere else',
  yourData: 'Privacy',
  consents: 'What you agreed to',
  consentKinds: {
    account: 'Keeping your account',
    child: 'Keeping a child’s details',
    referral: 'Answers that you let us keep with a form',
  },
  given: (moment: string) => `Agreed ${formatDate(moment)}`,
  withdrawn: (moment: string) => `taken back ${formatDate(moment)}`,
  withdraw: 'Take back',
  withdrawNamed: (what: string) => `Take back: ${what}`,
  withdrawAccount: 'To take this back, delete your account.',
  takeWith: 'Take your data with you',
  takeWithNote: 'Everything we keep about you, in one file (JSON).',
  download: 'Download my data',
  deleteAccount: 'Delete your account',
  deleteNote:
    'Your account, family, answers, sign-ins and codes go at once and for good. Questions and answers under which others have written stay, without your name.',
  deleteStart: 'Delete my account',
  deletePosts: 'Also delete the text of my questions and answers',
  deletePostsNote:
    'If you do not tick this, posts under which others have written stay, as written by ‘a former member’.',
  deleteSure: 'Last step: delete for good?',
  deleteSureNote: 'This cannot be undone. You are signed out everywhere.',
  deleteForGood: 'Delete for good',
  keepAccount: 'Keep my account',
  told: {
    name: 'Your name is saved.',
    linked: 'Your mobile number is linked.',
    merged: 'Both accounts are now one.',
    added: 'The person is added.',
    changed: 'The change is saved.',
    removed: 'The entry is removed.',
    ended: 'That device is signed out.',
    endedOthers: 'You are signed out everywhere else.',
    withdrawn: 'Taken back. The child’s answers are wiped.',
    withdrawnReferral: 'Taken back. Those answers are deleted.',
  },
  taken: 'The account is deleted',
  takenNote: 'Your account and everything that was only yours is gone.',
  another: {
    title: 'Somebody else is signed in now',
    note: 'This page was opened for another person, so nothing was saved or changed.',
    open: 'Open the page for the person signed in',
  },
  again: {
    title: 'Sign in again',
    description: 'Your session has ended. Sign in again to get back what you typed.',
    note: 'Your session has ended. Nothing is saved yet: what you typed comes back when the same account signs in here within half an hour.',
    button: 'Sign in',
    back: 'Your session had ended. Here is what you typed: it is not saved yet.',
  },
  somethingWrong: 'That could not be saved. Check what is marked.',
};

const accountNoticesInEnglish = {
  factorGuessed: (name: string, times: number, support: string) => ({
    subject: `${times} wrong codes for the account of ${name}`,
    text: `Somebody gave ${times} wrong codes in a row where the studio asks for the second factor of ${name}, and was signed out. Whoever it was had been signed in to this account.\n\n${name}: was it not you? Sign in, end all other sessions on your profile page, and write to ${support} at once.`,
  }),
  numberChanged: (masked: string, support: string) => ({
    subject: `The mobile number of your ${siteName()} account has changed`,
    text: `The mobile number of your ${siteName()} account was changed to ${masked}, and all other devices were signed out. Was it not you? Write to ${support} at once.`,
  }),
  accountsJoined: (support: string) => ({
    subject: `Two ${siteName()} accounts were joined into one`,
    text: `An account with this number or address was joined with another one, after a code had proven both. Was it not you? Write to ${support} at once.`,
  }),
};

const codeMessagesInEnglish = {
  // Must match the template registered with the operators (docs/decisions/0008); its last line is for WebOTP autofill.
  sms: (code: string, domain: string) =>
    `${code} is your ${siteName()} code. It works for 5 minutes. Never tell it to anyone, not even to us.\n\n@${domain} #${code}`,
  mailSubject: (code: string) => `Your ${siteName()} code: ${code}`,
  mail: (code: string) =>
    `Your ${siteName()} code is ${code}\n\nIt works for 5 minutes. Never tell it to anyone, not even to us.\nIf you did not ask for it, do nothing: nobody gets in without it.\n`,
  outbox: 'Development outbox',
  outboxNote: 'What would have been sent. This page exists on your own machine only, while no provider is set.',
  outboxEmpty: 'Nothing yet.',
};

export const account = catalogue(accountInEnglish);
export const accountNotices = catalogue(accountNoticesInEnglish);
export const codeMessages = catalogue(codeMessagesInEnglish);
