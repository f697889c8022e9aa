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
  { name: 'about', path: '/about', isIndexed: true },
  { name: 'grievance', path: '/grievance', isIndexed: true },
  { name: 'privacy choices', path: '/settings/privacy', isIndexed: false },
  { name: 'offline', path: '/offline', isIndexed: false },
  { name: 'not found', path: '/no-such-page', isIndexed: false },
];
