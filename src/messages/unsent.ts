import { catalogue } from './catalogue.ts';

// What waits on the device for a network (islands/unsent-here.ts).

export const unsent = catalogue({
  heading: 'Waits for a network',
  note: 'It goes by itself when you have internet again. Until then it is on this device only.',
  kinds: {
    question: 'Your question',
    answer: 'Your answer',
    reply: 'Your reply',
    message: 'Your message to us',
    complaint: 'Your complaint',
    follow: 'Your wish to follow, or to stop',
    reaction: 'Your thumb',
  },
  edit: 'Edit',
  discard: 'Discard',
  sendNow: 'Send now',
  refused: 'This could not be taken as it is. Press ‘Edit’ to see why.',
  signIn: (count: number) =>
    count === 1
      ? 'What you wrote waits for you. Sign in to send it.'
      : `${count} things that you wrote wait for you. Sign in to send them.`,
  toSignIn: 'Sign in',
  sent: 'Sent.',
  seeIt: 'See it',
  full: 'Not kept: too much waits on this device already.',
});
