import { currentLanguage } from './catalogue.ts';
import { formatNumber } from '../ui/format.ts';

const rules = new Map<string, Intl.PluralRules>();

/** 3 as '3 answers', by the plural rules of the current language. */
export function count(value: number, one: string, other: string): string {
  const language = currentLanguage();
  const plural = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, plural);
  return `${formatNumber(value)} ${plural.select(value) === 'one' ? one : other}`;
}
