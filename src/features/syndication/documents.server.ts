import { t } from '../../messages/messages.ts';
import { defaultLanguage, siteLanguages } from '../../platform/settings/site-languages.ts';
import type { PageDocument } from '../../platform/page/page-document.ts';
import { pictureTypes, sharedPicture } from '../message-check/message-limits.ts';
import { readMonthReports, reportCsv } from '../support/month-report.server.ts';
import { feedDocuments } from './feeds.server.ts';
import { scamDocuments } from './scam-feeds.server.ts';
import { sitemapDocuments } from './sitemaps.server.ts';
import { siteName } from '../../messages/site-name.ts';

const plain = 'text/plain; charset=utf-8';

// Pages with `noindex` must stay crawlable: a crawler that is shut out here never reads their robots meta tag.
const closed = ['/api/', '/dev/'];

const ownDocuments: PageDocument[] = [
  {
    pattern: /^\/robots\.txt$/,
    async render({ config: { publicOrigin } }) {
      const lines = [
        'User-agent: *',
        ...closed.map((path) => `Disallow: ${path}`),
        'Allow: /',
        '',
        `Sitemap: ${publicOrigin}/sitemap.xml`,
        `Sitemap: ${publicOrigin}/sitemap-news.xml`,
      ];
      return { type: plain, body: `${lines.join('\n')}\n`, tags: [] };
    },
  },
  {
    pattern: /^\/ads\.txt$/,
    async render({ config: { adsenseClient } }) {
      // A file without records says that nobody may sell this site's advertising space.
      if (adsenseClient === undefined)
        return { type: plain, body: '# No advertising system is authorised.\n', tags: [] };
      // The last field is Google's certification authority id, a constant.
      const record = `google.com, ${adsenseClient.replace(/^ca-/, '')}, DIRECT, f08c47fec0942fa0\n`;
      return { type: plain, body: record, tags: [] };
    },
  },
  {
    pattern: /^\/\.well-known\/security\.txt$/,
    async render({ config: { publicOrigin, organization }, clock }) {
      const expires = new Date(clock().getTime() + 180 * 86_400_000);
      expires.setUTCHours(0, 0, 0, 0);
      const lines = [
        `Contact: mailto:${organization.supportEmail}`,
        `Expires: ${expires.toISOString()}`,
        `Preferred-Languages: ${siteLanguages().join(', ')}`,
        `Canonical: ${publicOrigin}/.well-known/security.txt`,
        `Policy: ${publicOrigin}/terms`,
      ];
      return { type: plain, body: `${lines.join('\n')}\n`, tags: [] };
    },
  },
  {
    pattern: /^\/moderation-report\.csv$/,
    async render({ connection: { db }, clock }) {
      return { type: 'text/csv; charset=utf-8', body: reportCsv(await readMonthReports(db, clock())), tags: [] };
    },
  },
  {
    pattern: /^\/manifest\.webmanifest$/,
    async render() {
      const icon = (src: string, size: number, purpose: string) => ({
        src,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      });
      const manifest = {
        id: '/',
        name: siteName(),
        short_name: [...siteName()].slice(0, 12).join(''),
        description: t.site.homeDescription,
        lang: `${defaultLanguage()}-IN`,
        dir: 'ltr',
        start_url: '/',
        scope: '/',
        display: 'minimal-ui',
        background_color: '#F4F6F2',
        theme_color: '#073F47',
        categories: ['news', 'government', 'education'],
        icons: [
          icon('/icon-192.png', 192, 'any'),
          icon('/icon-512.png', 512, 'any'),
          icon('/icon-maskable-512.png', 512, 'maskable'),
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        ],
        // A POST, so that what is shared is in no address; the service worker takes it before it is sent.
        share_target: {
          action: '/check',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            url: 'url',
            files: [{ name: sharedPicture, accept: pictureTypes }],
          },
        },
        shortcuts: [
          { name: t.nav.search, url: '/search' },
          { name: t.home.scams, url: '/check' },
          { name: t.home.papers, url: '/papers' },
          { name: t.nav.videos, url: '/videos' },
        ],
      };
      return { type: 'application/manifest+json; charset=utf-8', body: JSON.stringify(manifest), tags: [] };
    },
  },
];

/** Documents for machines: robots.txt, sitemaps, feeds and the like. */
export const documents: PageDocument[] = [...ownDocuments, ...sitemapDocuments, ...feedDocuments, ...scamDocuments];
