import { formatNumber } from '../ui/format.ts';

// Apart from en.ts: only who has signed in loads these.

const count = (value: number, one: string, many: string) => `${formatNumber(value)} ${value === 1 ? one : many}`;

export const visitor = {
  account: (name: string) => (name === '' ? 'Your account' : `Your account, ${name}`),
  putAside: (value: number) => `You put ${count(value, 'scheme', 'schemes')} aside before you signed in.`,
  bringBack: 'Bring back what you put aside',
  leave: 'No thanks',
  broughtBack: 'Brought back',
};

export const linkMobile = {
  heading: 'Link Your Mobile Number',
  notice:
    'Email login will be deprecated soon. Please link and verify your mobile number to continue accessing your account.',
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
  digitsNeeded: 'Enter all six digits of the code.',
  failed: 'That did not work. Check your connection and try again.',
  taken: 'This number has an account of its own',
  takenNote:
    'If both are yours, join them: family and answers of the other account come to this one, and the other account ends. Else use another number.',
  join: 'Join both accounts',
  confirm: 'Confirm and join',
  ownNumber: 'the number of your account',
};
