import { catalogue } from './catalogue.ts';

// The studio's desk of words that editors add.

const wordsInEnglish = {
  title: 'Words',
  describe: 'Other names, and words of the message check.',
  uses: { name: 'Names', concept: 'Message check' },
  which: 'What the words are for',
  notes: {
    name: 'What people call a letter, a list of papers, a number to call or a page of this site. Search finds it by the new name at once.',
    concept:
      'What people say for money, a code, a threat and the like, in their language. The message check reads the new word at once. It can bring a sign of a scam. It never makes a message a known scam.',
  },
  texts: { name: 'New name', concept: 'New word' },
  hints: {
    name: 'As people say or type it: “bijli bill zyada aaya”.',
    concept: 'A * at the end stands for any ending: “digit*”.',
  },
  language: 'Language',
  find: 'Find',
  finds: { name: 'Where does it lead? Words of its title', concept: 'For what? Empty: show all' },
  leads: 'Where does it lead?',
  noTarget: 'Nothing here is called so. Try one word of its title.',
  known: 'Also called:',
  standing: 'Words there:',
  add: 'Add here',
  addOf: (text: string, title: string) => `Add “${text}” to ${title}`,
  added: 'Added by editors',
  none: 'Nothing has been added yet.',
  takeAway: 'Take away',
  takeAwayOf: (text: string, title: string) => `Take away “${text}” from ${title}`,
  done: {
    added: 'Done. It counts from now on.',
    removed: 'Taken away. If that was a mistake, press “Add here” below.',
  },
  meanwhile: 'Somebody else has taken it away already.',
};

export const wordsDesk = catalogue(wordsInEnglish);
