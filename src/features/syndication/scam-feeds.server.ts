import { currentLanguage } from '../../messages/catalogue.ts';
import { check } from '../../messages/check.ts';
import type { PageDocument } from '../../platform/page/page-document.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import { langOf } from '../../ui/format.ts';
import { addedConcepts } from '../message-check/concept-words.server.ts';
import { listKnownScams, type ScamOnDesk } from '../message-check/known-scams.queries.server.ts';
import { element, xmlDocument, xmlText } from './xml.ts';
import { siteName } from '../../messages/site-name.ts';

const tags = ['scams', 'articles'];

const textOf = ({ about, advice, olderNote }: ScamOnDesk) => [about, ...advice, olderNote ?? []].flat().join('\n');

/**
 * Known scams as feeds in each language: /scams.json (JSON Feed 1.1 with fields of our own, also read by the check) and
 * /scams.xml.
 */
export const scamDocuments: PageDocument[] = [
  {
    pattern: /^\/scams\.json$/,
    hasPrefix: true,
    async render({ config: { publicOrigin: origin }, connection: { db } }) {
      const scams = await listKnownScams(db);
      const feed = {
        version: 'https://jsonfeed.org/version/1.1',
        title: `${siteName()}: ${check.feeds}`,
        home_page_url: origin + addressHere('/check'),
        feed_url: origin + addressHere('/scams.json'),
        language: `${currentLanguage()}-IN`,
        // Words of concepts that editors have added, as lines of a file in `message-check/concepts`.
        words: (await addedConcepts(db)).lines,
        items: scams.map((scam) => ({
          id: scam.id,
          url: origin + scam.canonicalUrl,
          path: scam.canonicalUrl,
          title: scam.title,
          // Of one without a translation, its own.
          language: langOf(scam.title),
          content_text: textOf(scam),
          date_modified: scam.updatedAt.toISOString(),
          advice: scam.advice,
          olderNote: scam.olderNote,
          texts: scam.texts,
          firstSeenOn: scam.firstSeenOn,
          lastSeenOn: scam.lastSeenOn,
          expiresOn: scam.expiresOn,
        })),
      };
      return { type: 'application/json; charset=utf-8', body: JSON.stringify(feed), tags };
    },
  },
  {
    pattern: /^\/scams\.xml$/,
    hasPrefix: true,
    async render({ config: { publicOrigin: origin }, connection: { db } }) {
      const items = (await listKnownScams(db)).map(
        (scam) =>
          '<item>' +
          element('title', scam.title) +
          element('link', origin + scam.canonicalUrl) +
          `<guid isPermaLink="false">${xmlText(`scam:${scam.id}`)}</guid>` +
          element('pubDate', scam.updatedAt.toUTCString()) +
          element('dc:language', langOf(scam.title) ?? currentLanguage()) +
          element('description', textOf(scam)) +
          '</item>',
      );
      const body = xmlDocument(
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
          element('title', `${siteName()}: ${check.feeds}`) +
          element('link', origin + addressHere('/check')) +
          element('description', check.describe) +
          element('language', `${currentLanguage()}-IN`) +
          `<atom:link href="${xmlText(origin + addressHere('/scams.xml'))}" rel="self" type="application/rss+xml"/>\n` +
          `${items.join('\n')}</channel></rss>`,
      );
      return { type: 'application/rss+xml; charset=utf-8', body, tags };
    },
  },
];
