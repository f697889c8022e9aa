import { createElement, type ReactNode } from 'react';

// Not in format.ts, which islands without React import.

const whole = /((?<![\w-])(?:[A-Za-z]{1,6}|\d{2,5})(?:-[A-Z0-9][A-Za-z0-9]{0,11}){1,2}(?![\w-]))/;

const withAmountsJoined = (text: string) => text.replace(/(\d) (lakh|crore|thousand)\b/g, '$1\u00a0$2');

/** No-break wrapping of codes and amounts: e-KYC, PM-KISAN, phone numbers, '₹5 lakh'. */
export function keepTogether(text: string): ReactNode {
  const joined = withAmountsJoined(text);
  const parts = joined.split(whole);
  if (parts.length === 1) return joined;
  return parts.map((part, at) => (at % 2 ? createElement('span', { key: at, className: 'nb' }, part) : part));
}

const everyWhole = new RegExp(whole, 'g');
// A longer run would overflow next to a large fact, so it may break after its prefix.
const longestWhole = 10;
// Quoted attribute values may contain '>'.
const tagOrText = /<[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>|[^<]+/g;
/** keepTogether for sanitised HTML; changes text only, never tags or attributes. */
export const keepTogetherInHtml = (html: string): string =>
  html.replace(tagOrText, (part) =>
    part.startsWith('<')
      ? part
      : withAmountsJoined(part).replace(everyWhole, (word) =>
          word.length > longestWhole ? word : `<span class="nb">${word}</span>`,
        ),
  );
