import { check } from '../../messages/check.ts';
import { helplinesFor } from '../helplines/helplines.ts';
import { type Reading, readMessage } from './find-signs.ts';
import { learntSigns, isSuspect } from './learnt-judge.ts';
import type { CheckedMessage, SignId } from './message-check.contract.ts';
import { closestOf, findLikeScams, likableOf, type ScamIndex } from './scam-likeness.ts';
import { findSender, type SenderTable } from './sender.ts';

/** On the wire the scam's own advice follows the general one. */
export type Judged = CheckedMessage & {
  /** What its editors advise against the known scam that is most like the message; empty where there is none. */
  scamAdvice: string[];
  /** Stands beside it where the page's language has an older translation of it. */
  olderNote: string | null;
};

/** What only a caller says. */
const byCall = ['speaking', 'press', 'stay', 'digital-arrest'];
/** Or what is retold of one: police who arrest, and lead to no page. */
const isOfCall = ({ concepts, links }: Reading) =>
  byCall.some((concept) => concepts.has(concept)) ||
  (concepts.has('police') && concepts.has('arrest') && links.length === 0);

/** Those without the words that editors have added stay: a word adds to a concept, and so may weigh against a sign. */
function signsOf(reading: Reading, plain: Reading | null): ReturnType<typeof learntSigns> {
  if (plain === null || plain === reading) return learntSigns(reading);
  const stay = learntSigns(plain);
  const more = learntSigns(reading).filter(({ id }) => !stay.some((sign) => sign.id === id));
  return [...stay, ...more].toSorted((one, other) => one.start - other.start);
}

/** From which a message is a known scam: a wording's score alone, and a rank where it is suspect and no other comes near. */
export const likeEnough = { alone: 0.6, suspect: 0.16, near: 0.95 };

/**
 * Verdict on a message, with reasons. Nothing is stored; no server module is imported, so that a browser could run it.
 * Words that editors have added can bring signs, never a known scam, and take nothing away.
 * @param text at most `longestMessage` UTF-16 units
 * @param senders null where the table is not loaded
 */
export function judgeMessage(
  text: string,
  sender: string | undefined,
  scams: ScamIndex,
  senders: SenderTable | null,
): Judged {
  const plain = readMessage(text);
  const reading = scams.added ? readMessage(text, scams.added) : plain;
  const likable = likableOf(text, plain.concepts.keys());
  const like = findLikeScams(likable, scams);
  const closest = closestOf(like);
  const isSuspectBy = (one: Reading) => isSuspect(one, likable.words, closest);
  const isPlain = isSuspectBy(plain);
  const isScam = isPlain || (reading !== plain && isSuspectBy(reading));
  // A warning by the police quotes the scam; 'tell nobody', in a scam, is no advice.
  const [best = 0, next = 0] = like.map(({ rank }) => rank);
  const isKnown =
    closest >= likeEnough.alone || (isPlain && best >= likeEnough.suspect && next < best * likeEnough.near);
  const likeness =
    isKnown && !(isPlain ? plain.isWarning : plain.isAdvice)
      ? like.filter(({ rank }) => rank >= best * likeEnough.near)
      : [];
  const found = isScam || likeness.length > 0 ? signsOf(reading, isPlain || likeness.length > 0 ? plain : null) : [];
  const outcome = likeness.length > 0 ? 'known_scam' : found.length > 0 ? 'signs' : 'nothing_found';
  const has = (id: SignId) => found.some((sign) => sign.id === id);
  return {
    outcome,
    signs: found.map(({ id, start, end }) => ({ id, start, end, quote: text.slice(start, end), why: check.why[id] })),
    matches: likeness.slice(0, 3).map(({ scam: { id, title, canonicalUrl }, score }) => ({
      id,
      title,
      canonicalUrl,
      score: Math.round(score * 100) / 100,
    })),
    sender: sender && senders ? findSender(sender, senders) : null,
    advice: [
      ...(outcome !== 'nothing_found' && isOfCall(reading) ? [check.advice.call] : []),
      ...check.advice[outcome],
      ...(has('asks_code') ? [check.advice.code] : []),
      ...(has('asks_remote_app_or_apk') ? [check.advice.app] : []),
    ],
    scamAdvice: likeness[0]?.scam.advice ?? [],
    olderNote: likeness[0]?.scam.olderNote ?? null,
    helplines: [...helplinesFor('fraud'), ...helplinesFor('emergency')].map(({ name, number }) => ({ name, number })),
  };
}
