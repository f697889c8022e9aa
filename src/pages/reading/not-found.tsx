import { redirect } from 'react-router';
import { findRedirect } from '../../features/articles/old-addresses.queries.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { pageLoader } from '../../platform/page/page-loader.server.ts';

// Old permalinks redirect to the item's current URL; anything else is a 404.
export const loader = pageLoader(async ({ services, url }) => {
  const { db } = services.connection;
  const target = await findRedirect(db, url.pathname);
  if (target !== null) throw redirect(target, 301);
  throw notFound('page');
});

export default function NotFoundPage() {
  return null;
}
