import { createPageTable, type Page } from './platform/page-table.ts';
import { fixedTextPages } from './platform/text-page-path.ts';

const everyone = { audience: 'everyone' } as const;
const one = { audience: 'one' } as const;
const list = ['page', 'kind'];

/**
 * Every page, in order. Routes, cache keys, admission control, the service worker and the browser's code derive from
 * it. Any other path is an old permalink (pages/not-found.tsx) or a 404.
 */
export const pageTable = createPageTable([
  // `p` and `page_id`: old WordPress permalinks.
  { pattern: '/', module: 'pages/home.tsx', ...everyone, parameters: ['p', 'page_id'] },
  { pattern: '/category/:key', module: 'pages/category.tsx', ...everyone, parameters: list },
  { pattern: '/tag/:key', module: 'pages/tag.tsx', ...everyone, parameters: list },
  { pattern: '/author/:key', module: 'pages/author.tsx', ...everyone, parameters: ['page'] },
  { pattern: '/article/:key', module: 'pages/article.tsx', ...everyone },
  { pattern: '/video/:key', module: 'pages/video.tsx', ...everyone },
  { pattern: '/videos', module: 'pages/videos.tsx', ...everyone, parameters: ['page', 'category'] },
  { pattern: '/webstory/:slug', module: 'pages/webstory.tsx', ...everyone },
  {
    pattern: '/search',
    module: 'pages/search.tsx',
    ...everyone,
    parameters: ['q', 'page', 'kind', 'category', 'exact'],
    cost: 'search',
    isOnlineOnly: true,
  },
  ...[...fixedTextPages.map((name) => `/${name}`), '/page/:slug'].map((pattern): Page => ({
    pattern,
    module: 'pages/text-page.tsx',
    ...everyone,
  })),
  { pattern: '/check', module: 'pages/check.tsx', ...everyone, takesShares: true, runsWasm: true },
  { pattern: '/check/tell', module: 'pages/check-tell.tsx', ...everyone, isOnlineOnly: true },
  {
    pattern: '/papers',
    module: 'pages/papers.tsx',
    ...everyone,
    parameters: ['errand', 'age', 'state', 'married', 'home'],
    repeated: ['errand'],
  },
  {
    pattern: '/papers/:slug',
    module: 'pages/papers.tsx',
    ...everyone,
    parameters: ['age', 'state', 'married', 'home'],
  },
  { pattern: '/helped', module: 'pages/helped.tsx', ...one },
  { pattern: '/open-data', module: 'pages/open-data.tsx', ...everyone },
  { pattern: '/letters', module: 'pages/letters.tsx', ...everyone },
  { pattern: '/letters/:slug', module: 'pages/letter.tsx', ...everyone },
  { pattern: '/grievance', module: 'pages/grievance.tsx', ...everyone },
  { pattern: '/contact', module: 'pages/contact.tsx', ...everyone, parameters: ['about', 'sent'] },
  { pattern: '/refer/:cta', module: 'pages/refer.tsx', ...one },
  { pattern: '/cart', module: 'pages/cart.tsx', ...one },
  { pattern: '/find-schemes', module: 'pages/find-schemes.tsx', ...one },
  {
    pattern: '/community',
    module: 'pages/community.tsx',
    ...everyone,
    parameters: ['filter', 'category', 'tag', 'page'],
  },
  {
    pattern: '/community/question/:key',
    module: 'pages/question.tsx',
    ...everyone,
    parameters: ['filter', 'category', 'tag', 'page', 'answer'],
  },
  { pattern: '/community/ask', module: 'pages/ask.tsx', ...one },
  { pattern: '/community/post/:key', module: 'pages/one-post.tsx', ...one },
  { pattern: '/notifications', module: 'pages/notifications.tsx', ...one, needsSession: true },
  { pattern: '/unsubscribe', module: 'pages/unsubscribe.tsx', ...one },
  { pattern: '/moderation/log', module: 'pages/moderation-log.tsx', ...one, needsSession: true },
  { pattern: '/moderation', module: 'pages/moderation.tsx', ...one, needsSession: true },
  { pattern: '/studio', module: 'pages/studio.tsx', ...one, needsSession: true },
  { pattern: '/preview/:slug', module: 'pages/preview.tsx', ...one },
  { pattern: '/studio/people', module: 'pages/studio-people.tsx', ...one, needsSession: true },
  {
    pattern: '/studio/site',
    module: 'pages/studio-site.tsx',
    ...one,
    needsSession: true,
    isPatient: true,
    takesFiles: true,
  },
  { pattern: '/studio/complaints', module: 'pages/studio-complaints.tsx', ...one, needsSession: true },
  { pattern: '/studio/complaints/:piece', module: 'pages/studio-complaint.tsx', ...one, needsSession: true },
  { pattern: '/studio/moderation', module: 'pages/studio-moderation.tsx', ...one, needsSession: true },
  { pattern: '/studio/moderation/appeals', module: 'pages/studio-moderation-appeals.tsx', ...one, needsSession: true },
  { pattern: '/studio/moderation/log', module: 'pages/studio-moderation-log.tsx', ...one, needsSession: true },
  {
    pattern: '/studio/moderation/people/:key',
    module: 'pages/studio-moderation-person.tsx',
    ...one,
    needsSession: true,
  },
  // A file is judged, stored or erased.
  { pattern: '/studio/media', module: 'pages/studio-media.tsx', ...one, needsSession: true, isPatient: true },
  { pattern: '/studio/imports', module: 'pages/studio-imports.tsx', ...one, needsSession: true, isPatient: true },
  { pattern: '/studio/freshness', module: 'pages/studio-freshness.tsx', ...one, needsSession: true },
  { pattern: '/studio/searches', module: 'pages/studio-searches.tsx', ...one, needsSession: true },
  { pattern: '/studio/told-scams', module: 'pages/studio-told-scams.tsx', ...one, needsSession: true },
  // Its form publishes several pieces, one after the other.
  { pattern: '/studio/:kind', module: 'pages/studio-list.tsx', ...one, needsSession: true, isPatient: true },
  { pattern: '/studio/:kind/:piece', module: 'pages/studio-piece.tsx', ...one, needsSession: true },
  { pattern: '/studio/:kind/:piece/history', module: 'pages/studio-history.tsx', ...one, needsSession: true },
  { pattern: '/settings/privacy', module: 'pages/privacy-settings.tsx', ...everyone, isOnlineOnly: true },
  { pattern: '/login', module: 'pages/login.tsx', ...one, isForSigningIn: true, cost: 'signIn' },
  { pattern: '/signup', module: 'pages/signup.tsx', ...one, isForSigningIn: true, cost: 'signIn' },
  { pattern: '/forgot-password', module: 'pages/forgot-password.tsx', ...one, cost: 'signIn' },
  { pattern: '/signout', module: 'pages/signout.tsx', ...one, cost: 'free' },
  // Erasing or merging an account takes time in proportion to its data.
  { pattern: '/profile', module: 'pages/profile.tsx', ...one, needsSession: true, isPatient: true },
  { pattern: '/profile/questions', module: 'pages/my-questions.tsx', ...one, needsSession: true },
  { pattern: '/profile/complaints', module: 'pages/my-complaints.tsx', ...one, needsSession: true },
  { pattern: '/profile_built', module: 'pages/profile-built.tsx', ...one, needsSession: true },
  { pattern: '/offline', module: 'pages/offline.tsx', ...everyone },
]);
