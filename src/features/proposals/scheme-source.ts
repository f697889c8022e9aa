import { decodeEntities } from '../../platform/text/decode-entities.ts';
import { oneLine, repairText } from '../../platform/text/repair-text.ts';

/** A scheme as published, with entities decoded and line breaks kept. */
export type SourceScheme = {
  name: string;
  level: 'central' | 'state' | 'unknown';
  details: string;
  benefits: string;
  eligibility: string;
  exclusions: string;
};

const mostCharacters = 60_000;

/** @throws Error with a readable message where the record is not a scheme */
export function readScheme(value: unknown): SourceScheme {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error('It is no object.');
  const record = value as Record<string, unknown>;
  const given = record.scheme_name ?? record.name;
  const name = typeof given === 'string' ? given.trim() : '';
  if (name === '') throw new Error('It has no scheme_name.');
  const level = typeof record.level === 'string' ? record.level.trim().toLowerCase() : '';
  return {
    name,
    level: level.startsWith('central')
      ? 'central'
      : /^(?:state|ut\b|union territory)/.test(level)
        ? 'state'
        : 'unknown',
    details: plainText(record.details),
    benefits: plainText(record.benefits),
    eligibility: plainText(record.eligibility),
    exclusions: plainText(record.exclusions),
  };
}

/** Decodes entities, turns HTML into lines and links into their text; list, heading and bold marks stay. */
export function plainText(value: unknown): string {
  const raw = Array.isArray(value)
    ? value
        .slice(0, 500)
        .map((one) => `- ${textOf(one)}`)
        .join('\n')
    : textOf(value);
  return repairText(decodeEntities(raw.slice(0, mostCharacters)))
    .replace(/[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069]/g, '')
    .replace(/[\u00a0\t\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(/<!--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>/gi, ' ')
    .replace(/<li\b[^<>]{0,500}>/gi, '\n- ')
    .replace(/<h[1-6]\b[^<>]{0,500}>/gi, '\n# ')
    .replace(/<\/?(?:br|p|div|tr|table|tbody|thead|ul|ol|li|h[1-6]|section|blockquote)\b[^<>]{0,500}>/gi, '\n')
    .replace(/<\/?t[dh]\b[^<>]{0,500}>/gi, ' | ')
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, '')
    .replace(/!?\[([^[\]\n]{0,300})\]\([^()\s]{0,600}\)/g, '$1');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The name on one line. */
export const nameOf = (scheme: SourceScheme) => oneLine(decodeEntities(scheme.name)).slice(0, 300);
