type Asker = { headers: Record<string, string> };
import { call, wait } from './site.ts';

export type Written = {
  /** Question ids by title, for requests answered with 201. */
  acknowledged: Map<string, number>;
  /** Count by response status; 0 for a broken connection. */
  statuses: Map<number, number>;
  slowestMs: number;
  lastSuccessAt: number;
};

export type Writers = {
  written: Written;
  /** Resolves once each writer has its last response. */
  stop(): Promise<void>;
};

/**
 * Concurrent writers that ask questions; a request without a response is retried with the same idempotency key until it
 * has one.
 */
export function startWriters(origin: () => string, members: Asker[], count: number): Writers {
  const written: Written = { acknowledged: new Map(), statuses: new Map(), slowestMs: 0, lastSuccessAt: 0 };
  const stopping = new AbortController();
  const perMember = Math.max(1, Math.floor(members.length / count));

  const work = Array.from({ length: count }, async (_, writer) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const member = members[(writer * perMember + (turn % perMember)) % members.length]!;
      await writeOne(written, origin, member, `Question ${turn} of writer ${writer}, once only`, stopping.signal);
    }
  });
  return {
    written,
    stop: async () => {
      stopping.abort();
      await Promise.all(work);
    },
  };
}

async function writeOne(
  written: Written,
  origin: () => string,
  member: Asker,
  title: string,
  stopping: AbortSignal,
): Promise<void> {
  // Gives up a minute after the end: such a write was never acknowledged.
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { status, afterMs, body } = await call(origin(), '/api/communities/question/create', {
      method: 'POST',
      headers: { ...member.headers, 'idempotency-key': title.replaceAll(' ', '_') },
      body: { title, body: '' },
    });
    written.statuses.set(status, (written.statuses.get(status) ?? 0) + 1);
    if (status !== 0) written.slowestMs = Math.max(written.slowestMs, afterMs);
    if (status === 201) {
      written.acknowledged.set(title, (body as { data: { id: number } }).data.id);
      written.lastSuccessAt = performance.now();
      return;
    }
    if (status === 429) {
      await wait(200);
      return;
    }
    if (stopping.aborted && attempt > 100) return;
    await wait(100);
  }
}

/** Acknowledged titles that are missing, and titles stored twice. */
export function compare(
  { acknowledged }: Written,
  stored: { id: number; title: string }[],
): { lost: number; duplicates: number } {
  const byTitle = new Map<string, number[]>();
  for (const { id, title } of stored) byTitle.set(title, [...(byTitle.get(title) ?? []), id]);
  return {
    lost: [...acknowledged].filter(([title, id]) => !byTitle.get(title)?.includes(id)).length,
    duplicates: [...byTitle.values()].filter((ids) => ids.length > 1).length,
  };
}
