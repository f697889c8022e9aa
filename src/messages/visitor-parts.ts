import { catalogue } from './catalogue.ts';
import { count } from './count.ts';

// Separate from visitor.ts: loaded where the dialog opens, or where saved schemes are offered.

export const savedOffer = catalogue({
  heading: 'Schemes saved on this device',
  addSaved: (value: number) => `Add the ${count(value, 'scheme', 'schemes')} saved on this device to your list?`,
  add: 'Add',
  no: 'No',
  added: 'Added to your list',
});

export const linkMobile = catalogue({
  heading: 'Link Your Mobile Number',
  notice:
    'Email login will be deprecated soon. Please link and verify your mobile number to continue accessing your account.',
  plainly:
    'In plain words: soon you can sign in only with your mobile number. Add it now, so that you can always get in.',
  label: 'Mobile number',
  placeholder: 'Enter mobile number',
  send: 'Send OTP',
  sentTo: 'We’ve sent a code to:',
  code: 'Six-digit code',
  digit: (at: number) => `Digit ${at}`,
  update: 'Update',
  later: 'Later',
  close: 'Close',
  change: 'Change the number',
  askAgainIn: 'You can ask again in',
  sendAgain: 'Send a new code',
  sentTitle: 'OTP sent',
  sent: (phone: string) => `The OTP sent successfully to the mobile: ${phone}`,
  verifiedTitle: 'OTP verified',
  verified: 'OTP verified successfully',
  joined: 'Both accounts are now one.',
  numberNeeded: 'Enter your mobile number.',
  badNumber: 'Enter an Indian mobile number: ten digits that begin with 6, 7, 8 or 9.',
  digitsNeeded: 'Enter all six digits of the code.',
  failed: 'That did not work. Check your connection and try again.',
  taken: 'This number has an account of its own',
  takenNote:
    'If both are yours, join them: family and answers of the other account come to this one, and the other account ends. If not, use another number.',
  join: 'Join both accounts',
  confirm: 'Confirm and join',
  ownNumber: 'the number of your account',
});
