// @runs slow
import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startBalancer } from './testing/balancer.ts';
import { listenOn } from './testing/raw-request.ts';
import { runServer } from './testing/run-process.ts';
import { postgresServer, templateFolder } from './testing/test-database.ts';
import { newFolder } from './testing/new-folder.ts';
import { openTestApp } from './testing/open-test-app.ts';

describe('readiness', () => {
  const site = openTestApp({ content: 'demo' });
  let origin: string;
  beforeAll(async () => {
    origin = `http://127.0.0.1:${await listenOn(site.app)}`;
  });

  // PGlite cannot be altered by anyone else while a process holds it.
  it.skipIf(!postgresServer)('asks for every migration of this build', async () => {
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    await site.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
    const answer = await fetch(`${origin}/readyz`);
    await site.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  });

  it('ends when the site drains, while everything is served on and connections are given back', async () => {
    site.app.drain();
    expect((await fetch(`${origin}/readyz`)).status).toBe(503);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    await fetch(`${origin}/about`);
    for (const path of ['/about', '/api/tags', '/favicon.ico']) {
      const answer = await fetch(origin + path);
      expect([path, answer.status, answer.headers.get('connection')]).toEqual([path, 200, 'close']);
    }
  });
});

// It starts a process on PGlite whatever the suite runs on, so one run is enough.
describe.skipIf(postgresServer !== undefined)('SIGTERM under load, behind a proxy that asks who is ready', () => {
  const folder = newFolder();

  it('fails no request, and the process ends soon, with 0', { timeout: 150_000 }, async () => {
    cpSync(await templateFolder('demo'), join(folder, 'data'), { recursive: true });
    const leaving = await runServer({ DATA_DIR: join(folder, 'data'), DRAIN_SECONDS: '1' });
    const other = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const otherOrigin = `http://127.0.0.1:${(other.address() as { port: number }).port}`;
    const balancer = await startBalancer([leaving.origin, otherOrigin]);

    const failures: string[] = [];
    const over = new AbortController();
    const paths = ['/about', '/videos', '/favicon.ico', '/api/tags'];
    async function visit(path: string): Promise<void> {
      while (!over.signal.aborted) {
        const answer = await fetch(balancer.origin + path).then(
          async (response) => ({ status: response.status, text: await response.text() }),
          (error: Error) => ({ status: 0, text: error.message }),
        );
        if (answer.status !== 200) failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
    for (const path of paths)
      await vi.waitFor(async () => expect((await fetch(leaving.origin + path)).status).toBe(200), { timeout: 60_000 });
    const readers = paths.map(visit);
    await vi.waitFor(() => expect(balancer.served.get(leaving.origin) ?? 0).toBeGreaterThan(10), { timeout: 60_000 });
    const { status, afterMs } = await leaving.ends('SIGTERM');
    const servedMeanwhile = balancer.served.get(otherOrigin) ?? 0;
    await vi.waitFor(() => expect(balancer.served.get(otherOrigin) ?? 0).toBeGreaterThan(servedMeanwhile + 20), {
      timeout: 60_000,
    });
    over.abort();
    await Promise.all(readers);
    await balancer.close();
    other.close();

    expect(failures).toEqual([]);
    expect(status).toBe(0);
    expect(afterMs).toBeLessThan(30_000);
  });
});
