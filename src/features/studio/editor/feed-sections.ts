/** A part of the home page as it is written; what is not named here stays as it is. */
export type Section = {
  title: string;
  translations?: Record<string, { title?: string }>;
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

/** With the title in another language; an empty one is taken away. */
export function withTitle(section: Section, language: string, title: string): Section {
  const { [language]: own = {}, ...others } = section.translations ?? {};
  const { title: _, ...rest } = own;
  const next = title === '' ? rest : { ...rest, title };
  const translations = Object.keys(next).length === 0 ? others : { ...others, [language]: next };
  const { translations: __, ...bare } = section;
  if (Object.keys(translations).length === 0) return bare;
  // In the place where it stood, so that a file changes in this line only.
  return 'translations' in section ? { ...section, translations } : { ...bare, translations };
}
