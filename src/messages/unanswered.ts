import { catalogue } from './catalogue.ts';

// Questions that nobody has answered: who is shown them, what is promised, and the studio's desk. Apart from
// community.ts, which islands load.

const inEnglish = {
  promise: 'Within two days an editor looks at this.',
  begun: 'A draft made from one of our pages',
  begunNote: 'Check each word, change what does not fit, and then post it. Nothing is posted yet.',
  begunFromNothing: 'None of our pages is about this. Write the answer yourself.',
  routed: 'Questions that you can answer',
  routedIsOn:
    'If your answers have helped others, we show you up to five questions a day that nobody has answered, on the same topics.',
  routedIsOff: 'We do not send you such questions.',
  routedStop: 'Stop showing me these',
  routedStart: 'Show me these',

  title: 'Unanswered',
  note: 'Readers are told that an editor looks within two days. A question is due after 24 hours, and late after 48.',
  which: 'Which questions',
  all: 'All',
  clocks: { late: 'Late', due: 'Due', early: 'New' },
  none: 'No question is waiting here.',
  asked: (moment: string) => `asked on ${moment}`,
  begin: 'Begin an answer',
  beginOf: (title: string) => `Begin an answer: ${title}`,

  hour: (name: string, topic: string, day: string, from: string, until: string) =>
    `Answers about ${topic}: ${day}, ${from} to ${until} (${name})`,
  hourNow: (name: string, topic: string, until: string) => `Answers about ${topic} now, until ${until} (${name})`,
  hourNote:
    "Ask your question now. Is another person's question yours too? Press its thumb. Those with the most thumbs come first.",
  gathered: 'Questions so far',
  hours: 'Office hours',
  hoursNote:
    'A helper or a colleague answers questions on one topic at a set time. People can ask before it. Questions with the most thumbs come first.',
  noHours: 'None is set.',
  hourHelper: 'Who answers',
  hourTopic: 'Topic',
  hourStarts: 'Begins (Indian time)',
  hourEnds: 'Ends',
  hourSet: 'Set the office hour',
  hourEnd: 'Cancel',
  hourDone: 'Done.',
  choose: 'Choose',
};

export const unanswered = catalogue(inEnglish);
