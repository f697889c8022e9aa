import { catalogue } from './catalogue.ts';

// Questions that nobody has answered: who is shown them, what is promised, and the studio's desk. Apart from
// community.ts, which islands load.

const inEnglish = {
  promise: 'Within two days an editor looks at this.',
  begun: 'Begun from one of our pages',
  begunNote: 'Check each word, change what does not fit, and then post it. Nothing is posted yet.',
  begunFromNothing: 'No page of ours is near to this question. Write the answer yourself.',
  routed: 'Questions that you can answer',
  routedIsOn:
    'If your answers have helped others, we show you up to five questions a day that nobody has answered, on the same topics.',
  routedIsOff: 'We do not show you questions that you can answer.',
  routedStop: 'Stop showing me these',
  routedStart: 'Show me these',

  title: 'Unanswered',
  note: 'Readers are told that an editor looks within two days. A question is due after 24 hours, and late after 48.',
  which: 'Which questions',
  all: 'All',
  clocks: { late: 'Late', due: 'Due', early: 'New' },
  none: 'None: each of these questions has an answer.',
  asked: (moment: string) => `asked on ${moment}`,
  begin: 'Begin an answer',
  beginOf: (title: string) => `Begin an answer: ${title}`,

  hour: (name: string, topic: string, day: string, from: string, until: string) =>
    `${name} answers questions about ${topic} on ${day}, ${from} to ${until}`,
  hourNow: (name: string, topic: string, until: string) =>
    `${name} answers questions about ${topic} now, until ${until}`,
  hourNote: 'Ask before, and give a thumb to what you want to know too: what most people want comes first.',
  gathered: 'Questions so far',
  hours: 'Office hours',
  hoursNote:
    'A helper or a colleague answers questions on one topic at a set time. Questions asked before are gathered, the most wanted first.',
  noHours: 'None is set.',
  hourHelper: 'Who answers',
  hourTopic: 'Topic',
  hourStarts: 'Begins (Indian time)',
  hourEnds: 'Ends',
  hourSet: 'Set the office hour',
  hourEnd: 'Call it off',
  hourDone: 'Done. Readers see it now.',
  choose: 'Choose',
};

export const unanswered = catalogue(inEnglish);
