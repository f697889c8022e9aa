import type * as source from '../third-person.ts';
import { nounMark, replaceWords, word } from '../third-person.ts';

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

const of = (text: string) => replaceWords(text, changes);

/** 'आप' and its forms; a verb of the reader follows only 'आप' itself. */
const firstMention = /(^|[^\p{L}\p{M}])आप(का|की|के|को|ने)?(?![\p{L}\p{M}])/u;

const ofWomen: [RegExp, string][] = [
  [/गिने जाते हैं/g, 'गिनी जाती हैं'],
  [/ते हैं/g, 'ती हैं'],
  [/रहे हैं/g, 'रही हैं'],
  [/हुए हैं/g, 'हुई हैं'],
];

export const thirdPerson = {
  of,
  about(text, noun, gender, isQuestion) {
    const isSubject = /(^|[^\p{L}\p{M}])आप(?: (?!पर)|$)/u.test(text);
    const named = isQuestion
      ? text.replace(
          firstMention,
          (_, before: string, form?: string) => `${before}${nounMark}${form ? ` ${form}` : ''}`,
        )
      : text;
    const they = of(named).replace(/^वे खुद$/, nounMark);
    const agreed = gender === 'woman' && isSubject ? replaceWords(they, ofWomen) : they;
    return (gender === 'woman' ? agreed.replace('कुछ नहीं कमाते', 'कुछ नहीं कमाती') : agreed).replace(nounMark, noun);
  },
  nouns: {
    PARENT: { woman: 'आपकी माँ', man: 'आपके पिता' },
    SPOUSE: { woman: 'आपकी पत्नी', man: 'आपके पति' },
  },
} satisfies typeof source.thirdPerson;
