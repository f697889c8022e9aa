import { asciiDigit, numberSeparators } from '../../platform/text/written-number.ts';
export { maskIdentifier } from '../../platform/guard/mask-identifier.ts';

/** E.164 (`+919876543210`), or an e-mail address in lower case. */
export type Identifier = string;
export type Channel = 'sms' | 'email';

const separators = new RegExp(`[${numberSeparators}]`, 'gu');

const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, (digit) => asciiDigit(digit)!);

/** An Indian mobile number in E.164, from any common spelling; null for anything else. */
export function normalisePhone(text: string): string | null {
  if (text.length > 200) return null;
  const typed = asciiDigits(text.normalize('NFKC')).replace(separators, '');
  const match = /^(?:\+91|0091|91|0)?([6-9]\d{9})$/.exec(typed);
  return match ? `+91${match[1]}` : null;
}

const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const address = new RegExp(`^(?!\\+)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\p{N}+$)${label}$`, 'u');

/** Canonical e-mail address: NFKC, trimmed, lower case; null where invalid. */
export function normaliseEmail(text: string): string | null {
  if (text.length > 1_024 || !text.isWellFormed()) return null;
  const typed = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  // No limit of 64 for the part before the @: hosts decide that, and the whole address has its own.
  if (typed.length > 254) return null;
  return address.test(typed) ? typed : null;
}

// These hosts ignore dots: `a.sha@` and `asha@` are one mailbox. `googlemail.com` is an alias of `gmail.com`.
const ignoresDots = new Set(['gmail.com', 'googlemail.com']);

/**
 * Canonical mailbox: without a `+tag`, and without dots where the host ignores them. Only for rate limits, not as
 * recipient.
 */
export function foldMailbox(identifier: Identifier): string {
  const at = identifier.lastIndexOf('@');
  if (at < 0) return identifier;
  const host = identifier.slice(at + 1).toLowerCase();
  const local = identifier.slice(0, at).toLowerCase().split('+', 1)[0]!;
  return ignoresDots.has(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`;
}

export const channelOf = (identifier: Identifier): Channel => (identifier.startsWith('+') ? 'sms' : 'email');

/** A six-digit code in the digits of any script, with or without spaces; null for anything else. */
export function normaliseCode(text: string): string | null {
  const typed = text.length > 40 ? '' : asciiDigits(text.normalize('NFKC')).replace(separators, '');
  return /^\d{6}$/.test(typed) ? typed : null;
}
