import { languages } from '../messages/catalogue.ts';

// Paths that this site serves itself; an imported permalink at one of them would be unreachable. `:x` matches one
// segment, `*` everything below.
const own = [
  '/videos',
  '/search',
  '/about',
  '/privacy',
  '/terms',
  '/how-we-check',
  '/community-rules',
  '/page/:x',
  '/grievance',
  '/contact',
  '/cart',
  '/find-schemes',
  '/check',
  '/helped',
  '/check/tell',
  '/scams.json',
  '/scams.xml',
  '/papers',
  '/papers/:x',
  '/open-data',
  '/letters',
  '/letters/:x',
  '/community',
  '/community/ask',
  '/community/question/:x',
  '/community/post/:x',
  '/category/:x',
  '/tag/:x',
  '/author/:x',
  '/article/:x',
  '/video/:x',
  '/webstory/:x',
  '/refer/:x',
  '/notifications',
  '/unsubscribe',
  '/moderation',
  '/preview/:x',
  '/moderation/log',
  '/studio',
  '/studio/*',
  '/settings/privacy',
  '/login',
  '/signup',
  '/forgot-password',
  '/signout',
  '/profile',
  '/profile/questions',
  '/profile/complaints',
  '/profile_built',
  '/offline',
  '/api/*',
  '/assets/*',
  '/fonts/*',
  '/media/*',
  '/og/*',
  '/dev/*',
  '/healthz',
  '/readyz',
  '/feed.xml',
  '/feed.atom',
  '/sitemap.xml',
  '/sitemaps/*',
  '/robots.txt',
  '/ads.txt',
  '/favicon.ico',
  '/manifest.webmanifest',
  '/sw.js',
];
const pattern = new RegExp(
  `^(?:/(?:${languages.join('|')})(?=/|$))?(?:${own
    .map((path) => path.replaceAll('.', '\\.').replace(/\/\*$/, '(?:/.*)?').replaceAll(':x', '[^/]+'))
    .join('|')})$`,
);

/**
 * Whether a page or file of this site answers at a path.
 * @param path in lower case, without a trailing slash
 */
export const isOwnAddress = (path: string): boolean => pattern.test(path);
