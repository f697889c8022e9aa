// @runs slow, on both databases
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, wait } from '../../../bench/faults/site.ts';
import { connect } from '../../database/connect.server.ts';
import { readConfig } from '../../platform/settings/config.server.ts';
import { watchBackups } from './watch-backups.server.ts';
import { startWriters } from '../../../bench/faults/writers.ts';
import { prepareSite } from '../../testing/process-site.ts';
import { runProcess, runServer } from '../../testing/run-process.ts';
import { postgresServer } from '../../testing/test-database.ts';

let site: Awaited<ReturnType<typeof prepareSite>>;
let backups: string;
beforeAll(async () => {
  site = await prepareSite(12);
  backups = join(site.dataDir, 'backups');
  mkdirSync(join(site.dataDir, 'media'), { recursive: true });
  writeFileSync(join(site.dataDir, 'media/picture.webp'), 'a picture');
});
afterAll(() => site.close());

const pathOf = (name: string) => join(backups, name);
const finished = () => (existsSync(backups) ? readdirSync(backups).filter((name) => name.startsWith('nagrik-')) : []);

/** Retries writes that load shedding refuses on a busy machine. */
async function untilTaken(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status === 200 || answer.status === 201) return answer;
    expect(answer.status, JSON.stringify(answer.body)).toBe(503);
    await wait(200);
  }
}

async function statusOf(origin: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  for (;;) {
    const { status } = await call(origin, path, { headers });
    if (status !== 503) return status;
    await wait(200);
  }
}

describe('a backup', () => {
  it('made under writes brings back all that was acknowledged before it, and nobody who was deleted after it', async () => {
    const server = await runServer({ ...site.env, METRICS_PORT: '0' });
    const backupAt = async () => {
      const text = await (await fetch(/Metrics: (\S+)/.exec(server.output())![1]!)).text();
      return Number(/^nagrik_backup_last_success_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
    };
    expect(await backupAt()).toBe(0);
    const [leaver, ...others] = site.members;
    const asked = await untilTaken(() =>
      call(server.origin, '/api/communities/question/create', {
        method: 'POST',
        headers: leaver!.headers,
        body: { title: 'A question of somebody who leaves', body: '' },
      }),
    );
    const {
      data: { id: ofLeaver },
    } = asked.body as { data: { id: number } };
    const { written, stop } = startWriters(() => server.origin, others, 4);
    await expect.poll(() => written.acknowledged.size, { timeout: 100_000 }).toBeGreaterThan(10);
    const before = [...written.acknowledged.values()];
    const made = await site.run('backup');
    await stop();
    expect(made).toEqual({ status: 0, output: expect.stringContaining('verified') as string });
    expect(Math.abs((await backupAt()) - Date.now() / 1_000)).toBeLessThan(300);

    await untilTaken(() =>
      call(server.origin, '/api/user', { method: 'DELETE', headers: leaver!.headers, body: { withPosts: true } }),
    );
    await server.ends('SIGKILL');
    await site.destroyDatabase();
    rmSync(join(site.dataDir, 'media'), { recursive: true });

    const [name] = finished();
    const restored = await site.run('restore', pathOf(name!));
    expect(restored).toEqual({ status: 0, output: expect.stringContaining('Deleted again: 1 account.') as string });
    expect(readFileSync(join(site.dataDir, 'media/picture.webp'), 'utf8')).toBe('a picture');

    const again = await runServer(site.env);
    const states = new Set<number>();
    for (const id of before) states.add(await statusOf(again.origin, `/api/communities/question/get/${id}`));
    expect(states).toEqual(new Set([200]));
    expect(await statusOf(again.origin, `/api/communities/question/get/${ofLeaver}`)).toBe(404);
    // Sessions are not restored, since one may have been revoked after the backup: everyone signs in again.
    expect(await statusOf(again.origin, '/api/user/get', others[0]!.headers)).toBe(401);
    await again.ends('SIGTERM');
  }, 400_000);

  it('is restored for practice beside the site, and its owner hears of one that could not be', async () => {
    const state = async () => {
      const connection = await connect({ databaseUrl: site.env.DATABASE_URL, dataDir: site.dataDir });
      const alerts: string[] = [];
      const config = readConfig(site.env);
      await watchBackups({ connection, clock: () => new Date(), alertOwner: (alert) => void alerts.push(alert) });
      const later = () => new Date(Date.now() + 31 * 3_600_000);
      await watchBackups({ connection, clock: later, alertOwner: (alert) => void alerts.push(`${alert} later`) });
      const databases = config.databaseUrl
        ? (await connection.pool.query(`select 1 from pg_database where datname like '%\\_drill'`)).rowCount
        : 0;
      await connection.close();
      return { alerts, databases };
    };
    expect((await site.run('backup')).status).toBe(0);
    const folder = pathOf(finished().sort().at(-1)!);
    const drilled = await site.run('drill');
    expect(drilled).toEqual({ status: 0, output: expect.stringContaining('every row is there') as string });
    expect(await state()).toEqual({ alerts: ['backup later'], databases: 0 });

    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
    const counts = JSON.parse(manifest) as { tables: Record<string, number> };
    const [table] = Object.keys(counts.tables);
    counts.tables[table!]! += 1;
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(counts));
    expect((await site.run('drill')).status).toBe(1);
    writeFileSync(join(folder, 'manifest.json'), manifest);
    expect(await state()).toEqual({ alerts: ['drill', 'backup later', 'drill later'], databases: 0 });
  }, 300_000);

  it("is its owner's alone", () => {
    const folder = pathOf(finished()[0]!);
    const open = ['', ...readdirSync(folder, { recursive: true }).map(String)].filter(
      (path) => (statSync(join(folder, path)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
  });

  it('is not put over what is there, nor when it is damaged', async () => {
    const folder = pathOf(finished()[0]!);
    const refused = await site.run('restore', folder);
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('--overwrite') as string });
    const victim = join(folder, postgresServer ? 'database.dump' : 'database/PG_VERSION');
    const whole = readFileSync(victim);
    appendFileSync(victim, 'x');
    const damaged = await site.run('restore', folder, '--overwrite');
    writeFileSync(victim, whole);
    expect(damaged).toMatchObject({
      status: 1,
      output: expect.stringMatching(/damaged.*Nothing was changed/) as string,
    });
    const replaced = await site.run('restore', folder, '--overwrite');
    expect(replaced).toMatchObject({
      status: 0,
      output: expect.stringContaining('Deleted again: 1 account.') as string,
    });
  }, 300_000);

  it('that is killed half way never has the name of a whole one, and its half is cleared away by the next', async () => {
    const before = finished();
    for (let file = 0; file < 400; file += 1)
      writeFileSync(join(site.dataDir, `media/${file}.bin`), Buffer.alloc(200_000, file));
    const killed = runProcess(['scripts/backup.ts'], site.env);
    const halves = () =>
      (existsSync(backups) ? readdirSync(backups) : []).filter((name) => name.startsWith('.nagrik-'));
    await expect.poll(halves, { timeout: 120_000, interval: 5 }).not.toEqual([]);
    expect((await killed.ends('SIGKILL')).status).toBe('SIGKILL');
    expect(finished()).toEqual(before);
    expect(halves()).toHaveLength(1);
    expect(await site.run('backup')).toMatchObject({ status: 0 });
    expect(halves()).toEqual([]);
    expect(finished()).toHaveLength(before.length + 1);
  }, 300_000);
});
