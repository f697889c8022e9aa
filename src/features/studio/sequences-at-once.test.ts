import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNewsroom } from '../../testing/studio-instances.ts';
import { runSequence, type Tally } from '../../testing/studio-sequences.ts';
import { postgresServer } from '../../testing/test-database.ts';

// R23. `npm run bench -- studio` runs ten thousand. Two instances where there is a PostgreSQL; PGlite has one process,
// where nothing is at once, hence fewer.
const howMany = Number(process.env.STUDIO_SEQUENCES ?? (postgresServer === undefined ? 40 : 100));
const first = Number(process.env.STUDIO_SEED ?? 1);
/** Behind the database's clock: what is scheduled for the time between is due as soon as somebody looks. */
const late = () => new Date(Date.now() - 60_000);

let newsroom: Awaited<ReturnType<typeof openNewsroom>>;
beforeAll(async () => {
  newsroom = await openNewsroom({ clock: late });
});
afterAll(() => newsroom.close());

it(
  `${howMany} random sequences publish nothing unapproved, lose no revision, and leave other languages alone`,
  { timeout: 600_000 + howMany * 10_000 },
  async () => {
    const tally: Tally = { operations: 0, done: {} };
    const broken: string[] = [];
    for (let seed = first; seed < first + howMany && broken.length < 20; seed += 1) {
      if (seed % 50 === 0) await newsroom.signInAgain();
      broken.push(...(await runSequence(seed, newsroom.instances, newsroom.people, tally)));
      if (howMany > 100 && seed % 100 === 0) process.stdout.write(`${seed} sequences, ${broken.length} rules broken\n`);
    }
    if (howMany > 100) process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(broken).toEqual([]);
    expect(tally.operations).toBe(howMany * 50);
    // A generator whose acts are all refused would find nothing.
    for (const what of ['save', 'submit', 'approve', 'publish', 'unpublish', 'due'])
      expect(tally.done[what] ?? 0, what).toBeGreaterThan(howMany / 50);
  },
);
