import { catalogue } from './catalogue.ts';
import { formatDate, formatNumber } from '../ui/format.ts';

// Separate from en.ts, which every page loads: only scheme pages need these.

export const scheme = catalogue({
  heading: 'The scheme in short',
  forWhom: 'For whom',
  runBy: 'Run by',
  central: 'Government of India',
  ofState: (state: string | null) => (state === null ? 'A State' : `State of ${state}`),
  intake: 'Applications',
  cost: 'Cost to you',
  nothing: 'Nothing',
  rupees: (amount: number) => `₹${formatNumber(amount)}`,
  official: 'Official site',
  checked: 'Last checked',
  checkedOn: (moment: string) => formatDate(moment),
  notReviewed: 'Sample, not reviewed',
  sourcesReadOn: (moment: string) => `Its sources were read on ${formatDate(moment)}.`,
  eligible: 'Am I eligible?',
  exclusions: 'Who is left out',
  alsoCheck: 'Also check before you apply',
  checkedInPart: 'We have checked only some points of this scheme. Check the rest here, under ‘Who can apply’.',
  guide: 'This is a guide. The office that runs the scheme decides.',
  check: 'Check with my answers',
  benefits: 'What do I get?',
  papers: 'Which papers do I need?',
  tick: 'Tick what you have. The list prints with the page.',
  apply: 'How do I apply?',
  online: 'Apply on the official site',
  applyOn: (host: string) =>
    `On the internet, apply only on ${host}. Type the address yourself; do not follow a link from a message.`,
  noOnline: 'There is not one address for everybody: apply as said above.',
  readOn: (host: string) => `The government's own site: ${host}.`,
  noMore: 'Do not pay more',
  noMoreFree: 'Applying is free. Anyone who asks for money to get you in is cheating you.',
  noMoreFee: (scheme: string, amount: number) =>
    `The fee for ‘${scheme}’ is ₹${formatNumber(amount)}. Ask for a receipt, and pay nothing more for it to anyone.`,
  wrong: 'Is this page wrong? Tell us',
  use: 'Use it',
  canFamily: 'Can you or your family get it?',
  canFamilyNote: 'A few questions. No sign-in.',
  checkNow: 'Check now',
  seeSaved: 'See your saved schemes',
});
