/** A URL of every public page type of the demo site; wrong slugs redirect to the canonical ones. */
export const pageTypes: { name: string; path: string; isIndexed: boolean }[] = [
  { name: 'home', path: '/', isIndexed: true },
  { name: 'category', path: '/category/schemes-MjUy', isIndexed: true },
  { name: 'tag', path: '/tag/aadhaar-MjAwMQ', isIndexed: true },
  { name: 'author', path: '/author/asha-menon-MQ', isIndexed: true },
  { name: 'article', path: '/article/x-MTAwMQ', isIndexed: true },
  { name: 'article in Hindi', path: '/article/x-MTAwNQ', isIndexed: true },
  { name: 'video', path: '/video/x-NTAx', isIndexed: true },
  { name: 'videos', path: '/videos', isIndexed: true },
  { name: 'web story', path: '/webstory/your-first-rti', isIndexed: true },
  { name: 'search', path: '/search?q=pan', isIndexed: false },
  { name: 'nothing found', path: '/search?q=zzzzqqqq', isIndexed: false },
  { name: 'find schemes', path: '/find-schemes', isIndexed: true },
  { name: 'call to action', path: '/refer/MQ', isIndexed: true },
  { name: 'cart', path: '/cart', isIndexed: false },
  { name: 'check', path: '/check', isIndexed: true },
  { name: 'papers', path: '/papers', isIndexed: true },
  { name: 'an errand', path: '/papers/passport', isIndexed: true },
  { name: 'letters', path: '/letters', isIndexed: true },
  { name: 'a letter', path: '/letters/rti', isIndexed: true },
  { name: 'community', path: '/community', isIndexed: true },
  { name: 'ask', path: '/community/ask', isIndexed: false },
  { name: 'sign in', path: '/login', isIndexed: false },
  { name: 'contact', path: '/contact', isIndexed: true },
  { name: 'open data', path: '/open-data', isIndexed: true },
  { name: 'about', path: '/about', isIndexed: true },
  { name: 'grievance', path: '/grievance', isIndexed: true },
  { name: 'privacy choices', path: '/settings/privacy', isIndexed: false },
  { name: 'offline', path: '/offline', isIndexed: false },
  { name: 'not found', path: '/no-such-page', isIndexed: false },
];

/** The same page below a language's prefix; a piece redirects to its translation. */
export const pathIn = (lang: string | undefined, path: string): string =>
  lang === undefined ? path : `/${lang}${path.replace(/^\/(?=[?#]|$)/, '')}`;
