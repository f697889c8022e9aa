import { catalogue } from './catalogue.ts';
import { formatNumber } from '../ui/format.ts';

const schemesOf = (value: number) => `${formatNumber(value)} ${value === 1 ? 'scheme' : 'schemes'}`;

export const cart = catalogue({
  title: 'Saved',
  describe: 'The schemes and pages that you saved, and one list of the papers that you need for the schemes.',
  keptHere: (schemes: number) => `${schemesOf(schemes)}, on this device only.`,
  signInToKeep: 'Sign in to keep them with your account',
  keptWithAccount: (schemes: number) =>
    `${schemesOf(schemes)}, kept with your account. The copy on this device is wiped when you sign out.`,
  empty: 'Nothing saved yet',
  emptyNote: 'Press ‘Save’ on a scheme or a page to find it here later.',
  signIn: 'Sign in to see the schemes saved in your account',
  find: 'Find schemes for me',
  forMe: 'For me',
  forName: (name: string) => `For ${name}`,
  forOther: 'For another person',
  beforeSignIn: 'Saved before signing in',
  howToApply: 'How to apply',
  alsoCheckAll: (points: readonly string[]) => `Also check: ${points.join(' ')}`,
  remove: 'Remove',
  clear: 'Remove all',
  removed: (name: string) => `${name} removed.`,
  cleared: 'All removed.',
  putBack: 'Put back',
  gone: 'This scheme is no longer on the site.',
  papersFor: (schemes: number) =>
    schemes === 1 ? 'Papers for it' : schemes === 2 ? 'Papers for both' : `Papers for all ${formatNumber(schemes)}`,
  papersOnce: 'One list, each paper once. Tick what you have.',
  noPapers: 'No papers are listed for these schemes. Look on the official sites.',
  all: 'All of them',
  have: (have: number, all: number) => `You have ${formatNumber(have)} of ${formatNumber(all)} papers`,
  print: 'Print',
  whatsApp: 'Send by WhatsApp',
  message: (names: string[], papers: string[], address: string) =>
    `Papers I need for ${names.join(', ')}:\n${papers.map((paper) => `- ${paper}`).join('\n')}\n${address}`,
  loading: 'Looking up your saved schemes…',
  failed: 'The schemes could not be fetched',
  failedNote: 'Your list is safe. Check the connection.',
  again: 'Try again',
  withoutScript: 'Papers for several schemes at once',
  withoutScriptNote:
    'Saving needs JavaScript. Without it, tick schemes here and get one list of papers for them. Nothing is kept.',
  makeList: 'Make the list',
  chosen: 'Your schemes',
  chooseOther: 'Choose others',
  chooseOne: 'Tick at least one scheme.',
});
