import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { connect } from '../../src/database/connect.server.ts';
import { applyMigrations } from '../../src/database/migrate.server.ts';
import { readConfig } from '../../src/platform/settings/config.server.ts';
import type { PageServices } from '../../src/platform/page/page-services.server.ts';
import { join as joinSite, type Member } from '../../src/testing/join.ts';
import { nodeFlags, startEnvironment } from '../node-flags.ts';

export { ownFolder } from '../own-folder.ts';

export const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

export const secret = 'what-the-fault-scripts-sign-with-0001';

export type Site = {
  origin: string;
  child: ChildProcess;
  output(): string;
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Migrates a database and creates signed-in users; call it before the site starts. */
export async function makeMembers(
  settings: Record<string, string>,
  count: number,
  who: Parameters<typeof joinSite>[1] = {},
): Promise<Member[]> {
  const config = readConfig({ AUTH_SECRET: secret, PUBLIC_ORIGIN: 'http://localhost', ...settings });
  const connection = await connect({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
  try {
    await applyMigrations(connection);
    const services = { connection, config, clock: () => new Date() } as PageServices;
    const members: Member[] = [];
    while (members.length < count)
      members.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(8, count - members.length) }, () => joinSite(services, who)),
        )),
      );
    return members;
  } finally {
    await connection.close();
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs the site in a process of its own.
 * @param from another checkout's folder, with its own packages and build
 */
export async function startSite(
  settings: Record<string, string>,
  {
    from = root,
    entry = 'src/main.server.ts',
    attempts = 5,
  }: { from?: string; entry?: string; attempts?: number } = {},
): Promise<Site> {
  const child = spawn(process.execPath, [...nodeFlags, entry], {
    cwd: from,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...startEnvironment,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      PUBLIC_ORIGIN: 'http://localhost',
      LOG_LEVEL: 'error',
      SEED_SAMPLES: 'off',
      AUTH_SECRET: secret,
      ...settings,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-20_000);
    });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(() => void process.removeListener('exit', kill));
  while (!text.includes('Stop with Ctrl+C')) {
    // As systemd would: restart while the database does not accept connections yet.
    if (child.exitCode !== null && attempts > 1 && text.includes('does not answer'))
      return startSite(settings, { from, entry, attempts: attempts - 1 });
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The site did not start:\n${text}`);
    await wait(20);
  }
  const port = /here: http:\/\/[^)]*:(\d+)\)/.exec(text)?.[1] ?? settings.PORT;
  return {
    origin: `http://127.0.0.1:${port}`,
    child,
    output: () => text,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

export type Answer = { status: number; afterMs: number; body: unknown };

/** Sends one request; status 0 where no response came. */
export async function call(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const startedAt = performance.now();
  try {
    const answer = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      afterMs: performance.now() - startedAt,
      body: (answer.headers.get('content-type') ?? '').includes('json') ? (JSON.parse(text) as unknown) : text,
    };
  } catch {
    return { status: 0, afterMs: performance.now() - startedAt, body: null };
  }
}
