import { formatNumber } from '../ui/format.ts';
import { catalogue } from './catalogue.ts';
import { siteName } from './site-name.ts';

// Apart from community.ts, which islands load.

const digestMailInEnglish = {
  subject: {
    daily: () => `What is new today on ${siteName()}`,
    weekly: () => `What was new this week on ${siteName()}`,
  },
  newQuestion: 'A new question',
  newAnswers: (value: number) => (value === 1 ? 'A new answer' : `${formatNumber(value)} new answers`),
  changed: 'This has changed',
  canAnswer: 'Questions without an answer that you can answer',
  hidden: 'A question (read it on the site)',
  why: {
    daily: 'You get this mail once a day because you asked for it.',
    weekly: 'You get this mail once a week because you asked for it.',
  },
  stop: (address: string) => `Stop this mail: ${address}`,
};

export const digestMail = catalogue(digestMailInEnglish);
