import { Fragment, type ReactNode } from 'react';
import { langOf } from './format.ts';
import { keepTogether } from './keep-together.ts';

const ends = /([.:;!?\u0964][’”"')]?)\s+(?=\p{L})/gu;
/** No lookbehind, which Safari before 16.4 cannot read. */
const sentencesOf = (text: string): string[] => text.replaceAll(ends, '$1\0').split('\0');

/** A text whose sentences may be in two languages: those in another one than the page's are marked. */
export function MarkedText({ text }: { text: string }): ReactNode {
  if (langOf(text) === undefined && !hasOtherSentence(text)) return keepTogether(text);
  return sentencesOf(text).map((sentence, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <span lang={langOf(sentence)}>{keepTogether(sentence)}</span>
    </Fragment>
  ));
}

const hasOtherSentence = (text: string) => sentencesOf(text).some((sentence) => langOf(sentence) !== undefined);
