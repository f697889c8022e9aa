import { currentLanguage } from '../messages/catalogue.ts';
import { dates } from '../messages/dates.ts';
import { short } from '../messages/short-months.ts';
import { inIndia } from '../platform/process/indian-time.ts';

const monthIn = (names: string, index: number): string => names.split(' ')[index] ?? '';

/** '21 Nov 2026', or '21 नवंबर 2026', in Indian time. */
export function formatDate(moment: string | Date): string {
  const day = inIndia(moment);
  return `${day.getUTCDate()} ${monthIn(dates.months, day.getUTCMonth())} ${day.getUTCFullYear()}`;
}

/** 'Nov 2026' of '2026-11'. */
export const formatMonth = (month: string): string =>
  `${monthIn(dates.months, Number(month.slice(5)) - 1)} ${month.slice(0, 4)}`;

/** '14:05' in Indian time. */
export const formatTime = (moment: string | Date): string => inIndia(moment).toISOString().slice(11, 16);

/** Day and short month of an ISO date, for the narrow boxes of due dates. */
export function dayAndMonth(day: string): { day: number; month: string } {
  return { day: Number(day.slice(8, 10)), month: monthIn(short.months, Number(day.slice(5, 7)) - 1) };
}

/** Ends a sentence that is put together of parts: '.', in Hindi '।'. */
export const fullStop = (): string => dates.fullStop;

/** 120000 as '1,20,000', with three decimals at most. Not Intl, whose first number format is slow to load. */
export function formatNumber(value: number): string {
  const rounded = Number.isInteger(value) ? value : Math.round(value * 1_000) / 1_000;
  const [whole = '', decimals] = String(rounded).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** 58 as '0:58', 3723 as '1:02:03'. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const scripts = { hi: /[\u0900-\u097f]/g, ta: /[\u0b80-\u0bff]/g, ur: /[\u0600-\u06ff]/g, en: /[a-z]/gi };

const isAscii = /^[ -~]*$/;
const hasLetter = /[a-z]/i;

export const isRightToLeft = (language: string): boolean => language === 'ur';

/** The language that most letters of a text suggest; undefined for numbers, and for other scripts. */
export function languageOfText(text: string): keyof typeof scripts | undefined {
  // Most texts of an English page: one match instead of five.
  if (isAscii.test(text)) return hasLetter.test(text) ? 'en' : undefined;
  const letters = text.replace(/[\s\d\p{P}\p{S}]/gu, '').length;
  return (Object.keys(scripts) as (keyof typeof scripts)[]).find(
    (language) => (text.match(scripts[language])?.length ?? 0) * 2 > letters,
  );
}

/** The language of a text for its `lang`: line height, a screen reader's voice; undefined for the page's own. */
export function langOf(text: string): keyof typeof scripts | undefined {
  const language = languageOfText(text);
  return language === currentLanguage() ? undefined : language;
}

/** The `lang` of what a piece in this language says; undefined for the page's own. */
export const ownLanguage = (lang: string): string | undefined => (lang === currentLanguage() ? undefined : lang);

/** The same where the language may not be stored, as of a question: it is then guessed from the letters. */
export const langOfPiece = (lang: string | null, text: string): string | undefined =>
  lang === null ? langOf(text) : ownLanguage(lang);

/** The host of a URL, as 'pmkisan.gov.in'; other text unchanged. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}
