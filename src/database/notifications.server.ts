import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { BoundedClient } from './pool-bounds.server.ts';

type OnMessage = (message: string) => unknown;
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

/** How often an instance sends itself a heartbeat, and how many of them a listener may miss in a row. */
const beatMs = 2_000;
const mostMissed = 3;

/** Notifications of this instance to itself, which come as another's would; `sent` counts those that went out. */
export type Heartbeat = { channel: string; sent: number };

/** @returns stops it @param onBeat runs after each that went out */
export function startHeartbeat(
  beat: Heartbeat,
  send: (channel: string, payload: string) => Promise<unknown>,
  onBeat: () => void,
): () => void {
  const timer = setInterval(() => {
    send(beat.channel, String(beat.sent + 1)).then(
      () => {
        beat.sent += 1;
        onBeat();
      },
      // Without the database nothing can be heard, and readiness fails by itself.
      () => {},
    );
  }, beatMs).unref();
  return () => clearInterval(timer);
}

/** LISTEN on a connection of its own, which is made again when it breaks, or hears no heartbeat. */
export function keepListening(
  databaseUrl: string,
  channel: string,
  onMessage: OnMessage,
  onReconnect: () => void,
  beat: Heartbeat,
) {
  let stopped = false;
  let client: BoundedClient | undefined;
  let isFirst = true;
  /** The last heartbeat that arrived, and the last one sent before this connection. */
  let received = beat.sent;
  let connectedAt = beat.sent;

  const start = async (): Promise<void> => {
    if (stopped) return;
    const mine = dedicated(databaseUrl, listenerOf(channel));
    client = mine;
    let last: Promise<unknown> = Promise.resolve();
    mine.on('notification', ({ channel: on, payload = '' }) => {
      if (on === beat.channel) return void (received = Number(payload));
      const [, receipt, message] = withReceipt.exec(payload) ?? [];
      const handled = onMessage(message ?? payload);
      if (receipt)
        last = last
          .then(() => handled)
          .then(() => mine.query(`select pg_notify($1, '')`, [receipt]))
          .catch(() => {});
    });
    mine.on('end', () => {
      if (!stopped) setTimeout(() => void start().catch(() => {}), 500).unref();
    });
    try {
      await mine.connect();
      // Receipts hold no data: they wait for no disk and no standby.
      await mine.query('set synchronous_commit = off');
      await mine.query(`listen ${pg.escapeIdentifier(channel)}; listen ${beat.channel}`);
    } catch (error) {
      await mine.end().catch(() => {});
      if (isFirst) throw error;
      return;
    }
    connectedAt = beat.sent;
    if (!isFirst) onReconnect();
    isFirst = false;
  };

  return {
    channel,
    ready: start(),
    hears: () => beat.sent - received < mostMissed,
    /** A connection that hears nothing, though it may look whole, is replaced. */
    checkConnection(): void {
      if (beat.sent - Math.max(received, connectedAt) < mostMissed) return;
      connectedAt = beat.sent;
      client?.breakOff();
    },
    async stop() {
      stopped = true;
      await client?.end().catch(() => {});
    },
  };
}

/**
 * Whether a notification reaches an idle listener at this address. Behind a pooler in transaction mode none does, and
 * session locks and timeouts are lost there as well.
 * @param longest milliseconds to wait for the notification
 */
export async function deliversNotifications(databaseUrl: string, longest = 5_000): Promise<boolean> {
  const channel = `nagrik_probe_${randomBytes(8).toString('hex')}`;
  const [listener, sender] = [dedicated(databaseUrl, 'nagrik probe'), dedicated(databaseUrl, 'nagrik probe')];
  const arrival = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => arrival.resolve(false), longest);
  listener.on('notification', () => arrival.resolve(true));
  try {
    await Promise.all([listener.connect(), sender.connect()]);
    await listener.query(`listen ${channel}`);
    await sender.query('select pg_notify($1, $2)', [channel, '']);
    return await arrival.promise;
  } finally {
    clearTimeout(timer);
    await Promise.all([listener, sender].map((client) => client.end().catch(() => {})));
  }
}

/** How long nobody waits for a listener that gave no receipt in time; one late receipt ends it. */
const silence = 60_000;
/** A receipt that comes late is met for so long: its listener was slow, and is not gone. */
const late = 5_000;

type Waiting = { missing: Set<number>; onHeard(): void };

/**
 * Counts, on one connection of this process, which listeners have handled a notification. A listener whose host is gone
 * stays in pg_stat_activity for hours: it delays one notification a minute, not each.
 */
export function countReceipts(databaseUrl: string) {
  let connection: Promise<pg.Client> | undefined;
  const waiting = new Map<string, Waiting>();
  let last: Promise<unknown> = Promise.resolve();
  /** One query after another: acts of several people share the connection. */
  function ask<Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []) {
    const answer = last.then(() => client.query<Row>(text, values));
    last = answer.catch(() => {});
    return answer;
  }
  /** Server process of a listener -> until when nobody waits for it. */
  const silent = new Map<number, number>();

  async function open(): Promise<pg.Client> {
    const client = dedicated(databaseUrl, 'nagrik receipts');
    client.on('notification', ({ channel, processId }) => {
      silent.delete(processId);
      const one = waiting.get(channel);
      if (one?.missing.delete(processId) && one.missing.size === 0) one.onHeard();
    });
    const forget = () => {
      if (connection === mine) connection = undefined;
      for (const one of waiting.values()) one.onHeard();
    };
    client.on('end', forget);
    const mine = client.connect().then(() => client);
    connection = mine;
    mine.catch(forget);
    return mine;
  }

  return {
    /**
     * Runs `send` with a prefix for its message, and then waits until every listener on the channel has handled it, for
     * a second at most.
     */
    async untilHeard(channel: string, send: (prefix: string) => Promise<void>): Promise<void> {
      const receipt = `heard_${randomBytes(8).toString('hex')}`;
      const client = await (connection ?? open());
      await ask(client, `listen ${receipt}`);
      const { rows } = await ask<{ pid: number }>(
        client,
        `select pid from pg_stat_activity where datname = current_database() and application_name = $1`,
        [listenerOf(channel)],
      );
      const now = Date.now();
      for (const [pid, until] of silent) if (until <= now) silent.delete(pid);
      const awaited = rows.map(({ pid }) => pid).filter((pid) => !silent.has(pid));
      const missing = new Set(awaited);
      const { promise: received, resolve: onReceived } = Promise.withResolvers<void>();
      waiting.set(receipt, { missing, onHeard: onReceived });
      let timer: NodeJS.Timeout | undefined;
      try {
        await send(`?${receipt} `);
        // Only who was told can be silent: not while the message waits for a connection, nor when this one breaks.
        timer = setTimeout(() => {
          for (const pid of missing) silent.set(pid, Date.now() + silence);
          onReceived();
        }, longestWait);
        timer.unref();
        if (missing.size === 0) onReceived();
        await received;
      } finally {
        clearTimeout(timer);
        const end = () => {
          waiting.delete(receipt);
          ask(client, `unlisten ${receipt}`).catch(() => {});
        };
        if (awaited.length === rows.length && missing.size === 0) end();
        else setTimeout(end, late).unref();
      }
    },
    async stop(): Promise<void> {
      await (await connection?.catch(() => undefined))?.end().catch(() => {});
    },
  };
}
