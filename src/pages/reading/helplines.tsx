import { AllHelplines } from '../../features/helplines/all-helplines.tsx';
import { t } from '../../messages/messages.ts';
import { insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { servedPage } from '../served-page.tsx';

export const loader = pageLoader(async ({ url }) => {
  insistOn('/helplines', url);
  return { model: {}, tags: [] };
});

function HelplinesView() {
  const { heading, describe } = t.helplines;
  return (
    <div className="wrap pile slim">
      <PageHead title={t.site.titleOf(heading)} description={describe} path="/helplines" />
      <div className="intro">
        <Breadcrumbs crumbs={[{ name: heading }]} />
        <h1>{heading}</h1>
        <p className="soft">{describe}</p>
      </div>
      <AllHelplines />
    </div>
  );
}

export default servedPage(HelplinesView);
