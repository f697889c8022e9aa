import { connect as connectSocket, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Connection } from '../database/connect.server.ts';
import { LockHeldError } from '../database/exclusive-lock.server.ts';
import { applyMigrations } from '../database/migrate.server.ts';
import { refuseDatabase } from '../database/refuse-database.server.ts';
import {
  databaseNow,
  describeDatabase,
  NoDatabase,
  noDatabase,
  readDatabasePlace,
  requireDatabase,
} from '../platform/settings/database-place.server.ts';
import { ConfigError, readConfig, type Config } from '../platform/settings/config.server.ts';
import { endQuietlyWhenNobodyReads, WrongUse, terminal } from '../platform/process/command.ts';
import { commands } from './commands.server.ts';
import { controlPath, messageOf, type ControlReply, type ControlRequest } from './control.server.ts';
import { refuseOtherSecret } from '../platform/settings/site-secret.server.ts';
import { nameSiteAsStored } from '../platform/settings/site-brand.server.ts';

/**
 * Runs a command of `commands`: on PostgreSQL in this process; on PGlite too, unless a running server holds the data
 * directory, which then runs it.
 * @returns the exit status
 */
export async function runCommand(name: string, args: string[]): Promise<number> {
  const command = commands[name]!;
  const place = readDatabasePlace();
  endQuietlyWhenNobodyReads();
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(`${command.help}\n\n${databaseNow(place)}`);
    return 0;
  }
  try {
    terminal.err(`Database: ${describeDatabase(place)}`);
    requireDatabase(place);
    const config = readConfig();
    if (config.databaseUrl)
      return await runHere(
        name,
        args,
        config,
        await connect({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, poolSize: 2 }),
      );
    return await runOnPglite(name, args, config);
  } catch (error) {
    terminal.err(error instanceof ConfigError || error instanceof NoDatabase ? error.message : messageOf(error));
    return error instanceof WrongUse || error instanceof NoDatabase ? 2 : 1;
  }
}

async function isASite({ pool }: Connection): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('public.articles') is not null as found`);
  return rows[0]?.found === true;
}

async function runOnPglite(name: string, args: string[], config: Config): Promise<number> {
  // A starting server holds the lock before its socket accepts commands: retry.
  for (let attempt = 0; ; attempt += 1) {
    const socket = await reachServer(config.dataDir);
    if (socket) return runInServer(socket, { command: name, args, cwd: process.cwd(), isTty: terminal.isTty });
    try {
      return await runHere(name, args, config, await connect({ dataDir: config.dataDir }));
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      if (attempt < 12) {
        await delay(500);
        continue;
      }
      terminal.err(
        `The data in ${config.dataDir} is in use by another Nagrik process that takes no commands: another import, or a server that is starting or stopping.\nWait until it is done (or stop it), then run this again. With PostgreSQL (DATABASE_URL) this cannot happen.`,
      );
      return 1;
    }
  }
}

async function runHere(name: string, args: string[], config: Config, connection: Connection): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    terminal.err(
      '\nStopping after this batch (Ctrl-C again: at once). What is done stays; run the same command to go on.',
    );
    stop.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    if (!(await isASite(connection))) throw new NoDatabase(noDatabase(readDatabasePlace()));
    await refuseDatabase(config.databaseUrl);
    await applyMigrations(connection);
    if (commands[name]!.needsSecret) await refuseOtherSecret(connection.db, config);
    await nameSiteAsStored(connection.db, config);
    return await commands[name]!.run(args, {
      connection,
      config,
      output: terminal,
      cwd: process.cwd(),
      signal: stop.signal,
      isInsideServer: false,
    });
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await connection.close();
  }
}

async function reachServer(dataDir: string): Promise<Socket | null> {
  let place: ReturnType<typeof controlPath> | undefined;
  try {
    place = controlPath(dataDir);
    const { path } = place;
    return await new Promise<Socket>((resolve, reject) => {
      const socket = connectSocket(path, () => resolve(socket));
      socket.once('error', reject);
    });
  } catch {
    return null;
  } finally {
    place?.release();
  }
}

async function runInServer(socket: Socket, request: ControlRequest): Promise<number> {
  let status: number | undefined;
  let isInterrupted = false;
  // The server notices the closed connection, and stops after the current batch.
  const stop = () => {
    isInterrupted = true;
    socket.destroy();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  socket.write(`${JSON.stringify(request)}\n`);
  const lines = createInterface({ input: socket, crlfDelay: Infinity });
  lines.on('line', (line) => {
    const reply = JSON.parse(line) as ControlReply;
    if ('out' in reply) terminal.out(reply.out);
    else if ('err' in reply) terminal.err(reply.err);
    else if ('progress' in reply) terminal.progress(reply.progress);
    else status = reply.exit;
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (status !== undefined) return status;
  if (isInterrupted) return request.args.includes('--watch') ? 0 : 130;
  terminal.err(
    'The server that ran this command stopped before it was done. Run it again: what is done is not done twice.',
  );
  return 1;
}
