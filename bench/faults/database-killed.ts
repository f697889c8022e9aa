import type { Member } from '../../src/testing/join.ts';
import type { Cluster } from './cluster.ts';
import { type Site, wait } from './site.ts';
import { compare, startWriters } from './writers.ts';

const expected = new Set([201, 409, 429, 503]);

/** R2: the database is killed while the app runs, and comes back. */
export async function killDatabase(
  cluster: Cluster,
  site: Site,
  members: Member[],
  { cycles, writers }: { cycles: number; writers: number },
) {
  const { written, stop } = startWriters(() => site.origin, members, writers);
  let slowestRecoveryMs = 0;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const before = written.acknowledged.size;
    while (written.acknowledged.size === before) await wait(20);
    await wait(300 + Math.random() * 1_200);
    await cluster.kill();
    await wait(500);
    await cluster.start();
    const readyAt = performance.now();
    while (written.lastSuccessAt < readyAt) await wait(5);
    slowestRecoveryMs = Math.max(slowestRecoveryMs, written.lastSuccessAt - readyAt);
  }
  await stop();
  return {
    acknowledged: written.acknowledged.size,
    unexpected: [...written.statuses].reduce((sum, [status, count]) => sum + (expected.has(status) ? 0 : count), 0),
    statuses: [...written.statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    slowestMs: written.slowestMs,
    slowestRecoveryMs,
    isAlive: site.child.exitCode === null && site.child.signalCode === null,
    compare: (stored: { id: number; title: string }[]) => compare(written, stored),
  };
}
