import { createElement, type ReactNode } from 'react';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const indiaAheadOfUtc = 330 * 60_000;

const inIndia = (moment: string | Date): Date => new Date(new Date(moment).getTime() + indiaAheadOfUtc);

/** '21 Nov 2026' on the calendar of India. */
export function formatDate(moment: string | Date): string {
  const day = inIndia(moment);
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

/** '2026-11-21' on the calendar of India, for `datetime`. */
export const isoDay = (moment: string | Date): string => inIndia(moment).toISOString().slice(0, 10);

/** Day and month of an ISO day, for the ledger of dates. */
export function dayAndMonth(day: string): { day: number; month: string } {
  return { day: Number(day.slice(8, 10)), month: months[Number(day.slice(5, 7)) - 1] ?? '' };
}

const grouping = new Intl.NumberFormat('en-IN');
/** 120000 as '1,20,000'. */
export const formatNumber = (value: number): string => grouping.format(value);

/** 58 as '0:58', 3723 as '1:02:03'. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** 'hi' for text in Devanagari, so that it gets its line height and its voice; undefined for the page's own language. */
export function langOf(text: string): 'hi' | undefined {
  const devanagari = text.match(/[\u0900-\u097f]/g)?.length ?? 0;
  return devanagari * 2 > text.replace(/[\s\d\p{P}\p{S}]/gu, '').length ? 'hi' : undefined;
}

const whole = /((?<![\w-])(?:[A-Za-z]{1,6}|\d{2,5})(?:-[A-Z0-9][A-Za-z0-9]{0,11}){1,2}(?![\w-]))/;

const withAmountsJoined = (text: string) => text.replace(/(\d) (lakh|crore|thousand)\b/g, '$1\u00a0$2');

/** Text whose e-KYC, PM-KISAN, phone numbers and '₹5 lakh' do not break at a line's end. */
export function keepTogether(text: string): ReactNode {
  const joined = withAmountsJoined(text);
  const parts = joined.split(whole);
  if (parts.length === 1) return joined;
  return parts.map((part, at) => (at % 2 ? createElement('span', { key: at, className: 'nb' }, part) : part));
}

const everyWhole = new RegExp(whole, 'g');
// What is longer would not fit beside a fact in large letters; a number may then break after its code.
const longestWhole = 10;
// A quoted value may hold '>', so a tag is read to its real end.
const tagOrText = /<[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>|[^<]+/g;
/** The same in sanitised HTML; tags and their attributes stay as they are. */
export const keepTogetherInHtml = (html: string): string =>
  html.replace(tagOrText, (part) =>
    part.startsWith('<')
      ? part
      : withAmountsJoined(part).replace(everyWhole, (word) =>
          word.length > longestWhole ? word : `<span class="nb">${word}</span>`,
        ),
  );

/** 'pmkisan.gov.in' of a whole address; the text itself when it is not one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}
