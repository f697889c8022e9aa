import { listOpenRules, countSchemes } from '../../features/schemes/schemes.queries.server.ts';
import { insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { type OpenDataModel, OpenDataView } from './open-data-view.tsx';
import { servedPage } from '../served-page.tsx';

export const loader = pageLoader(async ({ services, url }) => {
  const { config } = services;
  const { db } = services.connection;
  insistOn('/open-data', url);
  const [{ data, counts }, all] = await Promise.all([listOpenRules(db), countSchemes(db)]);
  const model: OpenDataModel = {
    all,
    counts,
    samples: data.filter(({ isSample }) => isSample).length,
    licence: config.dataLicence ?? null,
  };
  return { model, tags: ['articles'] };
});

export default servedPage(OpenDataView);
