import { sql } from 'drizzle-orm';
import type { Connection, Queryable } from '../../database/connect.server.ts';
import { siteBrand } from '../../database/schema.ts';
import { nameSite } from '../../messages/name-site.server.ts';
import type { Config } from './config.server.ts';
import type { PageServices } from '../page/page-services.server.ts';
import { logoOf, type Logos, readLogos } from './site-logo.server.ts';

/** What the site calls itself, and by which logos: the studio's where it has set them, else those of the settings. */
export type SiteBrand = {
  /** Undefined: the product's, in each language. */
  name: string | undefined;
  logos: Logos | undefined;
  isFromStudio: { name: boolean; logos: boolean };
};

const channel = 'brand_changed';
const retryMs = 1_000;

const storedBrand = async (db: Queryable) => (await db.select().from(siteBrand))[0];

/** For a command, which needs the name only. */
export async function nameSiteAsStored(db: Queryable, { organization }: Config): Promise<void> {
  nameSite((await storedBrand(db))?.name ?? organization.name);
}

async function readBrand(db: Queryable, { organization }: Config, ofSettings: Logos | undefined): Promise<SiteBrand> {
  const stored = await storedBrand(db);
  const [light, dark] = await Promise.all(
    [stored?.logo, stored?.logoDark].map(async (bytes) => {
      const logo = bytes ? await logoOf(bytes) : undefined;
      // Judged when it was set: one that another version cannot draw must not stop a start.
      return typeof logo === 'string' ? undefined : logo;
    }),
  );
  return {
    name: stored?.name ?? organization.name,
    logos: light ? { light, dark } : ofSettings,
    isFromStudio: { name: stored?.name != null, logos: light !== undefined },
  };
}

type Follow = { onChange(): void; onError(error: unknown): void };

/**
 * Names the site and shows its logos as the studio or the settings have them, now and after each change on any
 * instance. @returns stops it
 * @throws ConfigError where a logo of the settings cannot be shown
 */
export async function followBrand(services: PageServices, { onChange, onError }: Follow): Promise<() => void> {
  const { connection, config } = services;
  const ofSettings = await readLogos(config.organization);
  let isStopped = false;
  let reading = Promise.resolve();
  const read = async () => {
    services.brand = await readBrand(connection.db, config, ofSettings);
    nameSite(services.brand.name);
  };
  const readAgain = () =>
    (reading = reading
      .then(read)
      .then(onChange)
      .catch((error: unknown) => {
        if (isStopped) return;
        onError(error);
        setTimeout(readAgain, retryMs).unref();
      }));
  await connection.listen(channel, readAgain, readAgain);
  await (reading = reading.then(read));
  return () => {
    isStopped = true;
  };
}

/** As part of the commit, so that a process that dies after it leaves no instance with the old brand. */
export async function notifyBrandOnCommit(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, '')`);
}

/** Waits until every instance shows it. */
export const notifyBrand = (connection: Connection): Promise<void> => connection.notifyUntilHeard(channel, '');
