import type { Queryable } from '../../database/connect.server.ts';
import { siteState } from '../../database/schema.ts';
import { keyedHash } from '../guard/derived-key.server.ts';
import { type Config, ConfigError } from './config.server.ts';
import { readState, writeState } from './site-state.server.ts';

type Secret = Pick<Config, 'authSecret'>;

/** One-way, and derived for this alone: it tells nothing of the keys that other uses derive. */
const checkOf = ({ authSecret }: Secret) => keyedHash(authSecret, 'check of the secret', 'site');

/** Whether the database was begun, or rotated to, another secret than that of the settings. */
export async function hasOtherSecret(db: Queryable, config: Secret): Promise<boolean> {
  const stored = await readState(db, 'secret');
  return stored !== undefined && stored.value !== checkOf(config);
}

/** @throws ConfigError where it is another one */
export async function refuseOtherSecret(db: Queryable, config: Secret): Promise<void> {
  if (await hasOtherSecret(db, config))
    throw new ConfigError(
      'AUTH_SECRET: this is not the secret of this database’s site (without the setting it is DATA_DIR/auth-secret). With another one, removals under seal and messages that wait could never be opened, and second factors, known browsers, notifications on phones and codes under way would end. Set the secret that the site had; or, to change it on purpose, set the new one and run: npm run rotate-secret',
    );
}

/** The first start on a database says whose it is; of several at once, one. @throws ConfigError for another secret */
export async function recordSecret(db: Queryable, config: Secret): Promise<void> {
  await db
    .insert(siteState)
    .values({ name: 'secret', value: checkOf(config) })
    .onConflictDoNothing();
  await refuseOtherSecret(db, config);
}

/** From now on the site's secret is that of the settings. @returns false where it was already */
export async function rotateSecret(db: Queryable, config: Secret): Promise<boolean> {
  const isOther = await hasOtherSecret(db, config);
  await writeState(db, 'secret', checkOf(config));
  return isOther;
}
