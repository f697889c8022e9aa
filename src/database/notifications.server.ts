import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { BoundedClient } from './pool-bounds.server.ts';

type OnMessage = (message: string) => void;
/** A notification with a receipt begins with the channel on which its sender counts the receipts. */
const withReceipt = /^\?(heard_[0-9a-f]{16}) (.*)$/s;
/** Milliseconds to wait for receipts: an instance that is gone without closing its connection sends none. */
const longestWait = 1_000;

const listenerOf = (channel: string) => `nagrik listener ${channel}`.slice(0, 63);

const dedicated = (databaseUrl: string, name: string) =>
  new BoundedClient({
    connectionString: databaseUrl,
    application_name: name,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });

/** LISTEN on a connection of its own, which is made again when it breaks. */
export function keepListening(databaseUrl: string, channel: string, onMessage: OnMessage, onReconnect: () => void) {
  let stopped = false;
  let client: pg.Client | undefined;
  let isFirst = true;

  const start = async (): Promise<void> => {
    if (stopped) return;
    const mine = dedicated(databaseUrl, listenerOf(channel));
    client = mine;
    mine.on('notification', ({ payload = '' }) => {
      const [, receipt, message] = withReceipt.exec(payload) ?? [];
      onMessage(message ?? payload);
      if (receipt) mine.query(`select pg_notify($1, '')`, [receipt]).catch(() => {});
    });
    mine.on('end', () => {
      if (!stopped) setTimeout(() => void start().catch(() => {}), 500).unref();
    });
    try {
      await mine.connect();
      // Receipts hold no data: they wait for no disk and no standby.
      await mine.query('set synchronous_commit = off');
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await mine.end().catch(() => {});
      if (isFirst) throw error;
      return;
    }
    if (!isFirst) onReconnect();
    isFirst = false;
  };

  return {
    ready: start(),
    async stop() {
      stopped = true;
      await client?.end().catch(() => {});
    },
  };
}

/**
 * Runs `send` with a prefix for its message, and waits until every listener on the channel has handled it, for a second
 * at most.
 */
export async function untilHeard(
  databaseUrl: string,
  channel: string,
  send: (prefix: string) => Promise<void>,
): Promise<void> {
  const receipt = `heard_${randomBytes(8).toString('hex')}`;
  const client = dedicated(databaseUrl, 'nagrik receipts');
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`listen ${receipt}`);
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1`,
      [listenerOf(channel)],
    );
    let missing = rows[0]?.count ?? 0;
    const heard = new Promise<void>((resolve) => {
      client.on('notification', () => {
        missing -= 1;
        if (missing <= 0) resolve();
      });
      if (missing === 0) resolve();
      setTimeout(resolve, longestWait).unref();
    });
    await send(`?${receipt} `);
    await heard;
  } finally {
    await client.end().catch(() => {});
  }
}
