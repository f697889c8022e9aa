import type * as source from '../third-person.ts';
import { replaceWords, word } from '../third-person.ts';

const changes: [RegExp, string][] = [
  [/^मैं$/g, 'वे खुद'],
  word('मेरा', 'उनका'),
  word('मेरे', 'उनके'),
  word('हम', 'वे'),
  [/आप पर/g, 'उन पर'],
  word('खुद को भी', 'उन्हें भी'),
  word('आपका', 'उनका'),
  word('आपकी', 'उनकी'),
  word('आपके', 'उनके'),
  word('आपको', 'उन्हें'),
  word('आपने', 'उन्होंने'),
  word('आप', 'वे'),
];

export const thirdPerson = {
  of: (text) => replaceWords(text, changes),
} satisfies typeof source.thirdPerson;
