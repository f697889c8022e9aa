import { ConfigError } from '../platform/settings/config.server.ts';
import { deliversNotifications } from './notifications.server.ts';

/** @throws ConfigError where the database's address keeps no session for each connection, as a pooler in transaction mode */
export async function refusePooler(databaseUrl: string | undefined, longest?: number): Promise<void> {
  if (databaseUrl !== undefined && !(await deliversNotifications(databaseUrl, longest)))
    throw new ConfigError(
      'DATABASE_URL: this is the address of a connection pooler in transaction mode. Locks and time limits are lost there, and other instances would go on showing what was taken down. Use a direct address, or a pooler in session mode.',
    );
}
