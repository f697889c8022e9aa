import { languages } from '../../messages/languages-here.ts';
import { pageTable } from '../../page-table.ts';

// What is no page: files, feeds, calls. `/studio/*`: the words below it are taken too.
const files = new RegExp(
  `^(?:/(?:${languages.join('|')}))?/(?:(?:api|assets|fonts|media|og|dev|sitemaps|studio)(?:/.*)?|healthz|readyz|feed\\.(?:xml|atom)|sitemap\\.xml|scams\\.(?:json|xml)|robots\\.txt|ads\\.txt|favicon\\.ico|manifest\\.webmanifest|sw\\.js)$`,
);

/**
 * Whether a page or file of this site answers at a path; an imported permalink there would be unreachable.
 * @param path in lower case, without a trailing slash
 */
export const isOwnAddress = (path: string): boolean => pageTable.find(path) !== null || files.test(path);
