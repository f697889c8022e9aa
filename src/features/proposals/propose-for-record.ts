import { oneLine } from '../../platform/text/repair-text.ts';
import { proposeRules, type Proposal } from './propose-rules.ts';
import { plainText } from './scheme-source.ts';

type Fields = Record<string, unknown>;
const isPlain = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** As a list of the official text: each point is a clause of its own. */
const listOf = (value: unknown): string => plainText(Array.isArray(value) ? value : '');

/**
 * Proposes rules from the words of an article's own record, as `npm run propose-rules` does from a schemes file.
 * @param fields the article's front matter @param body its markdown
 * @returns null where it has no record
 */
export function proposeForRecord(fields: Fields, body: string): Proposal | null {
  const { scheme } = fields;
  if (!isPlain(scheme) || oneLine(textOf(scheme.name)) === '') return null;
  const level = textOf(scheme.level);
  const isOfState = level !== '' && level !== 'central';
  return proposeRules({
    name: oneLine(textOf(scheme.name)),
    level: level === 'central' ? 'central' : isOfState ? 'state' : 'unknown',
    // The State stands in a field of its own here, and in the text of an official record.
    details: [
      isOfState ? `Government of ${level}.` : '',
      textOf(fields.summary),
      textOf(scheme.forWhom),
      plainText(body),
    ]
      .filter((part) => part !== '')
      .join('\n'),
    benefits: listOf(scheme.benefits),
    eligibility: listOf(scheme.eligibility),
    exclusions: listOf(scheme.exclusions),
  });
}
