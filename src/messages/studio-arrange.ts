import { catalogue } from './catalogue.ts';

// How an editor arranges the home page: which pieces, in which order, in which shape.

const arrangeInEnglish = {
  parts: { home: 'The home page, from top to bottom', rail: 'Helplines and dates beside it' } as Record<string, string>,
  moveUp: (name: string) => `Move up: ${name}`,
  moveDown: (name: string) => `Move down: ${name}`,
  takeAway: (name: string) => `Take away: ${name}`,
  movedTo: (name: string, place: number, of: number) => `${name} is now ${place} of ${of}.`,
  takenAway: (name: string) => `${name} is taken away.`,
  section: (number: number) => `Part ${number}`,
  sectionTitle: 'Heading',
  inLanguage: (what: string, language: string) => `${what} in ${language}`,
  layout: 'Shape',
  layouts: {
    CardBannerBig: 'One large card',
    CardBannerSmall: 'Small slips, two in a row',
    CardMain: 'Cards',
    CardWide: 'One wide card',
    CardHalf: 'Half cards, two in a row',
    CardVideo: 'Videos, in a row to swipe',
    CardArticleFull: 'One piece with its first lines',
    CardCategoryCarousel: 'Categories, in a row to swipe',
  },
  sectionLink: 'Where the heading leads',
  sectionLinkHint: (examples: string) => `Such as ${examples}. You can leave it out.`,
  newest: (kind: string) => `The newest: ${kind}`,
  howMany: 'How many?',
  byHand: 'Choose the pieces by hand',
  addPiece: 'Add a piece',
  pieceKind: 'Kind',
  addSection: 'Add a part',
  newSection: 'New part',
  isThere: 'It stands here already.',
  twice: 'It stands on this page twice. Readers see only the first.',
  hole: (row: number) => `Rows of ${row} leave no hole.`,
  unknown: 'Readers do not see this piece. The newest of its kind takes its place.',
  helpline: 'Helpline',
  date: 'Date',
  add: (what: string) => `Add: ${what}`,
  rows: {
    helplines: 'Helplines',
    dates: 'Dates to keep',
    number: 'Number',
    name: 'Name',
    note: 'Note',
    date: 'Day',
    title: 'What is due',
    link: 'Link',
  } as Record<string, string>,
};

export const studioArrange = catalogue(arrangeInEnglish);
