import { catalogue } from './catalogue.ts';

// Separate from en.ts: scripts of other pages do not load them.
const choicesInEnglish = {
  forWhom: 'For whom?',
  everybody: 'Everybody',
  state: 'Your State',
  everyState: 'All States',
  otherState: 'Another State',
  nothingChosen: 'Nothing here for this choice',
  showAll: 'Show all',
};

export const listChoices = catalogue(choicesInEnglish);
