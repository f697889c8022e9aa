import { expect, it } from 'vitest';
import { pageTable } from '../../page-table.ts';
import { kindOf } from './request-kind.server.ts';

it.each([
  ['GET', '/healthz', 'free'],
  ['GET', '/readyz', 'free'],
  ['POST', '/signout', 'free'],
  ['POST', '/api/auth/signout', 'free'],
  ['GET', '/api/auth/csrf', 'free'],
  ['GET', '/assets/a-1.js', 'free'],
  ['GET', '/media/a/b.mp4', 'free'],
  ['GET', '/sw.js', 'free'],
  ['POST', '/api/track/', 'beacon'],
  ['POST', '/api/auth/_log', 'beacon'],
  ['GET', '/search?q=pan', 'search'],
  ['POST', '/api/search/articles', 'search'],
  ['POST', '/api/article/search/v1', 'search'],
  ['GET', '/api/search/suggest?q=p', 'search'],
  ['GET', '/', 'page'],
  ['GET', '/article/research-on-search-MTA', 'page'],
  ['GET', '/api/article/12', 'reading'],
  ['GET', '/api/user/export', 'download'],
  ['POST', '/api/communities/question/12/comments', 'reading'],
  ['POST', '/api/article/recommended', 'reading'],
  ['GET', '/img/320/a.png.webp', 'picture'],
  ['GET', '/og/article-1001.jpg', 'picture'],
  ['GET', '/sitemap.xml', 'page'],
  ['POST', '/api/communities/question/create', 'writing'],
  ['DELETE', '/api/communities/comment/delete/1', 'writing'],
  ['GET', '/api/otp/send/phone/9876543210', 'signIn'],
  ['GET', '/hi/login', 'signIn'],
  ['POST', '/login', 'signIn'],
  ['POST', '/signup', 'signIn'],
  ['POST', '/api/auth/callback/credentials', 'signIn'],
  ['POST', '/api/user/otp/verify', 'signIn'],
  ['POST', '/api/provider-token/verify', 'signIn'],
  ['GET', '/api/auth/session', 'reading'],
  ['POST', '/contact', 'writing'],
  ['PATCH', '/api/user', 'writing'],
] as const)('%s %s is %s', (method, url, kind) => {
  expect(kindOf(method, url, pageTable)).toBe(kind);
});
