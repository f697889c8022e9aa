import type { Language } from '../../messages/catalogue.ts';
import type { PageTable } from './page-table.ts';
import { addressIn, defaultLanguage } from '../settings/site-languages.ts';

/** Puts the prefix before an address of one of our pages; any other address, and one with a prefix, is unchanged. */
export function keepPrefix(table: PageTable, language: Language, address: string): string {
  if (!address.startsWith('/') || address.startsWith('//')) return address;
  const found = table.find(address.split(/[?#&]/, 1)[0]!);
  return found && found.language === null ? addressIn(language, address) : address;
}

const linkingTag = /<(?:a|area|form|button|input)\s[^>]*>/g;
const linkingAttribute = / (href|action|formaction)="(\/[^"]*)"/gi;

/** Links and forms of a finished page that lead to pages of ours; a link with `hreflang` keeps its address. */
export function keepPrefixInHtml(table: PageTable, language: Language, html: string): string {
  if (language === defaultLanguage()) return html;
  return html.replace(linkingTag, (tag) =>
    / hreflang=/i.test(tag)
      ? tag
      : tag.replace(
          linkingAttribute,
          (_, name: string, address: string) => ` ${name}="${keepPrefix(table, language, address)}"`,
        ),
  );
}
