import type { Language } from './catalogue.ts';
import { takeSiteNameFrom } from './site-name.ts';

const ofTheProduct: Record<Language, string> = { en: 'Nagrik', hi: 'नागरिक', ta: 'நாகரிக்' };

// On globalThis: loading the built pages' copy of this module must not forget the name.
const shared = globalThis as { [key: symbol]: unknown };
const key = Symbol.for('nagrik chosen site name');
takeSiteNameFrom((language) => (shared[key] as string | undefined) ?? ofTheProduct[language]);

/** @param chosen the setting ORGANIZATION_NAME, the same in all languages; without it the site has the product's name */
export const nameSite = (chosen: string | undefined): void => void (shared[key] = chosen);
