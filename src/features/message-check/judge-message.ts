import { check } from '../../messages/check.ts';
import { helplinesFor } from '../helplines/helplines.ts';
import { type FoundSign, readMessage } from './find-signs.ts';
import type { CheckedMessage, SignId } from './message-check.contract.ts';
import { findLikeScams, type ScamIndex } from './scam-likeness.ts';
import { findSender, type SenderTable } from './sender.ts';

/** On the wire the scam's own advice follows the general one. */
export type Judged = CheckedMessage & {
  /** What its editors advise against the known scam that is most like the message; empty where there is none. */
  scamAdvice: string[];
  /** Stands beside it where the page's language has an older translation of it. */
  olderNote: string | null;
};

/** Signs that genuine messages of shops, banks and friends have as well: they count only together with others. */
const ordinaryByThemselves: SignId[] = ['asks_payment', 'asks_personal_data', 'shortened_link', 'refund_bait'];

/** What only a caller says. */
const byCall = ['speaking', 'press', 'stay', 'digital-arrest'];

function isSuspect(signs: FoundSign[]): boolean {
  const telling = signs.filter(({ weight }) => weight > 0);
  if (telling.some(({ weight }) => weight === 2) || telling.length > 1) return true;
  return telling.length === 1 && signs.length > 1 && !ordinaryByThemselves.includes(telling[0]!.id);
}

/**
 * Verdict on a message, with reasons. Nothing is stored; no server module is imported, so that a browser could run it.
 * @param text at most `longestMessage` UTF-16 units
 * @param senders null where the table is not loaded
 */
export function judgeMessage(
  text: string,
  sender: string | undefined,
  scams: ScamIndex,
  senders: SenderTable | null,
): Judged {
  const { signs: found, concepts, isAdvice } = readMessage(text);
  // A warning by the police quotes the scam.
  const likeness = isAdvice ? [] : findLikeScams(text, scams);
  const isKnown = likeness.length > 0;
  const outcome = isKnown ? 'known_scam' : isSuspect(found) ? 'signs' : 'nothing_found';
  const signs = outcome === 'nothing_found' ? [] : found;
  const has = (id: SignId) => signs.some((sign) => sign.id === id);
  return {
    outcome,
    signs: signs.map(({ id, start, end }) => ({ id, start, end, quote: text.slice(start, end), why: check.why[id] })),
    matches: likeness.slice(0, 3).map(({ scam: { id, title, canonicalUrl }, score }) => ({
      id,
      title,
      canonicalUrl,
      score: Math.round(score * 100) / 100,
    })),
    sender: sender && senders ? findSender(sender, senders) : null,
    advice: [
      ...(outcome !== 'nothing_found' && byCall.some((concept) => concepts.has(concept)) ? [check.advice.call] : []),
      ...check.advice[outcome],
      ...(has('asks_code') ? [check.advice.code] : []),
      ...(has('asks_remote_app_or_apk') ? [check.advice.app] : []),
    ],
    scamAdvice: likeness[0]?.scam.advice ?? [],
    olderNote: likeness[0]?.scam.olderNote ?? null,
    helplines: [...helplinesFor('fraud'), ...helplinesFor('emergency')].map(({ name, number }) => ({ name, number })),
  };
}
