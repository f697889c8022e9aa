import type { PostType } from '../../database/tables/communities.ts';
import { mobilePrefix } from '../../platform/text/written-number.ts';
import { helplineList } from '../helplines/helpline-list.ts';
import { findLinks } from '../message-check/find-links.ts';
import { foldMessage } from '../message-check/fold-message.ts';

/** What readers are to call, write to, pay or open. */
export type Contact = {
  kind: 'phone' | 'upi' | 'mail' | 'chat' | 'shortened' | 'link';
  key: string;
  /** In the text without the signs of keycaps. */
  start: number;
  end: number;
};

const known = new Set(helplineList.map(({ number }) => number));
const gap = String.raw`[\s.,\-_*/()|•·+]{0,3}`;
/** The number of a person's own case is none to call. */
const ofCase =
  '(?:(?:application|order|reference|ref|acknowledgement)[ .]{1,2}(?:no|number|id)|complaint (?:no|id)|my complaint number)(?: is)?[ .:#-]{0,3}';
/** Ten digits however they are parted, but no sum; a toll-free number; one with its city's code. */
const phones = new RegExp(
  [
    String.raw`(?<!\d[.,-]?|(?:₹|\brs\.?) ?|\b${ofCase})${mobilePrefix}(?!\d{2}\D?000\D{1,3}\d{2}\D?000)[6-9](?:${gap}\d){9}(?!\d|\.\d)`,
    String.raw`(?<![\d.,₹])1(?:8[06]|90)0(?:${gap}\d){6,7}(?!\d|[.,]\d)`,
    String.raw`(?<![\d.,])0\d{2,4}[\s-]\d{6,8}(?![\d.,]*\d)`,
  ].join('|'),
  'gu',
);
// An address of mail has a dot behind its sign.
const upis =
  /(?<![\w.@/-])(?:[\w.-]{3,60}@[a-z]{2,15}|[\w.-]{1,2}@(?:[yi]bl|axl|ok[a-z]{3,9}|paytm|upi|apl|sbi))(?![\w@-]|\.[a-z])/g;
const mails =
  /(?<![\w.@/-])[\w.+-]{1,60}@(?:[gy]mail|yahoo|outlook|hotmail|live|rediff(?:mail)?|zoho(?:mail)?|icloud|proton(?:mail)?)\.[a-z]{2,5}(?![\w-])/g;
const handles =
  /(?:telegram|instagram|insta|signal)\b.{0,40}?@\w{4,30}|@\w{4,30}.{0,20}\btelegram|\b\w{0,30}\d\w{0,30} (?:on|at|par|pe) telegram/gu;
const chats = /(?:^|\.)(?:wa\.me|t\.me|telegram\.me|chat\.whatsapp\.com|api\.whatsapp\.com)$/;

/** A keycap is its digit. */
const withoutKeycaps = (text: string) => text.replace(/[\ufe0e\ufe0f\u20e3]/g, '');

/** @returns the text without its links, folded, and where in it a contact last ends */
function read(written: string) {
  const text = withoutKeycaps(written);
  const links = findLinks(text);
  // The digits of an address are no number to call.
  let outside = '';
  for (const { start, end } of links) outside += text.slice(outside.length, start) + ' '.repeat(end - start);
  const folded = foldMessage(outside + text.slice(outside.length));
  let last = links.at(-1)?.end ?? 0;
  const all = (pattern: RegExp, kind: Contact['kind']) =>
    [...folded.text.matchAll(pattern)].map(({ 0: key, index }): Contact => {
      const end = folded.ends[index + key.length - 1]!;
      last = Math.max(last, end);
      return { kind, key, start: folded.starts[index]!, end };
    });
  const found: Contact[] = [
    ...all(phones, 'phone').map(({ key, ...found }) => ({
      ...found,
      key: key.replace(/\D/g, '').replace(/^(?:0091|91|0)(?=[6-9]\d{9}$)/, ''),
    })),
    ...all(upis, 'upi'),
    ...all(mails, 'mail'),
    ...all(handles, 'chat'),
    ...links
      .filter(({ kind }) => kind !== 'official')
      .map(({ host, kind, start, end }): Contact => ({
        kind: chats.test(host) ? 'chat' : kind === 'other' ? 'link' : 'shortened',
        start,
        end,
        key: text
          .slice(start, end)
          .toLowerCase()
          .replace(/^https?:\/\/|\/$/g, ''),
      })),
  ];
  const asked = folded.text.lastIndexOf('?');
  return {
    contacts: found.filter(({ key }) => !known.has(key)),
    folded: folded.text,
    asks: asked >= 0 && folded.starts[asked]! >= last ? folded.text.slice(0, asked) : '',
  };
}

/** Masks numbers to call that are no helpline's, but for their last four digits. */
export function maskPhones(written: string): string {
  const found = read(written).contacts.filter(({ kind }) => kind === 'phone');
  if (found.length === 0) return written;
  const text = withoutKeycaps(written);
  let masked = '';
  let from = 0;
  for (const { start, end } of found.toSorted((one, other) => one.start - other.start)) {
    const number = text.slice(start, end);
    const left = [...number.matchAll(/[\p{L}\p{N}]/gu)].at(-4)?.index ?? 0;
    masked += text.slice(from, start) + number.slice(0, left).replace(/[\p{L}\p{N}]/gu, 'X') + number.slice(left);
    from = end;
  }
  return masked + text.slice(from);
}

/** Somebody who asks about what they met with pushes nothing. */
const reports = new RegExp(
  [
    String.raw`\b(?:fake|fraud\w*|scam\w*|genuine|legit|real|cheat\w*|suspicious|asli|nakli|farji|thag\w*|dhok\w*)\b`,
    String.raw`\b(?:i|we|my \w+|somebody|someone|they|he|she) (?:got|get|received|keep|was|were|am|have|had|paid|sent|gave|lost|clicked|call\w*|ask\w*|told|said|says)\b`,
    String.raw`\b(?:mujhe|mere paas|mere pass|mujhse|humko|hume)\b`,
    '(?:फर्जी|फ़र्ज़ी|नकली|असली|धोखा|ठग|फ्रॉड|मुझे|मेरे पास|मुझसे|हमें)',
    '(?:போலி|மோசடி|ஏமாற்ற|உண்மையா|எனக்கு|என்னிடம்|என்னை)',
  ].join('|'),
  'u',
);
/** What was done to them needs no sign of a question. */
const suffered = new RegExp(
  [
    String.raw`\b(?:(?:called|texted|messaged|contacted|cheated|duped|threatened) (?:me|us|my)|took|beware|(?:fraud|scam|fake) (?:number|call\w*)|savdhan)\b`,
    String.raw`\b(?:(?:call|phone|fone|msg|message|sms) (?:aa?y[aie]|aa?yi|aaya|aa raha)|pais[ae] kat|kat ga(?:ya|ye|yi)|thag liya)\b`,
    '(?:(?:कॉल|काल|फोन|फ़ोन|मैसेज) (?:आया|आई|आयी|आ रह)|पैस[ाे] कट|कट गए|कट गये|ठग लि|ठगी|ले लि|सावधान|फ्रॉड नंबर)',
    '(?:அழைப்பு வந்த|கால் வந்த|போன் வந்த|பணம் போ|பணம் எடுத்த|ஏமாற்றி|மோசடி எண்|எச்சரிக்கை|ஜாக்கிரதை)',
  ].join('|'),
  'u',
);

/** What a contact is pushed for: a form, money, one's own site. Other links cite a source. */
const lures = new RegExp(
  [
    String.raw`\b(?:appl(?:y|ication)|regist\w+|forms?|claim\w*|download|install|log\s?in|updat\w+|verif\w+|file your|lists?|schemes?|yojana|free|loans?|earn\w*|profits?|withdraw\w*|invest\w*|money|cash|rupees?|rs|lakhs?|fees?|jobs?|visit|our (?:site|website|group|page|channel)|my (?:site|website|blog|channel)|certificates?|pension|refunds?|compensation|recharge|kyc|licen[cs]e|order|buy|sell|offers?|deals?|discount|win|prizes?|book\s?ing|bharo|hamari|hamara)\b`,
    '₹|फॉर्म|फ़ॉर्म|योजना|रजिस्ट्रेशन|सूची|लिस्ट|मुफ़्त|मुफ्त|फ्री|पैसे|पैसा|आवेदन|साइट|वेबसाइट|भर्ती|लोन',
    'படிவ|திட்ட|இலவச|கடன்|பணம்|பணத்|விண்ணப்ப|பதிவு|வேலை|பட்டியல்|சான்றிதழ்|பரிசு|சலுகை|இணையதள|முதலீடு',
  ].join('|'),
  'u',
);
/** Advertisements are short: in a longer text a number or a link is mostly beside the point. */
const short = { any: 400, luring: 1_000, link: 160 };

/**
 * What a new member's post names and pushes on its readers, and whether it is a question about just that.
 * @param shown the text without its markup, which may part a number
 */
export function judgePost(entityType: PostType, text: string, shown = text) {
  const { contacts: written, folded, asks } = read(text);
  const keys = new Set(written.map(({ key }) => key));
  const contacts = shown === text ? written : [...written, ...read(shown).contacts.filter(({ key }) => !keys.has(key))];
  const isAsked = entityType === 'QUESTION' && (suffered.test(folded) || reports.test(asks));
  if (contacts.length === 0) return { contacts, isAsked, pushed: [] };
  // Signs and gaps make nothing longer.
  const words = folded.match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? [];
  const letters = contacts.reduce(
    (left, { kind, key }) => (/phone|upi|mail/.test(kind) ? left - key.length : left),
    words.reduce((sum, word) => sum + word.length + 1, 0),
  );
  const isLuring = lures.test([folded, ...contacts.map(({ key }) => key)].join(' '));
  // Phones that are asked about get masked, and a link is what a victim has; nothing masks the others.
  const open = isAsked ? contacts.filter(({ kind }) => /upi|mail|chat/.test(kind)) : contacts;
  const pushed = open.filter(({ kind }) =>
    kind === 'link' ? isLuring && letters <= short.link : letters <= (isLuring ? short.luring : short.any),
  );
  return { contacts, isAsked, pushed };
}
