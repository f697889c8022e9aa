import { createElement, type ReactNode } from 'react';

// Not in format.ts, which islands without React import.

// The text before it is matched too, since Safari before 16.4 cannot look behind.
const whole =
  /(^|[^\w\u0900-\u0963-])((?:(?:[A-Za-z]{1,6}|\d{2,5})(?:-[A-Z0-9][A-Za-z0-9]{0,11}){1,2}|ई-[\u0900-\u0963]{1,12})(?![\w\u0900-\u0963-]))/gu;

const withAmountsJoined = (text: string) => text.replace(/(\d) (lakh|crore|thousand)\b/g, '$1\u00a0$2');

/** No-break wrapping of codes and amounts: e-KYC, ई-पैन, PM-KISAN, phone numbers, '₹5 lakh'. */
export function keepTogether(text: string): ReactNode {
  const joined = withAmountsJoined(text);
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { 0: found, 1: before = '', 2: word, index } of joined.matchAll(whole)) {
    parts.push(joined.slice(from, index + before.length));
    parts.push(createElement('span', { key: index, className: 'nb' }, word));
    from = index + found.length;
  }
  return parts.length === 0 ? joined : [...parts, joined.slice(from)];
}

// A longer run would overflow next to a large fact, so it may break after its prefix.
const longestWhole = 10;
// Quoted attribute values may contain '>'.
const tagOrText = /<[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>|[^<]+/g;
/** keepTogether for sanitised HTML; changes text only, never tags or attributes. */
export const keepTogetherInHtml = (html: string): string =>
  html.replace(tagOrText, (part) =>
    part.startsWith('<')
      ? part
      : withAmountsJoined(part).replace(whole, (found, before: string, word: string) =>
          word.length > longestWhole ? found : `${before}<span class="nb">${word}</span>`,
        ),
  );
