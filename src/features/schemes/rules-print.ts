import { rulesOn } from './dated-rules.ts';
import type { Rules } from './rules.ts';

// Fingerprints of conditions: what a condition decides, not its wording, source or validity.

const wording = new Set(['because', 'quote', 'source', 'reviewedBy', 'reviewedOn', 'from', 'until']);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** As many letters of base64 as asked for, of 6 bits each. */
export function printOf(value: unknown, letters = 4): string {
  let rest = hash(canonical(value));
  let text = '';
  for (let at = 0; at < letters; at += 1, rest >>>= 6) text += alphabet[rest & 63];
  return text;
}

/** JSON with sorted keys: the database does not keep the order of keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const entries = Object.entries(value).filter(([key, one]) => !wording.has(key) && one !== undefined);
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, one]) => `${key}:${canonical(one)}`)
    .join(',')}}`;
}

const known = new WeakMap<Rules, string[]>();

/** One print of four letters for each condition in force on that day, in their order. */
export function printsOn(rules: Rules, day: string): string[] {
  const current = rulesOn(rules, day);
  let prints = known.get(current);
  if (!prints) known.set(current, (prints = current.all.map((condition) => printOf(condition))));
  return prints;
}

/** Print of a condition that is not, or no longer, in force. */
export const printOfCondition = (condition: Rules['all'][number]): string => printOf(condition);
