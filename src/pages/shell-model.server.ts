import type { CategoryLook } from '../features/categories/categories.contract.ts';
import { listCategories, mapCategoryLooks } from '../features/categories/categories.queries.server.ts';
import { getFeedRail } from '../features/feed/feed.queries.server.ts';
import type { RailModel } from '../features/feed/rail.tsx';
import { overdueHelplines } from '../features/publishing/checked-facts.ts';
import { mapFactChecks } from '../features/publishing/fact-checks.queries.server.ts';
import { listSchemeIds } from '../features/schemes/schemes.queries.server.ts';
import type { PageCache } from '../platform/cache/page-cache.server.ts';
import type { PageServices } from '../platform/page/page-services.server.ts';
import type { ShownLogo, Site } from '../ui/site-context.ts';
import type { FooterCategory } from './shell.tsx';
import { dayInIndia } from '../platform/process/indian-time.ts';

/** Model of the layout around every page. */
export type ShellModel = {
  categories: FooterCategory[];
  looks: ReadonlyMap<number, CategoryLook>;
  rail: RailModel;
  overdueHelplines: ReadonlyMap<string, string>;
  schemes: ReadonlySet<number>;
  site: Site | undefined;
};

const shown = ({ src, width, height }: ShownLogo): ShownLogo => ({ src, width, height });
/** Without the bytes. */
export const shownLogos = (logos: Site['logos']): Site['logos'] =>
  logos && { light: shown(logos.light), dark: logos.dark && shown(logos.dark) };

const siteOf = ({
  config: { publicOrigin, organization, analyticsId, adsenseClient, linkMobilePrompt, sessionPollSeconds },
  brand,
}: Pick<PageServices, 'config' | 'brand'>): Site => ({
  origin: publicOrigin,
  logos: shownLogos(brand?.logos),
  hasOwnName: brand?.name !== undefined,
  supportEmail: organization.supportEmail,
  analyticsId,
  adsenseClient,
  linkMobilePrompt,
  sessionPollSeconds,
});

export async function getShellModel(
  { config, brand, clock, connection: { db } }: PageServices,
  remember: PageCache['remember'],
): Promise<ShellModel> {
  const [shell, schemes, overdue] = await Promise.all([
    remember('shell', ['categories', 'feed'], async () => {
      const [categories, looks, rail] = await Promise.all([listCategories(db), mapCategoryLooks(db), getFeedRail(db)]);
      return { categories, looks, rail };
    }),
    remember('scheme-ids', ['articles'], () => listSchemeIds(db)),
    remember('overdue-helplines', ['facts'], async () =>
      overdueHelplines(dayInIndia(clock()), await mapFactChecks(db)),
    ),
  ]);
  return { ...shell, schemes, overdueHelplines: overdue, site: siteOf({ config, brand }) };
}

/** Fallback for an unreachable database. */
export const bareShell = (services: Pick<PageServices, 'config' | 'brand'>): ShellModel => ({
  categories: [],
  looks: new Map(),
  rail: { helplines: [], dates: [] },
  overdueHelplines: new Map(),
  schemes: new Set(),
  site: siteOf(services),
});
