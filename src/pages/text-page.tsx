import { getTextPage } from '../features/textpages/textpages.queries.server.ts';
import { currentLanguage } from '../messages/catalogue.ts';
import { insistOnPiece, pageLoader } from '../platform/page-loader.server.ts';
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
    const key = url.pathname.split('/').at(-1)!;
    const { name: organization, grievanceOfficer, supportEmail } = config.organization;
    const page = await getTextPage(db, key, currentLanguage(), {
      organization,
      grievanceOfficer,
      supportEmail,
      origin: config.publicOrigin,
    });
    const versions = insistOnPiece(page, url);
    const model: TextPageModel = { path: page.canonicalUrl, ...page };
    return { model, versions, tags: ['pages', `page:${key}`] };
  },
);

export default function TextPage() {
  return <ServedPage view={TextPageView} />;
}
