import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Connection, Queryable } from '../../database/connect.server.ts';
import { sealedFiles, sealedLog, sealedRemovals } from '../../database/schema.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { unseal, unsealBytes } from '../../platform/guard/seal.server.ts';
import { sealId, sealKey } from './seal-removal.server.ts';

type Secret = Pick<Config, 'authSecret'>;
type Removal = typeof sealedRemovals.$inferSelect;
/** `actor`: an admin's user id, or 'system' */
type Ground = { actor: string; reason: string };

const mostListed = 1_000;

/** Metadata of the sealed removals, newest first, without their content. */
export async function listSeals(db: Queryable) {
  const { id, kind, entityId, reason, removedAt, expiresAt } = sealedRemovals;
  return db
    .select({ id, kind, entityId, reason, removedAt, expiresAt })
    .from(sealedRemovals)
    .orderBy(desc(sealedRemovals.id))
    .limit(mostListed);
}

export const listSealLog = (db: Queryable) => db.select().from(sealedLog).orderBy(desc(sealedLog.id)).limit(mostListed);

/**
 * Access is logged before anything is returned. Only for admins: the caller has checked the actor's role.
 * @returns null where there is no such seal; `content` null where the secret has changed
 */
export async function openSeal(
  { db }: Connection,
  config: Secret,
  id: number,
  ground: Ground,
): Promise<{ removal: Removal; content: Record<string, unknown> | null; paths: string[] } | null> {
  const removal = await logAct(db, id, 'OPEN', ground);
  if (!removal) return null;
  const content = unseal<Record<string, unknown>>(
    sealKey(config),
    sealId(removal.kind, removal.entityId),
    removal.content,
  );
  const rows = await db
    .selectDistinct({ path: sealedFiles.path })
    .from(sealedFiles)
    .where(eq(sealedFiles.removalId, id))
    .orderBy(asc(sealedFiles.path));
  return { removal, content, paths: rows.map(({ path }) => path) };
}

/** Streams one decrypted file in chunks. @throws Error where the secret has changed or the data was tampered with */
export async function* readSealedFile(
  db: Queryable,
  config: Secret,
  { id, kind, entityId }: Pick<Removal, 'id' | 'kind' | 'entityId'>,
  path: string,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const [row] = await db
      .select({ content: sealedFiles.content })
      .from(sealedFiles)
      .where(sql`${sealedFiles.removalId} = ${id} and ${sealedFiles.path} = ${path} and ${sealedFiles.part} = ${part}`);
    if (!row) return;
    const bytes = unsealBytes(sealKey(config), sealId(kind, entityId, path, part), row.content);
    if (bytes === null) throw new Error(`${path} was sealed with another AUTH_SECRET, or was changed.`);
    yield bytes;
  }
}

/**
 * Extends the retention of a seal, as a court or an agency may order.
 * @returns the expiry date now in force, null where there is no such seal
 */
export async function holdSeal({ db }: Connection, id: number, until: Date, ground: Ground): Promise<Date | null> {
  return db.transaction(async (tx) => {
    const reason = `${ground.reason} (until ${until.toISOString().slice(0, 10)})`;
    if (!(await logAct(tx, id, 'HOLD', { ...ground, reason }))) return null;
    const [row] = await tx
      .update(sealedRemovals)
      .set({ expiresAt: sql`greatest(${sealedRemovals.expiresAt}, ${until.toISOString()}::timestamptz)` })
      .where(eq(sealedRemovals.id, id))
      .returning({ expiresAt: sealedRemovals.expiresAt });
    return row!.expiresAt;
  });
}

async function logAct(
  db: Queryable,
  id: number,
  act: 'OPEN' | 'HOLD',
  { actor, reason }: Ground,
): Promise<Removal | null> {
  const [removal] = await db.select().from(sealedRemovals).where(eq(sealedRemovals.id, id));
  if (!removal) return null;
  const { kind, entityId } = removal;
  await db.insert(sealedLog).values({ removalId: id, kind, entityId, act, actor, reason });
  return removal;
}
