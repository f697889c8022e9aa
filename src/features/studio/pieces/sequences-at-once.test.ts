// @runs slow, on both databases
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNewsroom } from '../../../testing/studio-instances.ts';
import { runSequence, type Tally } from '../../../testing/studio-sequences.ts';
import { postgresServer } from '../../../testing/test-database.ts';
import { accessTokenSeconds } from '../../sessions/access-token.server.ts';

// R23. `npm run bench -- studio` runs ten thousand. Two instances where there is a PostgreSQL; PGlite has one process,
// where nothing is at once, hence fewer.
const howMany = Number(process.env.STUDIO_SEQUENCES ?? (postgresServer === undefined ? 40 : 100));
const first = Number(process.env.STUDIO_SEED ?? 1);
/** Behind the database's clock: what is scheduled for the time between is due as soon as somebody looks. */
let late = accessTokenSeconds * 1_000 + 60_000;

let newsroom: Awaited<ReturnType<typeof openNewsroom>>;
beforeAll(async () => {
  newsroom = await openNewsroom({ clock: () => new Date(Date.now() - late) });
});
afterAll(() => newsroom.close());

it(
  `${howMany} random sequences publish nothing unapproved, lose no revision, and leave other languages alone`,
  { timeout: 600_000 + howMany * 10_000 },
  async () => {
    const tally: Tally = { operations: 0, done: {} };
    const broken: string[] = [];
    for (let seed = first; seed < first + howMany && broken.length < 20; seed += 1) {
      await newsroom.staySignedIn();
      const found = await runSequence(seed, newsroom.instances, newsroom.people, tally);
      // At once: a run that is broken off has told what it found.
      for (const each of found) process.stdout.write(`${each}\n`);
      broken.push(...found);
      const done = seed - first + 1;
      if (howMany > 100 && done % 100 === 0)
        process.stdout.write(`${done} sequences (up to seed ${seed}), ${broken.length} rules broken\n`);
    }
    if (howMany > 100) process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(broken).toEqual([]);
    expect(tally.operations).toBe(howMany * 50);
    // A generator whose acts are all refused would find nothing.
    for (const what of ['save', 'submit', 'approve', 'publish', 'unpublish', 'due'])
      expect(tally.done[what] ?? 0, what).toBeGreaterThan(howMany / 50);
  },
);

it('goes on where its people would be signed out by the time that it took', async () => {
  const seed = first + howMany;
  const tally: Tally = { operations: 0, done: {} };
  late -= accessTokenSeconds * 1_000;
  const [refused] = await runSequence(seed, newsroom.instances, newsroom.people, tally);
  expect(refused).toContain('401');
  await newsroom.staySignedIn();
  expect(await runSequence(seed, newsroom.instances, newsroom.people, tally)).toEqual([]);
  expect(tally.operations).toBe(50);
});
