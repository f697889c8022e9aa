import { mobileDigits, mobilePrefix } from '../../platform/text/written-number.ts';
import { helplineList } from '../helplines/helpline-list.ts';
import { findLinks } from '../message-check/find-links.ts';
import { foldMessage } from '../message-check/fold-message.ts';

/** What readers are to call, write to, pay or open. */
export type Contact = { kind: 'phone' | 'upi' | 'mail' | 'chat' | 'shortened' | 'link'; key: string };

const known = new Set(helplineList.map(({ number }) => number));
const gap = String.raw`[\s.\-_*]{1,2}`;
/** A mobile number as people write it, or digit by digit; a toll-free number; one with its city's code. */
const phones = new RegExp(
  [
    String.raw`(?<![\d.,₹-])${mobilePrefix}${mobileDigits}(?![\d.,-]*\d)`,
    String.raw`(?<!\d|\d${gap})[6-9](?:${gap}\d){9}(?!\d|${gap}\d)`,
    String.raw`(?<![\d.,])1[89]00[\s-]?\d{3}[\s-]?\d{3,4}(?![\d.,]*\d)`,
    String.raw`(?<![\d.,])0\d{2,4}[\s-]\d{6,8}(?![\d.,]*\d)`,
  ].join('|'),
  'gu',
);
// An address of mail has a dot behind its sign.
const upis = /(?<![\w.@/-])[\w.-]{3,60}@[a-z]{2,15}(?![\w@-]|\.[a-z])/g;
const mails = /(?<![\w.@/-])[\w.+-]{3,60}@(?:gmail|yahoo|outlook|hotmail|proton(?:mail)?)\.[a-z]{2,5}(?![\w-])/g;
const handles =
  /(?:telegram|instagram|insta|signal)\b.{0,40}?@\w{4,30}|@\w{4,30}.{0,20}\btelegram|\b\w{0,30}\d\w{0,30} (?:on|at|par|pe) telegram/gu;
const chats = /(?:^|\.)(?:wa\.me|t\.me|telegram\.me|chat\.whatsapp\.com|api\.whatsapp\.com)$/;

export function findContacts(text: string): Contact[] {
  const links = findLinks(text);
  // The digits of an address are no number to call.
  let outside = text;
  for (const { start, end } of links) outside = outside.slice(0, start) + ' '.repeat(end - start) + outside.slice(end);
  const { text: folded } = foldMessage(outside);
  const all = (pattern: RegExp, kind: Contact['kind']) =>
    [...folded.matchAll(pattern)].map(([key]): Contact => ({ kind, key }));
  const found: Contact[] = [
    ...all(phones, 'phone').map(({ kind, key }) => ({
      kind,
      key: key.replace(/\D/g, '').replace(/^(?:0091|91|0)(?=[6-9]\d{9}$)/, ''),
    })),
    ...all(upis, 'upi'),
    ...all(mails, 'mail'),
    ...all(handles, 'chat'),
    ...links
      .filter(({ kind }) => kind !== 'official')
      .map(({ host, kind, start, end }): Contact => ({
        kind: chats.test(host) ? 'chat' : kind === 'other' ? 'link' : 'shortened',
        key: text
          .slice(start, end)
          .toLowerCase()
          .replace(/^https?:\/\/|\/$/g, ''),
      })),
  ];
  return found.filter(({ key }) => !known.has(key));
}

/** Somebody who asks about what they met with pushes nothing. */
const reports = new RegExp(
  [
    String.raw`\b(?:fake|fraud\w*|scam\w*|genuine|legit|real|cheat\w*|suspicious|asli|nakli|farji|thag\w*|dhok\w*)\b`,
    String.raw`\b(?:i|we|my \w+|somebody|someone|they|he|she) (?:got|get|received|keep|was|were|am|have|had|paid|sent|gave|lost|clicked|call\w*|ask\w*|told|said|says)\b`,
    String.raw`\b(?:mujhe|mere paas|mere pass|mujhse|humko|hume)\b`,
    '(?:फर्जी|फ़र्ज़ी|नकली|असली|धोखा|ठग|फ्रॉड|मुझे|मेरे पास|मुझसे|हमें)',
  ].join('|'),
  'u',
);
export function asksAbout(text: string): boolean {
  const { text: folded } = foldMessage(text);
  const first = reports.exec(folded);
  return first !== null && folded.lastIndexOf('?') > first.index;
}

/** What a contact is pushed for: a form, money, one's own site. Other links cite a source. */
const lures = new RegExp(
  [
    String.raw`\b(?:appl(?:y|ication)|regist\w+|forms?|claim\w*|download|install|log\s?in|updat\w+|verif\w+|file your|lists?|schemes?|yojana|free|loans?|earn\w*|profits?|withdraw\w*|invest\w*|money|cash|rupees?|rs|lakhs?|fees?|jobs?|visit|our (?:site|website|group|page|channel)|my (?:site|website|blog|channel)|certificates?|pension|refunds?|compensation|recharge|kyc|licen[cs]e|order|buy|sell|offers?|deals?|discount|win|prizes?|book\s?ing|bharo|hamari|hamara)\b`,
    '₹|फॉर्म|फ़ॉर्म|योजना|रजिस्ट्रेशन|सूची|लिस्ट|मुफ़्त|मुफ्त|फ्री|पैसे|पैसा|आवेदन|साइट|वेबसाइट|भर्ती|लोन',
  ].join('|'),
  'u',
);
/** Advertisements are short: in a longer text a number or a link is mostly beside the point. */
const short = { any: 400, luring: 1_000, link: 160 };

/** What a post of a new member pushes on its readers; empty where it pushes nothing. */
export function findPushed(text: string): Contact[] {
  const contacts = findContacts(text);
  if (contacts.length === 0 || text.length > 2 * short.luring) return [];
  const letters = contacts.reduce((left, { key }) => left - key.length, text.length);
  const { text: folded } = foldMessage(text);
  if (asksAbout(text)) return [];
  const isLuring = lures.test(folded);
  return contacts.filter(({ kind }) =>
    kind === 'link' ? isLuring && letters <= short.link : letters <= (isLuring ? short.luring : short.any),
  );
}
