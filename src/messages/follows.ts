import { catalogue } from './catalogue.ts';

const followsInEnglish = {
  follow: 'Follow',
  following: 'Following',
  stop: 'Stop following',
  note: 'You are told of what is new.',
  title: 'What I follow',
  describe: 'Questions, topics, States and pages that you follow',
  empty: 'You follow nothing yet.',
  emptyNote: 'On the page of a question choose ‘Follow’, on an article ‘Tell me when this changes’.',
  isOn: 'You follow this.',
  isOff: 'You do not follow this.',
  onChange: 'Tell me when this changes',
  newQuestions: 'Tell me of new questions here',
  newAnswersBy: (name: string) => `Tell me of new answers by ${name}`,
  state: 'Questions from a State',
  choose: 'Choose',
  gone: 'No longer there',
};

export const follows = catalogue(followsInEnglish);
