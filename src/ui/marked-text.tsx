import { Fragment, type ReactNode } from 'react';
import { langOf } from './format.ts';
import { keepTogether } from './keep-together.ts';

const ends = /(?<=[.:;!?\u0964][’”"')]?)\s+(?=\p{L})/u;

/** A text whose sentences may be in two languages: those in another one than the page's are marked. */
export function MarkedText({ text }: { text: string }): ReactNode {
  if (langOf(text) === undefined && !hasOtherSentence(text)) return keepTogether(text);
  return text.split(ends).map((sentence, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <span lang={langOf(sentence)}>{keepTogether(sentence)}</span>
    </Fragment>
  ));
}

const hasOtherSentence = (text: string) => text.split(ends).some((sentence) => langOf(sentence) !== undefined);
