import { createPageTable, type Page } from './platform/page/page-table.ts';
import { fixedTextPages } from './platform/page/text-page-path.ts';

const everyone = { audience: 'everyone' } as const;
const one = { audience: 'one' } as const;
const me = { ...one, place: 'me' } as const;
const mine = { ...me, needsSession: true } as const;
const list = ['page', 'kind'];

/**
 * Every page, in order. Routes, cache keys, admission control, the service worker and the browser's code derive from
 * it. Any other path is an old permalink (pages/reading/not-found.tsx) or a 404.
 */
export const pageTable = createPageTable([
  // `p` and `page_id`: old WordPress permalinks.
  { pattern: '/', module: 'pages/reading/home.tsx', ...everyone, place: 'home', parameters: ['p', 'page_id'] },
  {
    pattern: '/category/:key',
    module: 'pages/reading/category.tsx',
    ...everyone,
    place: 'categories',
    parameters: [...list, 'state', 'for'],
  },
  { pattern: '/tags', module: 'pages/reading/tags.tsx', ...everyone, place: 'categories', parameters: ['page'] },
  { pattern: '/tag/:key', module: 'pages/reading/tag.tsx', ...everyone, parameters: list },
  { pattern: '/author/:key', module: 'pages/reading/author.tsx', ...everyone, parameters: ['page'] },
  { pattern: '/article/:key', module: 'pages/reading/article.tsx', ...everyone },
  { pattern: '/video/:key', module: 'pages/reading/video.tsx', ...everyone, place: 'videos' },
  {
    pattern: '/videos',
    module: 'pages/reading/videos.tsx',
    ...everyone,
    place: 'videos',
    parameters: ['page', 'category'],
  },
  { pattern: '/webstory/:slug', module: 'pages/reading/webstory.tsx', ...everyone, isStandalone: true },
  {
    pattern: '/search',
    module: 'pages/reading/search.tsx',
    ...everyone,
    place: 'search',
    parameters: ['q', 'page', 'kind', 'category', 'exact'],
    cost: 'search',
    isOnlineOnly: true,
  },
  ...[...fixedTextPages.map((name) => `/${name}`), '/page/:slug'].map((pattern): Page => ({
    pattern,
    module: 'pages/reading/text-page.tsx',
    ...everyone,
  })),
  {
    pattern: '/check',
    module: 'pages/errands/check.tsx',
    ...everyone,
    stylesFirst: true,
    takesShares: true,
    runsWasm: true,
  },
  { pattern: '/check/tell', module: 'pages/errands/check-report.tsx', ...everyone, isOnlineOnly: true },
  {
    pattern: '/papers',
    module: 'pages/errands/papers.tsx',
    ...everyone,
    parameters: ['errand', 'age', 'state', 'married', 'home'],
    repeated: ['errand'],
  },
  {
    pattern: '/papers/:slug',
    module: 'pages/errands/papers.tsx',
    ...everyone,
    parameters: ['age', 'state', 'married', 'home'],
  },
  { pattern: '/helped', module: 'pages/errands/helped.tsx', ...one },
  { pattern: '/helplines', module: 'pages/reading/helplines.tsx', ...everyone },
  { pattern: '/open-data', module: 'pages/reading/open-data.tsx', ...everyone },
  { pattern: '/letters', module: 'pages/errands/letters.tsx', ...everyone },
  { pattern: '/letters/:slug', module: 'pages/errands/letter.tsx', ...everyone },
  { pattern: '/grievance', module: 'pages/errands/grievance.tsx', ...everyone },
  { pattern: '/contact', module: 'pages/errands/contact.tsx', ...everyone, parameters: ['about', 'sent'] },
  { pattern: '/refer/:cta', module: 'pages/errands/refer.tsx', ...one },
  { pattern: '/cart', module: 'pages/errands/cart.tsx', ...one },
  { pattern: '/find-schemes', module: 'pages/errands/find-schemes.tsx', ...one, usesReact: true, keepsAnswer: true },
  {
    pattern: '/community',
    module: 'pages/community/community.tsx',
    ...everyone,
    place: 'community',
    parameters: ['filter', 'category', 'tag', 'page'],
  },
  {
    pattern: '/community/question/:key',
    module: 'pages/community/question.tsx',
    ...everyone,
    place: 'community',
    parameters: ['filter', 'category', 'tag', 'page', 'answer'],
  },
  { pattern: '/community/ask', module: 'pages/community/ask.tsx', ...one, place: 'community' },
  { pattern: '/community/post/:key', module: 'pages/community/one-post.tsx', ...one, place: 'community' },
  {
    pattern: '/community/answer/:key/history',
    module: 'pages/community/answer-history.tsx',
    ...everyone,
    place: 'community',
    parameters: ['page'],
  },
  { pattern: '/follow', module: 'pages/community/follow.tsx', ...mine },
  { pattern: '/notifications', module: 'pages/community/notifications.tsx', ...mine },
  { pattern: '/newsletter', module: 'pages/community/newsletter.tsx', ...everyone, parameters: ['sent'] },
  { pattern: '/newsletter/mine', module: 'pages/community/newsletter-mine.tsx', ...one },
  { pattern: '/unsubscribe', module: 'pages/community/unsubscribe.tsx', ...me },
  { pattern: '/moderation/log', module: 'pages/community/moderation-log.tsx', ...mine },
  { pattern: '/moderation', module: 'pages/community/moderation.tsx', ...mine },
  { pattern: '/studio', module: 'pages/studio/studio.tsx', ...mine, usesReact: true },
  { pattern: '/preview/:slug', module: 'pages/reading/preview.tsx', ...one },
  { pattern: '/studio/people', module: 'pages/studio/studio-people.tsx', ...mine },
  { pattern: '/studio/helpers', module: 'pages/studio/studio-helpers.tsx', ...mine, isPatient: true, takesFiles: true },
  { pattern: '/studio/site', module: 'pages/studio/studio-site.tsx', ...mine, isPatient: true, takesFiles: true },
  { pattern: '/studio/complaints', module: 'pages/studio/studio-complaints.tsx', ...mine },
  { pattern: '/studio/complaints/:piece', module: 'pages/studio/studio-complaint.tsx', ...mine },
  { pattern: '/studio/moderation', module: 'pages/studio/studio-moderation.tsx', ...mine },
  { pattern: '/studio/moderation/appeals', module: 'pages/studio/studio-moderation-appeals.tsx', ...mine },
  { pattern: '/studio/moderation/log', module: 'pages/studio/studio-moderation-log.tsx', ...mine },
  { pattern: '/studio/moderation/people/:key', module: 'pages/studio/studio-moderation-person.tsx', ...mine },
  // A file is judged, stored or erased.
  { pattern: '/studio/media', module: 'pages/studio/studio-media.tsx', ...mine, isPatient: true },
  { pattern: '/studio/imports', module: 'pages/studio/studio-imports.tsx', ...mine, isPatient: true },
  { pattern: '/studio/freshness', module: 'pages/studio/studio-freshness.tsx', ...mine },
  { pattern: '/studio/questions', module: 'pages/studio/studio-questions.tsx', ...mine },
  { pattern: '/studio/searches', module: 'pages/studio/studio-searches.tsx', ...mine },
  { pattern: '/studio/words', module: 'pages/studio/studio-words.tsx', ...mine },
  { pattern: '/studio/newsletters', module: 'pages/studio/studio-newsletters.tsx', ...mine },
  { pattern: '/studio/newsletters/:piece', module: 'pages/studio/studio-newsletter.tsx', ...mine },
  { pattern: '/studio/told-scams', module: 'pages/studio/studio-reported-scams.tsx', ...mine },
  // Its form publishes several pieces, one after the other.
  { pattern: '/studio/:kind', module: 'pages/studio/studio-list.tsx', ...mine, isPatient: true },
  { pattern: '/studio/:kind/:piece', module: 'pages/studio/studio-piece.tsx', ...mine, usesReact: true },
  { pattern: '/studio/:kind/:piece/history', module: 'pages/studio/studio-history.tsx', ...mine },
  { pattern: '/settings/privacy', module: 'pages/account/privacy-settings.tsx', ...everyone, isOnlineOnly: true },
  { pattern: '/login', module: 'pages/account/login.tsx', ...me, isForSigningIn: true, cost: 'signIn' },
  { pattern: '/signup', module: 'pages/account/signup.tsx', ...me, isForSigningIn: true, cost: 'signIn' },
  { pattern: '/forgot-password', module: 'pages/account/forgot-password.tsx', ...me, cost: 'signIn' },
  { pattern: '/signout', module: 'pages/account/signout.tsx', ...me, cost: 'free' },
  // Erasing or merging an account takes time in proportion to its data.
  { pattern: '/profile', module: 'pages/account/profile.tsx', ...mine, isPatient: true },
  { pattern: '/profile/questions', module: 'pages/community/my-questions.tsx', ...mine },
  { pattern: '/profile/complaints', module: 'pages/errands/my-complaints.tsx', ...mine },
  { pattern: '/profile_built', module: 'pages/account/profile-built.tsx', ...mine },
  { pattern: '/offline', module: 'pages/offline.tsx', ...everyone },
]);
