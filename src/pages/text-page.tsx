import { getTextPage } from '../features/textpages/textpages.queries.server.ts';
import { insistOn, pageLoader } from '../platform/page-loader.server.ts';
import { ServedPage } from './served-page.tsx';
import { type TextPageModel, TextPageView } from './text-page-view.tsx';

export const loader = pageLoader(
  async ({
    services: {
      connection: { db },
      config,
    },
    url,
  }) => {
    const key = url.pathname.replaceAll('/', '');
    insistOn(`/${key}`, url);
    const { name: organization, grievanceOfficer, supportEmail } = config.organization;
    const page = await getTextPage(db, key, {
      organization,
      grievanceOfficer,
      supportEmail,
      origin: config.publicOrigin,
    });
    const model: TextPageModel = { path: `/${key}`, ...page };
    return { model, tags: ['pages', `page:${key}`] };
  },
);

export default function TextPage() {
  return <ServedPage view={import.meta.env.SSR && TextPageView} />;
}
