import { createServer, type Server, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';

const sslRequest = 80877103;
const cancelRequest = 80877102;
const codes = (letters: string) => new Set(Buffer.from(letters));
// Parse, Bind, Describe, Execute, Close: PostgreSQL answers them at the Sync or Flush that follows.
const unfinished = codes('PBDEC');
const terminate = 'X'.charCodeAt(0);
const writtenAt = 64 * 1024;

/**
 * Where the first query ends, with all of its messages; 0 while some are still to come.
 * @throws Error for a length that no message has
 */
export function endOfQuery(bytes: Buffer): number {
  for (let at = 0; at + 5 <= bytes.length;) {
    const length = bytes.readInt32BE(at + 1);
    if (length < 4) throw new Error('Not the protocol of PostgreSQL.');
    const next = at + 1 + length;
    if (next > bytes.length) return 0;
    if (!unfinished.has(bytes[at]!)) return next;
    at = next;
  }
  return 0;
}

type Work = { connection: Connection; message: Buffer };
type Connection = { socket: Socket; received: Buffer; hasStarted: boolean };

/**
 * Serves PGlite on a Unix socket. The messages of a query (five as a rule) run as one call and are answered with one
 * write. While a transaction is open, other connections wait.
 */
export function createPgliteServer(db: PGlite): Server {
  const queue: Work[] = [];
  let isWorking = false;
  /** The connection that holds the open transaction. */
  let holder: Connection | null = null;

  function take(): Work | undefined {
    const at = holder === null ? 0 : queue.findIndex(({ connection }) => connection === holder);
    return at === -1 ? undefined : queue.splice(at, 1)[0];
  }

  // PGlite has one session: everything goes through this queue.
  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = take(); next; next = take()) {
      const { connection, message } = next;
      await run(connection.socket, message);
      holder = db.isInTransaction() ? connection : null;
      if (connection.socket.destroyed) await rollBack();
    }
    isWorking = false;
  }

  async function run(socket: Socket, message: Buffer): Promise<void> {
    let parts: Uint8Array[] = [];
    let size = 0;
    const send = () => {
      if (size > 0 && socket.writable) socket.write(Buffer.concat(parts));
      parts = [];
      size = 0;
    };
    await db.runExclusive(() =>
      db.execProtocolRawStream(message, {
        onRawData: (bytes) => {
          // A view into memory that the next bytes overwrite.
          parts.push(bytes.slice());
          size += bytes.length;
          if (size >= writtenAt) send();
        },
      }),
    );
    send();
  }

  async function gone(connection: Connection): Promise<void> {
    for (let at = queue.length - 1; at >= 0; at -= 1) if (queue[at]!.connection === connection) queue.splice(at, 1);
    if (holder !== connection || isWorking) return;
    await rollBack();
    await work();
  }

  async function rollBack(): Promise<void> {
    try {
      if (holder !== null) await db.exec('rollback');
    } catch (error) {
      // Where the database is closed meanwhile, what was open ends with it.
      if (server.listening) throw error;
    }
    holder = null;
  }

  /** The exchange before the first message, without type bytes. @returns whether it is over */
  function start(connection: Connection): boolean {
    const { socket } = connection;
    while (connection.received.length >= 8) {
      const length = connection.received.readInt32BE(0);
      const code = connection.received.readInt32BE(4);
      if (connection.received.length < length) return false;
      const message = connection.received.subarray(0, length);
      connection.received = connection.received.subarray(length);
      if (code === sslRequest) socket.write('N');
      // Not supported by PGlite.
      else if (code === cancelRequest) socket.end();
      else {
        connection.hasStarted = true;
        queue.push({ connection, message });
        return true;
      }
    }
    return false;
  }

  const server = createServer((socket) => {
    const connection: Connection = { socket, received: Buffer.alloc(0), hasStarted: false };
    socket.on('data', (chunk) => {
      const { received } = connection;
      connection.received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (!connection.hasStarted && !start(connection)) return;
      for (let end = endOfQuery(connection.received); end > 0; end = endOfQuery(connection.received)) {
        const message = connection.received.subarray(0, end);
        connection.received = connection.received.subarray(end);
        if (message[0] === terminate) return void socket.end();
        queue.push({ connection, message });
      }
      void work();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => void gone(connection));
  });
  return server;
}
