import { withField } from '../fields.tsx';

/** What is written in the site's first language, with some of its fields in others. */
export type Translated = Record<string, unknown> & { translations?: Record<string, Record<string, string>> };

/** A part of the home page as it is written; what is not named here stays as it is. */
export type Section = {
  title: string;
  translations?: Record<string, Record<string, string>>;
  layout: string;
  link?: string;
  items?: Slot[];
  latest?: Latest;
};
export type Latest = { kind: string; category?: string; limit: number };
export type Slot = string | { latest: Latest };

// Cards of these shapes stand side by side on a wide screen.
const rowOf: Record<string, number> = { CardMain: 4, CardBannerSmall: 4, CardHalf: 2 };

/** How many pieces fill a row, where those of this section leave a hole in the last one; else null. */
export function holeIn({ layout, items }: Section): number | null {
  const row = rowOf[layout];
  return row !== undefined && items !== undefined && items.length % row !== 0 ? row : null;
}

/** Places, as 'section:item', of pieces that stand further up already. */
export function repeatsIn(sections: readonly Section[]): Set<string> {
  const seen = new Set<string>();
  const repeats = new Set<string>();
  sections.forEach(({ items = [] }, section) =>
    items.forEach((slot, item) => {
      if (typeof slot !== 'string') return;
      if (seen.has(slot)) repeats.add(`${section}:${item}`);
      seen.add(slot);
    }),
  );
  return repeats;
}

export const titleIn = ({ title, translations }: Section, language: string): string =>
  translations?.[language]?.title || title;

/** With one field in another language; an empty one is taken away, and so is a language without fields. */
export function withWords<Of extends Pick<Translated, 'translations'>>(
  of: Of,
  language: string,
  name: string,
  text: string,
): Of {
  const own = withField(of.translations?.[language] ?? {}, name, text);
  const translations = withField(of.translations ?? {}, language, Object.keys(own).length === 0 ? null : own);
  return withField(of, 'translations', Object.keys(translations).length === 0 ? null : translations);
}
