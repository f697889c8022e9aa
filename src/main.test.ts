// @runs slow
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect as connectSocket, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresServer, templateFolder } from './testing/test-database.ts';
import { runProcess, runServer, serverEntry } from './testing/run-process.ts';
import { newFolder } from './testing/new-folder.ts';

const folders: string[] = [];
/** A data directory left by an earlier start, or (`fresh`) one that does not exist yet. */
async function dataDir(content: 'demo' | 'empty' | 'fresh'): Promise<string> {
  const folder = newFolder();
  folders.push(folder);
  const path = join(folder, 'data');
  if (content !== 'fresh') cpSync(await templateFolder(content), path, { recursive: true });
  return path;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const failing = async (env: Record<string, string>) => {
  const server = runProcess([serverEntry], { PORT: '0', PUBLIC_ORIGIN: 'http://localhost', ...env });
  const { status, afterMs } = await server.ends();
  return { status, afterMs, hasStack: /\n\s+at /.test(server.output()), output: server.output() };
};

function takenPort(): Promise<{ port: number; server: Server }> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () =>
      resolve({ server, port: (server.address() as { port: number }).port }),
    );
  });
}

// These start a process on PGlite whatever the suite runs on, so one run is enough.
describe.skipIf(postgresServer !== undefined)('a server with its data in PGlite', () => {
  it('listens, keeps a second process out, and ends soon, with 0, while somebody loads a film', async () => {
    const path = await dataDir('demo');
    const server = await runServer({ DATA_DIR: path, SMTP_HOST: 'mail.example' });
    expect(server.output()).toContain(`Data: ${path}. Stop with Ctrl+C.`);
    expect(server.output()).toMatch(/^SMTP_HOST: there is no such setting\. Did you mean/);
    // The first page may be refused (503) where the machine is busy with other work.
    await expect.poll(async () => (await fetch(`${server.origin}/`)).status).toBe(200);

    const second = await failing({ DATA_DIR: path });
    expect(second.status).toBe(1);
    expect(second.afterMs).toBeLessThan(30_000);
    expect(second.output).toContain('is in use by another Nagrik process');
    expect(second.hasStack).toBe(false);

    const film = readdirSync(join(path, 'media'), { recursive: true })
      .map(String)
      .find((name) => name.endsWith('.mp4') || name.endsWith('.webm')) as string;
    const { hostname, port } = new URL(server.origin);
    const slow = connectSocket(Number(port), hostname).on('error', () => {});
    slow.write(`GET /media/${film} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(slow, 'readable');
    const { status, afterMs } = await server.ends('SIGINT');
    slow.destroy();
    expect({ status, output: server.output() }).toMatchObject({ status: 0 });
    expect(afterMs).toBeLessThan(7_000);
  });

  it('starts again after it was killed, with what was there, and leaves nothing in the temporary folder', async () => {
    const path = await dataDir('demo');
    const temporary = newFolder();
    folders.push(temporary);
    const first = await runServer({ DATA_DIR: path, TMPDIR: temporary });
    const page = await (await fetch(`${first.origin}/feed.xml`)).text();
    expect((await first.ends('SIGKILL')).status).toBe('SIGKILL');
    const second = await runServer({ DATA_DIR: path, TMPDIR: temporary });
    expect(await (await fetch(`${second.origin}/feed.xml`)).text()).toBe(page);
    expect((await second.ends('SIGTERM')).status).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('makes the database anew where the first start was killed while it was made', async () => {
    const path = await dataDir('fresh');
    for (const afterMs of [0, 1_000]) {
      const killed = runProcess([serverEntry], { DATA_DIR: path, PORT: '0', PUBLIC_ORIGIN: 'http://localhost' });
      await killed.says('Database: PGlite');
      for (
        const until = performance.now() + 20_000;
        !existsSync(join(path, 'pglite/PG_VERSION')) && performance.now() < until;
      )
        await new Promise((resolve) => setTimeout(resolve, 10));
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await killed.ends('SIGKILL');
    }
    // A half-initialised database: some files exist, others do not yet.
    rmSync(join(path, 'pglite/global'), { recursive: true, force: true });
    writeFileSync(join(path, 'pglite.unfinished'), '');
    const server = await runServer({ DATA_DIR: path, SEED_SAMPLES: 'off' });
    expect((await fetch(`${server.origin}/`)).status).toBe(200);
    expect(existsSync(join(path, 'pglite.unfinished'))).toBe(false);
    await server.ends('SIGINT');
  }, 180_000);

  it("keeps its data to its owner, even where the directory was open before, and uses React's production build", async () => {
    const path = await dataDir('empty');
    chmodSync(path, 0o755);
    const tells = [
      '--import',
      'data:text/javascript,process.on("exit",()=>console.log("NODE_ENV is "+process.env.NODE_ENV))',
    ];
    const server = await runServer({ DATA_DIR: path, SEED_SAMPLES: 'off' }, tells);
    const modes = ['', 'auth-secret', 'pglite', 'media', 'control.sock'].map(
      (name) => lstatSync(join(path, name)).mode & 0o077,
    );
    await server.ends('SIGINT');
    expect(modes).toEqual([0, 0, 0, 0, 0]);
    expect(server.output()).toContain('NODE_ENV is production');
  });
});

describe.skipIf(postgresServer !== undefined)('a start that cannot be says why, without a stack', () => {
  const plainly = (message: string) => ({
    status: 1,
    hasStack: false,
    output: expect.stringContaining(message) as string,
  });

  it('the port is taken', async () => {
    const { server, port } = await takenPort();
    const result = await failing({ DATA_DIR: await dataDir('empty'), SEED_SAMPLES: 'off', PORT: String(port) });
    server.close();
    expect(result).toMatchObject(plainly(`Port ${port} is taken by another program.`));
  });

  it('others write into the data folder, wherever the database is', async () => {
    const shared = newFolder();
    folders.push(shared);
    chmodSync(shared, 0o1777);
    const elsewhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', AUTH_SECRET: 'sixteen-letters-or-more' };
    expect(await failing({ DATA_DIR: shared, ...elsewhere })).toMatchObject(
      plainly(`DATA_DIR: ${shared} cannot be used (other users write into it as well`),
    );
    expect(readdirSync(shared)).toEqual([]);
  });

  it('settings that do not fit, all of them at once', async () => {
    const result = await failing({
      DATA_DIR: await dataDir('fresh'),
      PUBLIC_ORIGIN: 'https://example.org',
      HOST: '0.0.0.0',
      PORT: '80000',
      DATABASE_URL: 'mysql://x',
      GA_MEASUREMENT_ID: 'x',
    });
    expect(result).toMatchObject(plainly('The settings do not fit:\nPORT: '));
    expect(result.output).toContain('DATABASE_URL: must be');
    expect(result.output).toContain('GA_MEASUREMENT_ID: must look like');
    expect(await failing({ DATA_DIR: await dataDir('fresh'), SMTP_ULR: 'smtp://127.0.0.1' })).toMatchObject(
      plainly('The settings do not fit:\nSMTP_ULR: there is no such setting.'),
    );
    expect(await failing({ DATA_DIR: await dataDir('fresh'), PUBLIC_ORIGIN: 'https://example.org' })).toMatchObject(
      plainly('AUTH_SECRET: required'),
    );
  });

  it('the database cannot be reached; its password is not repeated', async () => {
    const [closed, silent] = [await takenPort(), await takenPort()];
    await new Promise((resolve) => closed.server.close(resolve));
    // One of the three waits for its answer; the others load meanwhile.
    const [refused, unknown, unanswered] = await Promise.all(
      [
        `postgres://me:hunter2@127.0.0.1:${closed.port}/news`,
        'postgres://me@no-such-host.invalid/news',
        // A server that accepts connections but never responds.
        `postgres://me@127.0.0.1:${silent.port}/news`,
      ].map(async (DATABASE_URL) => failing({ DATA_DIR: await dataDir('fresh'), DATABASE_URL })),
    );
    silent.server.close();
    expect(refused).toMatchObject(
      plainly(`The database of DATABASE_URL (127.0.0.1:${closed.port}/news) does not answer.`),
    );
    expect(refused!.output).not.toContain('hunter2');
    expect(unknown).toMatchObject(plainly('has a host name that nobody knows.'));
    expect(unanswered).toMatchObject(plainly('does not answer.'));
  });

  it('the data directory is no directory', async () => {
    const path = await dataDir('fresh');
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '');
    expect(await failing({ DATA_DIR: path })).toMatchObject(plainly(`DATA_DIR: ${path} cannot be used`));
  });
});

describe.runIf(postgresServer !== undefined)('a server on PostgreSQL', () => {
  it('says so where the database is not there', async () => {
    const result = await failing({
      DATA_DIR: await dataDir('fresh'),
      DATABASE_URL: `${postgresServer}/nagrik_is_not_there`,
    });
    expect(result.output).toContain('does not exist. Make it first');
    expect(result.status).toBe(1);
  });
});
