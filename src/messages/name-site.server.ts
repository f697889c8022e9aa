import { catalogue, wordsIn } from './catalogue.ts';
import { takeSiteNameFrom } from './site-name.ts';

const inEnglish = { name: 'Nagrik' };
/** Names a site that has chosen no name. */
export const product = catalogue(inEnglish);

/** @param chosen the setting ORGANIZATION_NAME, the same in all languages; without it the site has the product's name */
export const nameSite = (chosen: string | undefined): void =>
  takeSiteNameFrom((language) => chosen ?? (wordsIn(language, product) ?? inEnglish).name);

nameSite(undefined);
