import { currentLanguage } from '../../messages/catalogue.ts';
import { t } from '../../messages/messages.ts';
import { isRightToLeft } from '../../ui/format.ts';
import { escapeHtml } from '../../platform/text/escape-html.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import type { PageDocument } from '../../platform/page/page-document.ts';
import { type FeedEntry, listFeedEntries } from './syndication.queries.server.ts';
import { element, xmlDocument, xmlText } from './xml.ts';
import { siteName } from '../../messages/site-name.ts';

const tags = ['articles'];
const newest = (entries: FeedEntry[], otherwise: Date) =>
  entries.map((entry) => entry.updatedAt).sort((one, other) => other.getTime() - one.getTime())[0] ?? otherwise;

/** A summary as HTML: readers take the description of an item for that. */
const asHtml = ({ lang, summary }: FeedEntry) =>
  isRightToLeft(lang) ? `<p lang="${lang}" dir="rtl">${escapeHtml(summary)}</p>` : escapeHtml(summary);

/** A tag URI (RFC 4151) of the number alone: a corrected title must not make the piece a new one for feed readers. */
const idOf = (origin: string, { id }: FeedEntry) => `tag:${new URL(origin).hostname},2026:article:${id}`;

const rssItem = (origin: string) => (entry: FeedEntry) =>
  '<item>' +
  element('title', entry.title) +
  element('link', origin + entry.path) +
  `<guid isPermaLink="false">${xmlText(idOf(origin, entry))}</guid>` +
  element('pubDate', entry.publishedAt.toUTCString()) +
  element('dc:creator', entry.author) +
  element('dc:language', entry.lang) +
  entry.categories.map((category) => element('category', category)).join('') +
  element('description', asHtml(entry)) +
  '</item>';

const atomEntry = (origin: string) => (entry: FeedEntry) =>
  `<entry xml:lang="${xmlText(entry.lang)}">` +
  element('id', idOf(origin, entry)) +
  element('title', entry.title) +
  `<link rel="alternate" type="text/html" href="${xmlText(origin + entry.path)}"/>` +
  element('published', entry.publishedAt.toISOString()) +
  element('updated', entry.updatedAt.toISOString()) +
  `<author>${element('name', entry.author)}</author>` +
  entry.categories.map((category) => `<category term="${xmlText(category)}"/>`).join('') +
  (isRightToLeft(entry.lang)
    ? `<summary type="html">${xmlText(asHtml(entry))}</summary>\n`
    : element('summary', entry.summary)) +
  '</entry>';

export const feedDocuments: PageDocument[] = [
  {
    pattern: /^\/feed\.xml$/,
    hasPrefix: true,
    async render({ config: { publicOrigin: origin }, connection: { db }, clock }) {
      const entries = await listFeedEntries(db);
      const body = xmlDocument(
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
          element('title', siteName()) +
          element('link', origin + addressHere('/')) +
          element('description', t.site.homeDescription) +
          element('language', `${currentLanguage()}-IN`) +
          element('lastBuildDate', newest(entries, clock()).toUTCString()) +
          element('ttl', 30) +
          `<atom:link href="${xmlText(origin + addressHere('/feed.xml'))}" rel="self" type="application/rss+xml"/>\n` +
          `${entries.map(rssItem(origin)).join('\n')}</channel></rss>`,
      );
      return { type: 'application/rss+xml; charset=utf-8', body, tags };
    },
  },
  {
    pattern: /^\/feed\.atom$/,
    hasPrefix: true,
    async render({ config: { publicOrigin: origin }, connection: { db }, clock }) {
      const entries = await listFeedEntries(db);
      const body = xmlDocument(
        `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${currentLanguage()}-IN">` +
          element('id', origin + addressHere('/')) +
          element('title', siteName()) +
          element('subtitle', t.site.homeDescription) +
          element('updated', newest(entries, clock()).toISOString()) +
          `<link rel="self" type="application/atom+xml" href="${xmlText(origin + addressHere('/feed.atom'))}"/><link rel="alternate" type="text/html" href="${xmlText(origin + addressHere('/'))}"/>` +
          `<author>${element('name', siteName())}</author>\n${entries.map(atomEntry(origin)).join('\n')}</feed>`,
      );
      return { type: 'application/atom+xml; charset=utf-8', body, tags };
    },
  },
];
