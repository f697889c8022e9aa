import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Connection } from '../database/connect.server.ts';
import { AppError } from '../platform/wire/errors.ts';
import type { Config } from '../platform/settings/config.server.ts';
import { socketFolder } from '../platform/http/socket-folder.server.ts';
import { WrongUse } from '../platform/process/command.ts';

// PGlite allows one process. Beside a running server, a command's process sends its arguments over a Unix socket in
// DATA_DIR (mode 0700) to the server, which runs the command and streams its output back.

export type ControlRequest = { command: string; args: string[]; cwd: string; isTty: boolean };
export type ControlReply = { out: string } | { err: string } | { progress: string } | { exit: number };

export function controlPath(dataDir: string): { path: string; release(): void } {
  const folder = socketFolder(dataDir);
  return { path: join(folder.path, 'control.sock'), release: folder.release };
}

/**
 * Starts accepting commands. Call it once the server holds the data directory's lock; `close` before closing the
 * connection.
 */
export async function startControl(connection: Connection, config: Config): Promise<{ close(): Promise<void> }> {
  if (connection.kind !== 'pglite') return { close: async () => {} };
  const running = new Map<AbortController, Promise<void>>();
  const server = createServer((socket) => {
    const stop = new AbortController();
    running.set(
      stop,
      answer(socket, connection, config, stop)
        .catch(() => void socket.destroy())
        .finally(() => running.delete(stop)),
    );
  });
  // We hold the lock, so an existing socket is a leftover of a dead process.
  rmSync(join(config.dataDir, 'control.sock'), { force: true });
  const place = controlPath(config.dataDir);
  await listen(server, place.path);
  chmodSync(join(config.dataDir, 'control.sock'), 0o600);
  return {
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      const work = [...running.values()];
      for (const stop of running.keys()) stop.abort();
      await Promise.all([closed, ...work]);
      rmSync(join(config.dataDir, 'control.sock'), { force: true });
      place.release();
    },
  };
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });

async function answer(socket: Socket, connection: Connection, config: Config, stop: AbortController): Promise<void> {
  const send = (reply: ControlReply) => void (socket.writable && socket.write(`${JSON.stringify(reply)}\n`));
  socket.on('error', () => stop.abort());
  socket.on('close', () => stop.abort());
  const request = await firstLine(socket, stop.signal);
  if (request) {
    const status = await runCommandIn(request, connection, config, stop.signal, send);
    send({ exit: status });
  }
  await new Promise<void>((resolve) => socket.end(() => resolve()));
  socket.destroy();
}

async function firstLine(socket: Socket, signal: AbortSignal): Promise<ControlRequest | null> {
  const lines = createInterface({ input: socket, crlfDelay: Infinity });
  const line = await new Promise<string | null>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(null));
    signal.addEventListener('abort', () => resolve(null));
  });
  // Closing readline pauses the socket, and a paused socket emits no event when the other end closes.
  lines.close();
  socket.resume();
  return line === null ? null : (JSON.parse(line) as ControlRequest);
}

async function runCommandIn(
  request: ControlRequest,
  connection: Connection,
  config: Config,
  signal: AbortSignal,
  send: (reply: ControlReply) => void,
): Promise<number> {
  const output = {
    isTty: request.isTty,
    out: (out: string) => send({ out }),
    err: (err: string) => send({ err }),
    progress: (progress: string) => send({ progress }),
  };
  // Lazy import: the importers must not slow down the server's start.
  const { commands } = await import('./commands.server.ts');
  const command = Object.hasOwn(commands, request.command) ? commands[request.command]! : null;
  if (!command) {
    output.err(`The running server does not know the command ${request.command}. Is it an older version? Restart it.`);
    return 1;
  }
  try {
    return await command.run(request.args, {
      connection,
      config,
      output,
      cwd: request.cwd,
      signal,
      isInsideServer: true,
    });
  } catch (error) {
    if (signal.aborted) return 130;
    output.err(messageOf(error));
    return error instanceof WrongUse ? 2 : 1;
  }
}

/** One sentence for the operator; unforeseen errors keep their own message. */
export function messageOf(error: unknown): string {
  if (error instanceof WrongUse) return `${error.message}\nSee --help.`;
  if (error instanceof AppError) return error.message;
  const deepest = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return `It failed: ${deepest instanceof Error ? deepest.message : String(deepest)}`;
}
