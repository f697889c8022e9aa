import { type Language, sourceLanguage } from '../../messages/catalogue.ts';

// Browsers send a few; more are ignored.
const mostRanges = 20;

/**
 * The offered language that an Accept-Language header prefers; undefined where it names none of them, or prefers any
 * other (`*`).
 */
export function acceptedLanguage(header: string | undefined, offered: readonly Language[]): Language | undefined {
  const ranges = (header ?? '').split(',', mostRanges).map((range) => {
    const [tag = '', ...parameters] = range.toLowerCase().split(';');
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
    return { language: tag.trim().split('-')[0]!, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const wanted = ranges
    .filter(({ weight }) => weight > 0 && weight <= 1)
    .toSorted((one, other) => other.weight - one.weight);
  for (const { language } of wanted) {
    if (language === '*') {
      // Any but those that the header names with a weight of their own; the caller's default, where it may be that.
      const unnamed = offered.filter((one) => !ranges.some((range) => range.language === one));
      if (unnamed.length === 0) continue;
      return unnamed.includes(sourceLanguage) ? undefined : unnamed[0];
    }
    const found = offered.find((one) => one === language);
    if (found) return found;
  }
  return undefined;
}
