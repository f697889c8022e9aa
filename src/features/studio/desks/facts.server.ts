import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { users } from '../../../database/schema.ts';
import { invalidInput, notFound } from '../../../platform/wire/errors.ts';
import { invalidatePages } from '../../../platform/cache/page-cache.server.ts';
import { listFacts } from '../../publishing/checked-facts.ts';
import { mapFactChecks, noteFactCheck, setFactOwner } from '../../publishing/fact-checks.queries.server.ts';
import { displayNameOf } from '../../users/users.queries.server.ts';
import { actAs, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { noteAct, namesOf } from '../pieces/pieces.queries.server.ts';
import { type Actor, hasOne, readers } from '../studio.policy.ts';
import { freshnessRoles } from './freshness.server.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { problem } from '../../../platform/wire/problem.ts';

/** Facts of the site's own code with the last check and the owner, the most overdue first. */
export async function readFacts({ connection: { db }, clock }: StudioServices) {
  const checks = await mapFactChecks(db);
  const facts = listFacts(dayInIndia(clock()), checks);
  const ownerOf = (key: string) => checks.get(key)?.ownerId ?? null;
  const names = await namesOf(
    db,
    facts.map(({ key }) => ownerOf(key)),
  );
  return facts.map((fact) => {
    const id = ownerOf(fact.key);
    return { ...fact, owner: id === null ? null : { id, name: names.get(id) ?? '' } };
  });
}

/** People who can be chosen as owner: whoever works on pieces. */
export async function listOwners({ connection: { db } }: StudioServices): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .select()
    .from(users)
    .where(sql`${users.roles} && ${sql.param([...readers])}::text[]`)
    .limit(200);
  return rows.map((row) => ({ id: row.id, name: displayNameOf(row) }));
}

type FactAct = { key: string; owner?: string | null | undefined };

/** 'Checked today, still right', or with `owner` who looks after it. @throws AppError 404 for an unknown fact */
export async function actOnFact(services: StudioServices, viewer: Actor, { key, owner }: FactAct) {
  const { connection, clock } = services;
  if (!listFacts(dayInIndia(clock())).some((fact) => fact.key === key)) throw notFound('fact');
  const checkedOn = dayInIndia(clock());
  await actAs(services, viewer, freshnessRoles, async (tx, actor) => {
    if (owner === undefined) {
      await noteFactCheck(tx, key, checkedOn, actor.id!);
      await noteAct(tx, actor, 'check_fact', { note: key });
      return;
    }
    if (owner !== null) await insistOnOwner(tx, owner);
    await setFactOwner(tx, key, owner);
    await noteAct(tx, actor, 'own_fact', { note: key, ...(owner === null ? {} : { data: { person: owner } }) });
  });
  // Helplines stand on most pages.
  if (owner === undefined) await invalidatePages(connection, [key.startsWith('helpline ') ? 'all' : 'facts']);
  return { key };
}

async function insistOnOwner(tx: Transaction, id: string): Promise<void> {
  const [user] = await tx.select({ roles: users.roles }).from(users).where(eq(users.id, id)).for('share');
  if (!user || !hasOne(user, readers)) throw invalidInput([{ path: 'owner', message: problem('studio.nobodyHere') }]);
}
