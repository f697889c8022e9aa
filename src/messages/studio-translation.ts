import { catalogue } from './catalogue.ts';

// A translation beside its original. The editor's script loads these.

const translationInEnglish = {
  heading: 'Side by side with the original',
  loading: 'Both texts are being loaded …',
  notLoaded: 'The texts could not be loaded. Is the network there?',
  tryAgain: 'Try again',
  saveFirst: 'Your text is not saved yet. Save it, then both texts stand side by side.',
  noOriginal: 'This piece is not a translation.',
  seeOriginal: (title: string) => `Open the original: ${title}`,
  isDraft: 'Readers have not seen the original yet. Its newest text stands here.',
  versions: 'Languages of this piece',
  thisOne: 'this one',
  begin: (language: string) => `Translate into ${language}`,
  titleFirst: 'Give this piece a title first. Then you can translate it.',
  notBegun: 'The translation could not be begun.',
  open: (count: number) => (count === 1 ? '1 part to look at' : `${count} parts to look at`),
  isPartial:
    'Too much has changed to pair every paragraph. Some that are marked as gone or not translated may belong together: look at them yourself.',
  noneOpen: 'Every part follows the original.',
  onlyOpen: 'Only parts to look at',
  original: (number: number) => `Original, paragraph ${number}`,
  own: (number: number) => `Translation, paragraph ${number}`,
  originalField: (field: string) => `Original: ${field}`,
  ownField: (field: string) => `Translation: ${field}`,
  states: {
    same: 'Up to date',
    changed: 'Changed in the original',
    gone: 'Not in the original any more',
    missing: 'Not translated yet',
    own: 'Only in the translation',
    left_out: 'Left out',
  },
  marks: 'Words with a line under them are new in the original. Words that are struck out are gone from it.',
  right: 'Still right',
  leaveOut: 'Leave it out',
  keep: 'Keep it all the same',
  takeAway: 'Take it away',
  notNoted: 'This could not be noted. Somebody may have changed one of the texts: load them again.',
  isOlder: 'Readers are told that this translation is older than the original.',
  takeMark: 'It is up to date: tell readers no more',
  isFixed: 'You change this under Details.',
};

export const studioTranslation = catalogue(translationInEnglish);
