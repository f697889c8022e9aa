import { defaultLanguage, defaultVersion } from '../../platform/settings/site-languages.ts';
import type { PageDocument } from '../../platform/page/page-document.ts';
import {
  type Entry,
  listArticleEntries,
  listArticleFiles,
  listNews,
  listPageEntries,
  listQuestionEntries,
  listQuestionFiles,
  listVideoEntries,
  listVideoFiles,
  type NewsEntry,
  type VideoEntry,
} from './syndication.queries.server.ts';
import { element, xmlDocument, xmlText } from './xml.ts';
import { siteName } from '../../messages/site-name.ts';

const type = 'application/xml; charset=utf-8';
const sitemaps = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const urlset = (namespaces: string, urls: string[]) =>
  xmlDocument(`<urlset xmlns="${sitemaps}"${namespaces}>\n${urls.join('\n')}\n</urlset>`);

const entryUrl =
  (origin: string) =>
  ({ path, changedAt, versions = [] }: Entry) =>
    `<url>${element('loc', origin + path)}${element('lastmod', changedAt?.toISOString())}${alternates(origin, versions)}</url>`;

const xhtml = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** hreflang, as in the pages: every version names all of them. */
function alternates(origin: string, versions: { lang: string; path: string }[]): string {
  if (versions.length === 0) return '';
  return [...versions, { lang: 'x-default', path: defaultVersion(versions).path }]
    .map(({ lang, path }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${xmlText(origin + path)}"/>`)
    .join('');
}

const newsUrl =
  (origin: string, publication: string) =>
  ({ path, title, lang, publishedAt }: NewsEntry) =>
    `<url>${element('loc', origin + path)}<news:news><news:publication>${element('news:name', publication)}${element('news:language', lang)}</news:publication>` +
    `${element('news:publication_date', publishedAt.toISOString())}${element('news:title', title)}</news:news></url>`;

const videoUrl = (origin: string) => (video: VideoEntry) => {
  const at = (path: string) => (path.startsWith('/') ? origin + path : path);
  return (
    `<url>${element('loc', origin + video.path)}${element('lastmod', video.updatedAt.toISOString())}${alternates(origin, video.versions ?? [])}<video:video>` +
    `${element('video:thumbnail_loc', at(video.thumbnail ?? `/og/video-${video.id}.jpg`))}${element('video:title', video.title)}` +
    `${element('video:description', (video.description || video.title).slice(0, 2_000))}${element('video:content_loc', at(video.videoUrl))}` +
    `${video.durationSeconds > 0 ? element('video:duration', Math.min(video.durationSeconds, 28_800)) : ''}${element('video:publication_date', video.publishedAt.toISOString())}` +
    '<video:family_friendly>yes</video:family_friendly></video:video></url>'
  );
};

export const sitemapDocuments: PageDocument[] = [
  {
    pattern: /^\/sitemap\.xml$/,
    async render({ config, connection: { db } }) {
      const [articleFiles, videoFiles, questionFiles] = await Promise.all([
        listArticleFiles(db),
        listVideoFiles(db),
        listQuestionFiles(db),
      ]);
      const names = [
        'pages',
        'news',
        'videos',
        ...articleFiles.map((file) => `articles-${file}`),
        ...videoFiles.map((file) => `videos-${file}`),
        ...questionFiles.map((file) => `questions-${file}`),
      ];
      const list = names.map(
        (name) => `<sitemap><loc>${xmlText(`${config.publicOrigin}/sitemap-${name}.xml`)}</loc></sitemap>`,
      );
      return {
        type,
        body: xmlDocument(`<sitemapindex xmlns="${sitemaps}">\n${list.join('\n')}\n</sitemapindex>`),
        tags: ['articles', 'videos', 'questions'],
      };
    },
  },
  {
    pattern: /^\/sitemap-questions-([1-9]\d{0,5})\.xml$/,
    async render({ config, connection: { db } }, match) {
      const entries = await listQuestionEntries(db, Number(match[1]));
      return entries.length === 0
        ? null
        : { type, body: urlset(xhtml, entries.map(entryUrl(config.publicOrigin))), tags: ['questions'] };
    },
  },
  {
    pattern: /^\/sitemap-articles-([1-9]\d{0,5})\.xml$/,
    async render({ config, connection: { db } }, match) {
      const entries = await listArticleEntries(db, Number(match[1]));
      return entries.length === 0
        ? null
        : { type, body: urlset(xhtml, entries.map(entryUrl(config.publicOrigin))), tags: ['articles'] };
    },
  },
  {
    pattern: /^\/sitemap-news\.xml$/,
    async render({ config, connection: { db }, clock }) {
      const entries = await listNews(db, clock());
      const namespaces = ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';
      return {
        type,
        body: urlset(namespaces, entries.map(newsUrl(config.publicOrigin, siteName(defaultLanguage())))),
        tags: ['articles'],
      };
    },
  },
  {
    pattern: /^\/sitemap-videos(?:-([1-9]\d{0,5}))?\.xml$/,
    async render({ config, connection: { db } }, match) {
      const file = match[1] === undefined ? null : Number(match[1]);
      const entries = await listVideoEntries(db, file);
      if (file !== null && entries.length === 0) return null;
      const namespaces = `${xhtml} xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"`;
      return { type, body: urlset(namespaces, entries.map(videoUrl(config.publicOrigin))), tags: ['videos'] };
    },
  },
  {
    pattern: /^\/sitemap-pages\.xml$/,
    async render({ config, connection: { db } }) {
      const entries = await listPageEntries(db);
      return {
        type,
        body: urlset(xhtml, entries.map(entryUrl(config.publicOrigin))),
        tags: ['articles', 'videos', 'webstories', 'categories', 'pages', 'ctas'],
      };
    },
  },
];
