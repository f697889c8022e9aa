import { langOf } from '../../ui/format.ts';
import type { Question } from './communities.contract.ts';

/** How many of the newest are read for a short list of them. */
export const newestRead = 12;
const mostShown = 5;

/** Those in the page's language first, else in their order. */
export function frameFirst<One extends Pick<Question, 'title'>>(questions: One[]): One[] {
  const isOfFrame = ({ title }: One) => langOf(title ?? '') === undefined;
  return questions.toSorted((a, b) => Number(isOfFrame(b)) - Number(isOfFrame(a)));
}

/** The five newest, those in the page's language first: a title in another script may cost a font of 27 kB. */
export const newestOfFrame = <One extends Pick<Question, 'title'>>(newest: One[]): One[] =>
  frameFirst(newest).slice(0, mostShown);
