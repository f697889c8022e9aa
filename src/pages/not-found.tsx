import { redirect } from 'react-router';
import { findRedirect } from '../features/articles/old-addresses.queries.server.ts';
import { notFound } from '../platform/errors.ts';
import { pageLoader } from '../platform/page-loader.server.ts';

// An old permalink goes to where the piece lives now; anything else is not here.
export const loader = pageLoader(
  async ({
    services: {
      connection: { db },
    },
    url,
  }) => {
    const target = await findRedirect(db, url.pathname);
    if (target !== null) throw redirect(target, 301);
    throw notFound('page');
  },
);

export default function NotFoundPage() {
  return null;
}
