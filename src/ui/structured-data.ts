import type { Thing } from './json-ld.tsx';
import { currentLanguage } from '../messages/catalogue.ts';
import { absolute, absoluteHere, type Site } from './site-context.ts';
import { siteName } from '../messages/site-name.ts';

const organizationId = (site: Site) => `${site.origin}/#organization`;

/** Reference to the publisher's node by @id. */
export const publisherRef = (site: Site) => ({ '@id': organizationId(site) });

export function organization(site: Site): Thing {
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: siteName(),
    url: `${site.origin}/`,
    logo: { '@type': 'ImageObject', url: absolute(site, site.logos?.light.src ?? '/icon-512.png') },
    email: site.supportEmail,
  };
}

/** WebSite node with its SearchAction; for the home page. */
export function website(site: Site): Thing {
  return {
    '@type': 'WebSite',
    '@id': `${site.origin}/#website`,
    name: siteName(),
    url: absoluteHere(site, '/'),
    inLanguage: `${currentLanguage()}-IN`,
    publisher: publisherRef(site),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${absoluteHere(site, '/search')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** BreadcrumbList; the last entry may be the page itself, which needs no URL. */
export function breadcrumbList(site: Site, crumbs: { name: string; href?: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, href }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: href && absoluteHere(site, href),
    })),
  };
}

/** CollectionPage with its items in display order. */
export function collectionPage(
  site: Site,
  page: { name: string; path: string; items: { canonicalUrl: string }[] },
): Thing {
  return {
    '@type': 'CollectionPage',
    name: page.name,
    url: absoluteHere(site, page.path),
    inLanguage: `${currentLanguage()}-IN`,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: page.items.map((item, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        url: absolute(site, item.canonicalUrl),
      })),
    },
  };
}

export const person = (site: Site, author: { name: string; canonicalUrl: string }): Thing => ({
  '@type': 'Person',
  name: author.name,
  url: absoluteHere(site, author.canonicalUrl),
});

/** ISO 8601 duration: 75 as 'PT1M15S'. */
export function isoDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${whole % 60 || whole === 0 ? `${whole % 60}S` : ''}`;
}
