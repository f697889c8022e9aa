import { catalogue } from './catalogue.ts';

const followsInEnglish = {
  follow: 'Follow',
  following: 'Following',
  stop: 'Stop following',
  note: 'You are told when somebody answers.',
  title: 'What I follow',
  describe: 'Questions that you follow',
  empty: 'You follow nothing yet.',
  emptyNote: 'On the page of a question, choose ‘Follow’.',
  isOn: 'You follow this.',
  isOff: 'You do not follow this.',
  gone: 'No longer there',
};

export const follows = catalogue(followsInEnglish);
