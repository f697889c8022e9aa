import { siteBrand } from '../../../database/schema.ts';
import { onEveryChange, queuePurges } from '../../../platform/cache/purge-queue.server.ts';
import { notifyBrand, notifyBrandOnCommit } from '../../../platform/settings/site-brand.server.ts';
import { brandFiles } from '../../syndication/draw-mark.server.ts';
import { actAs, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { noteAct } from '../pieces/pieces.queries.server.ts';
import { type Actor, admins } from '../studio.policy.ts';

type Change = Partial<Pick<typeof siteBrand.$inferInsert, 'name' | 'logo' | 'logoDark'>>;

// What caches in front hold for longer than a page.
const purged = [
  ...onEveryChange,
  '/scams.json',
  '/scams.xml',
  '/manifest.webmanifest',
  ...Object.keys(brandFiles).map((name) => `/${name}`),
];

/** Sets the site's name or logos; null takes them back, and the settings count again. On every instance at once. */
export async function setBrand(
  services: StudioServices,
  viewer: Actor,
  act: 'set_site_name' | 'end_site_name' | 'set_site_logo' | 'end_site_logo',
  change: Change,
): Promise<void> {
  await actAs(services, viewer, admins, async (tx, actor) => {
    await tx.insert(siteBrand).values(change).onConflictDoUpdate({ target: siteBrand.isOnly, set: change });
    await noteAct(tx, actor, act, { note: change.name });
    await queuePurges(tx, purged);
    await notifyBrandOnCommit(tx);
  });
  await notifyBrand(services.connection);
}
