import { catalogue } from './catalogue.ts';

// Who else has a piece open. The editor's script loads these.

const hereInEnglish = {
  label: 'Who has this piece open too',
  you: 'You, in another tab or on another phone',
  someone: 'Somebody',
  since: (time: string) => `since ${time}`,
  typing: 'is writing',
  reading: 'is reading',
  youType: 'are writing',
  youRead: 'are reading',
  /** Told to screen readers when somebody comes or goes. */
  told: (names: string) => `Open here too: ${names}.`,
  alone: 'Nobody else has this piece open now.',
  newer: (name: string, revision: number) => `${name} has saved a newer text: revision ${revision}.`,
  newerByYou: (revision: number) => `You have saved a newer text elsewhere: revision ${revision}.`,
  nothingLost: 'Your own text is not lost. Save, and you see both.',
  seeBoth: 'Save and see both',
  show: 'Show the newer text',
};

export const studioHere = catalogue(hereInEnglish);
