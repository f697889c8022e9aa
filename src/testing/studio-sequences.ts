import { eq, inArray } from 'drizzle-orm';
import type { App } from '../app.server.ts';
import type { Connection } from '../database/connect.server.ts';
import { studioPieces, studioPublications, studioRevisions } from '../database/schema.ts';
import { publishDue } from '../features/studio/pieces/publish-due.server.ts';
import type { Config } from '../platform/settings/config.server.ts';
import type { Send } from './build-test-app.ts';
import type { Member } from './join.ts';
import { seeded } from './seeded.ts';

export const roleNames = ['writer', 'editor', 'checker', 'moderator', 'admin'] as const;
type Name = (typeof roleNames)[number];
export type Newsroom = Record<Name, Member>;
export type Instance = { app: App; send: Send; connection: Connection; config: Config; clock: () => Date };

function randomOf(seed: number): () => number {
  const next = seeded(seed);
  return () => next() / 2 ** 32;
}

type Saved = { by: Name; words: string };
type Event = { what: 'approve' | 'request-changes'; piece: number; revision: number; by: Name; at: number };
type Act = {
  piece: number;
  call: 'save' | 'submit' | 'approve' | 'request-changes' | 'publish' | 'unpublish' | 'remove';
  who: Name;
};

/** Counts what was done, so that a test can see that its sequences did something. */
export type Tally = { operations: number; done: Record<string, number> };

const langs = ['en', 'hi', 'ta'] as const;
const mayReview: readonly Name[] = ['editor', 'checker', 'admin'];
const maySave: readonly Name[] = ['writer', 'editor', 'admin'];

/**
 * One random sequence of fifty operations by five people on one article in three languages, through the API of all
 * instances by turns, some at the same moment.
 * @returns every rule that was broken, judged from the answers and the rows alone
 */
export async function runSequence(
  seed: number,
  instances: Instance[],
  people: Newsroom,
  tally: Tally,
  operations = 50,
): Promise<string[]> {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const broken: string[] = [];
  const saved = new Map<number, Map<number, Saved>>();
  const events: Event[] = [];
  const emergencies = new Set<string>();
  const published = new Map<string, number>();
  const removed = new Set<number>();
  let checkerIsIn = true;
  let now = 0;
  const { db } = instances[0]!.connection;

  async function call(at: number, who: Name, method: 'POST' | 'PUT' | 'GET', path: string, body?: object) {
    const answer = await instances[at % instances.length]!.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...people[who].headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
    // Whom the site does not know does nothing: such a sequence would look as if nothing could break.
    if (answer.statusCode >= 500 || answer.statusCode === 401)
      broken.push(`${now}: ${who} ${path} ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    return { status: answer.statusCode, data: () => answer.json<{ data: Record<string, never> }>().data as never };
  }

  const ids: number[] = [];
  let key: string | undefined;
  for (const lang of langs) {
    const words = `Seed${seed}Lang${lang}Start`;
    const fields = { title: `Sequence ${seed} ${lang}`, body: words, lang, ...(key ? { translationOf: key } : {}) };
    const { status, data } = await call(0, 'writer', 'POST', '/studio/articles', fields);
    if (status !== 201) return [`seed ${seed}, no piece could be begun: ${status}`];
    const { id } = data() as { id: number };
    ids.push(id);
    saved.set(id, new Map([[1, { by: 'writer', words }]]));
    if (key === undefined) {
      const [row] = await db.select().from(studioPieces).where(eq(studioPieces.id, id)).limit(1);
      key = row!.key;
    }
  }
  const standing = async () => {
    const rows = await db.select().from(studioPieces).where(inArray(studioPieces.id, ids));
    return new Map(rows.filter(({ kind }) => kind === 'articles').map((row) => [row.id, row]));
  };
  const shortOf = (row: typeof studioPieces.$inferSelect | undefined) =>
    JSON.stringify(row && [row.state, row.revision, row.live, row.approved, row.scheduledAt, row.title, row.lang]);
  let before = await standing();

  function choose(): Act {
    const piece = pick(ids);
    const state = before.get(piece)?.state;
    // Leans towards what leads to readers, or most sequences would publish nothing.
    const towards = { draft: 'submit', in_review: 'approve', approved: 'publish', changes_requested: 'save' }[
      state as string
    ];
    const dice = random();
    const call =
      (dice < 0.45 && towards) ||
      pick([
        'save',
        'save',
        'submit',
        'approve',
        'request-changes',
        'publish',
        'publish',
        'unpublish',
        dice > 0.97 ? 'remove' : 'save',
      ] as const);
    return { piece, call: call as Act['call'], who: pick(roleNames) };
  }

  async function act({ piece, call: what, who }: Act, at: number, isAlone: boolean): Promise<void> {
    const newest = before.get(piece)!.revision;
    const revision = random() < 0.85 ? newest : Math.max(1, newest + pick([-2, -1, 1, 7]));
    const path = `/studio/articles/${piece}`;
    if (what === 'save') {
      const words = `Seed${seed}Step${now}By${who}At${at}Fee${Math.floor(random() * 900)}`;
      const { status, data } = await call(at, who, 'PUT', path, { baseRevision: revision, body: words });
      if (status !== 200) return;
      const { revision: number } = data() as { revision: number };
      if (!maySave.includes(who)) broken.push(`${now}: ${who} saved`);
      if (isAlone && revision !== newest) broken.push(`${now}: a save from ${revision} was taken over ${newest}`);
      if (saved.get(piece)!.has(number)) broken.push(`${now}: revision ${number} of ${piece} was given twice`);
      saved.get(piece)!.set(number, { by: who, words });
    } else if (what === 'publish') {
      const isEmergency = random() < 0.15;
      const { status, data } = await call(at, who, 'POST', `${path}/publish`, {
        revision,
        ...(random() < 0.8 ? { changeNote: 'The fee has changed.' } : {}),
        ...(isEmergency ? { emergencyReason: 'A dangerous mistake.' } : {}),
        // The site's clock is late in these tests: still to come for it, due for the database.
        ...(random() < 0.35 ? { at: new Date(Date.now() - 5_000).toISOString() } : {}),
      });
      if (status !== 200) return;
      if (who !== 'editor' && who !== 'admin') broken.push(`${now}: ${who} published`);
      if (isEmergency && who !== 'admin') broken.push(`${now}: ${who} published in an emergency`);
      if (isEmergency) emergencies.add(`${piece} ${revision}`);
      const { state } = data() as { state: string };
      published.set(`${piece} ${revision} ${state === 'live' ? 'now' : 'later'}`, now);
    } else {
      const body = what === 'unpublish' || what === 'remove' ? { reason: 'It is wrong.' } : { revision, note: 'See.' };
      const { status } = await call(at, who, 'POST', `${path}/${what}`, body);
      if (status !== 200) return;
      if (what === 'approve' || what === 'request-changes') {
        if (!mayReview.includes(who) || (who === 'checker' && !checkerIsIn)) broken.push(`${now}: ${who} reviewed`);
        events.push({ what, piece, revision, by: who, at: now });
      }
      if (what === 'submit' && !maySave.includes(who)) broken.push(`${now}: ${who} submitted`);
      if (what === 'unpublish' && who !== 'editor' && who !== 'admin') broken.push(`${now}: ${who} unpublished`);
      if (what === 'remove') {
        if (who !== 'admin') broken.push(`${now}: ${who} removed`);
        removed.add(piece);
      }
    }
    tally.done[what] = (tally.done[what] ?? 0) + 1;
  }

  for (now = 1; now <= operations; now += 1) {
    const dice = random();
    let touched: number[] = [];
    if (dice < 0.08) {
      touched = ids.filter((id) => before.get(id)?.scheduledAt != null);
      const counts = await Promise.all(instances.map((instance) => publishDue(instance)));
      const due = counts.reduce((sum, count) => sum + count, 0);
      if (due > touched.length) broken.push(`${now}: ${due} became live of ${touched.length} that were due`);
      tally.done.due = (tally.done.due ?? 0) + due;
    } else if (dice < 0.11) {
      const roles = checkerIsIn ? [] : ['checker'];
      const { status } = await call(now, 'admin', 'PUT', `/studio/people/${people.checker.id}/roles`, { roles });
      if (status === 200) checkerIsIn = !checkerIsIn;
      else broken.push(`${now}: the checker's roles were not changed: ${status}`);
    } else {
      const acts = random() < 0.3 ? [choose(), choose()] : [choose()];
      if (acts.length === 2 && random() < 0.7) acts[1]!.piece = acts[0]!.piece;
      touched = acts.map(({ piece }) => piece);
      await Promise.all(acts.map((one, at) => act(one, now + at, acts.length === 1)));
    }
    tally.operations += 1;
    const after = await standing();
    for (const id of ids)
      if (!touched.includes(id) && shortOf(before.get(id)) !== shortOf(after.get(id)))
        broken.push(`${now}: ${id} was changed by an act on ${touched.join()}`);
    before = after;
  }
  if (!checkerIsIn) await call(0, 'admin', 'PUT', `/studio/people/${people.checker.id}/roles`, { roles: ['checker'] });

  // What is still scheduled would otherwise fall due in the next sequence.
  await publishDue(instances[0]!);
  before = await standing();

  await judgePublications();
  await judgeRevisions();
  for (const id of ids) await judgeReaders(id);
  return broken.map((each) => `seed ${seed}, ${each}`);

  async function judgePublications(): Promise<void> {
    const rows = await db
      .select()
      .from(studioPublications)
      .where(inArray(studioPublications.pieceId, ids))
      .orderBy(studioPublications.id);
    const last = new Map<number, number>();
    for (const { kind, pieceId, revision, emergencyReason } of rows) {
      if (kind !== 'articles') continue;
      const name = `${pieceId} ${revision}`;
      const writers = new Set<Name>();
      for (const [number, { by }] of saved.get(pieceId)!)
        if (number > (last.get(pieceId) ?? 0) && number <= revision) writers.add(by);
      last.set(pieceId, revision);
      if (emergencyReason !== null) {
        if (!emergencies.has(name)) broken.push(`${name} became live by an emergency that nobody declared`);
        continue;
      }
      const reviews = events.filter((event) => event.piece === pieceId && event.revision === revision);
      const approvals = reviews.filter(({ what, by }) => what === 'approve' && !writers.has(by));
      const requestedAt = published.get(`${name} now`) ?? published.get(`${name} later`);
      if (requestedAt === undefined) broken.push(`${name} became live although nobody asked`);
      else if (!approvals.some(({ at }) => at <= requestedAt)) broken.push(`${name} became live without an approval`);
      else {
        const approved = Math.max(...approvals.filter(({ at }) => at <= requestedAt).map(({ at }) => at));
        if (reviews.some(({ what, at }) => what === 'request-changes' && at > approved && at < requestedAt))
          broken.push(`${name} became live after changes were requested`);
      }
    }
  }

  async function judgeRevisions(): Promise<void> {
    const rows = await db.select().from(studioRevisions).where(inArray(studioRevisions.pieceId, ids));
    for (const id of ids) {
      const stored = new Map(
        rows.filter(({ kind, pieceId }) => kind === 'articles' && pieceId === id).map((row) => [row.number, row]),
      );
      const given = saved.get(id)!;
      if (stored.size !== given.size)
        broken.push(`${id} has ${stored.size} revisions of ${given.size} that were acknowledged`);
      for (const [number, { by, words }] of given) {
        const row = stored.get(number);
        if (!row) broken.push(`${id} lost revision ${number}`);
        else if (row.authorId !== people[by].id) broken.push(`${id}/${number} is said to be by another person`);
        else if (removed.has(id) ? row.body !== '' : row.body !== words)
          broken.push(`${id}/${number} is not what was saved`);
      }
    }
  }

  /** What readers get is the live revision, whole, or nothing. */
  async function judgeReaders(id: number): Promise<void> {
    const { live, state } = before.get(id)!;
    for (const { app } of instances) {
      const answer = await app.inject({ url: `/api/article/${id}` });
      if (live === null) {
        const expected = state === 'removed' ? [404, 410] : [404];
        if (!expected.includes(answer.statusCode))
          broken.push(`${id} is not live, and readers get ${answer.statusCode}`);
      } else if (answer.statusCode !== 200 || !answer.body.includes(saved.get(id)!.get(live)!.words))
        broken.push(`${id} is live as ${live}, and readers get ${answer.statusCode} without its text`);
    }
  }
}
