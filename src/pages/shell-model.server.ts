import type { CategoryLook } from '../features/categories/categories.contract.ts';
import { listCategories, mapCategoryLooks } from '../features/categories/categories.queries.server.ts';
import { getFeedRail } from '../features/feed/feed.queries.server.ts';
import type { RailModel } from '../features/feed/rail.tsx';
import { overdueHelplines } from '../features/publishing/checked-facts.ts';
import { mapFactChecks } from '../features/publishing/fact-checks.queries.server.ts';
import { listSchemeIds } from '../features/schemes/schemes.queries.server.ts';
import type { PageCache } from '../platform/page-cache.server.ts';
import type { PageServices } from '../platform/page-services.server.ts';
import type { Site } from '../ui/site-context.ts';
import type { FooterCategory } from './shell.tsx';
import { dayInIndia } from '../platform/indian-time.ts';

/** Model of the layout around every page. */
export type ShellModel = {
  categories: FooterCategory[];
  looks: ReadonlyMap<number, CategoryLook>;
  rail: RailModel;
  overdueHelplines: ReadonlyMap<string, string>;
  schemes: ReadonlySet<number>;
  site: Site | undefined;
};

const siteOf = ({
  publicOrigin,
  organization,
  analyticsId,
  adsenseClient,
  linkMobilePrompt,
  sessionPollSeconds,
}: PageServices['config']): Site => ({
  origin: publicOrigin,
  name: organization.name,
  logo: organization.logo,
  supportEmail: organization.supportEmail,
  analyticsId,
  adsenseClient,
  linkMobilePrompt,
  sessionPollSeconds,
});

export async function getShellModel(
  { config, clock, connection: { db } }: PageServices,
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
  return { ...shell, schemes, overdueHelplines: overdue, site: siteOf(config) };
}

/** Fallback for an unreachable database. */
export const bareShell = (config: PageServices['config']): ShellModel => ({
  categories: [],
  looks: new Map(),
  rail: { helplines: [], dates: [] },
  overdueHelplines: new Map(),
  schemes: new Set(),
  site: siteOf(config),
});
