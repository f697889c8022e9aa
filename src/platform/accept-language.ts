import type { Language } from '../messages/catalogue.ts';

// Browsers send a few; more are ignored.
const mostRanges = 20;

/** The offered language that an Accept-Language header prefers; undefined where it names none of them. */
export function acceptedLanguage(header: string | undefined, offered: readonly Language[]): Language | undefined {
  const ranges = (header ?? '')
    .split(',', mostRanges)
    .map((range) => {
      const [tag = '', ...parameters] = range.toLowerCase().split(';');
      const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
      return { language: tag.trim().split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  for (const { language } of ranges) {
    const found = offered.find((one) => one === language);
    if (found) return found;
  }
  return undefined;
}
