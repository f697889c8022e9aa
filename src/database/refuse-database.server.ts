import { ConfigError } from '../platform/settings/config.server.ts';
import { BoundedClient } from './pool-bounds.server.ts';
import { deliversNotifications } from './notifications.server.ts';

/**
 * @throws ConfigError where the database's address is a standby, or keeps no session for each connection, as a pooler
 * in transaction mode
 */
export async function refuseDatabase(databaseUrl: string | undefined, longest?: number): Promise<void> {
  if (databaseUrl === undefined) return;
  if (await isStandby(databaseUrl))
    throw new ConfigError(
      'DATABASE_URL: this is a standby, which takes no writes. Give the address of the primary; a standby may stand in DATABASE_REPLICA_URL.',
    );
  if (!(await deliversNotifications(databaseUrl, longest)))
    throw new ConfigError(
      'DATABASE_URL: this is the address of a connection pooler in transaction mode. Locks and time limits are lost there, and other instances would go on showing what was taken down. Use a direct address, or a pooler in session mode.',
    );
}

async function isStandby(connectionString: string): Promise<boolean> {
  const client = new BoundedClient({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
    return rows[0]!.is;
  } finally {
    await client.end();
  }
}
