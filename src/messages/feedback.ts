import { catalogue } from './catalogue.ts';

// Only pieces and the page that takes the answer load these.

const feedbackInEnglish = {
  question: 'Did this help?',
  yes: 'Yes',
  no: 'No',
  title: 'Did this help?',
  thanks: 'Thank you for telling us.',
  whatMissing: 'What was missing, or hard to follow?',
  missingHint: 'At least 3 letters. Please no names, numbers or codes: a person reads this, and does not answer.',
  send: 'Send to the editors',
  missingNeeded: 'Write between 3 and 1,000 letters.',
  sent: 'The editors have it. Thank you.',
  back: (title: string) => `Back to: ${title}`,
  tooMany: 'Too many answers came from here. Try again later. What you wrote is still below.',
  subject: (title: string) => `What was missing: ${title}`,
};

export const feedback = catalogue(feedbackInEnglish);
