import type { Language } from './catalogue.ts';
import { takeSiteNameFrom } from './site-name.ts';

const ofTheProduct: Record<Language, string> = { en: 'Nagrik', hi: 'नागरिक', ta: 'நாகரிக்' };

/** @param chosen the setting ORGANIZATION_NAME, the same in all languages; without it the site has the product's name */
export const nameSite = (chosen: string | undefined): void =>
  takeSiteNameFrom((language) => chosen ?? ofTheProduct[language]);

nameSite(undefined);
