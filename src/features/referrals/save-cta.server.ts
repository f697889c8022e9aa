import { and, eq, inArray, notExists, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { ctas, referrals } from '../../database/schema.ts';
import type { CtaDefinition } from './cta-definition.ts';

export type CtaInput = {
  id?: number | undefined;
  key: string;
  title: string;
  description: string;
  isActive: boolean;
  isSample: boolean;
  definition: CtaDefinition;
};

/** By its key; a call to action keeps the number that it had first. */
export async function saveCta(
  tx: Queryable,
  { id, ...input }: CtaInput,
): Promise<{ outcome: 'created' | 'changed' | 'unchanged' | 'refused'; reason?: string; cacheTags: string[] }> {
  const [before] = await tx.select().from(ctas).where(eq(ctas.key, input.key));
  const written = { ...input, definition: input.definition as unknown as Record<string, unknown> };
  if (!before) {
    if (id !== undefined && (await tx.select({ id: ctas.id }).from(ctas).where(eq(ctas.id, id))).length > 0)
      return { outcome: 'refused', reason: `id: ${id} is the number of another call to action`, cacheTags: [] };
    await tx.insert(ctas).values({ ...(id === undefined ? {} : { id }), ...written });
    return { outcome: 'created', cacheTags: [] };
  }
  const same = await tx
    .select({ id: ctas.id })
    .from(ctas)
    .where(
      and(
        eq(ctas.key, input.key),
        eq(ctas.title, input.title),
        eq(ctas.description, input.description),
        eq(ctas.isActive, input.isActive),
        eq(ctas.isSample, input.isSample),
        sql`${ctas.definition} = ${JSON.stringify(input.definition)}::jsonb`,
      ),
    );
  if (same.length > 0) return { outcome: 'unchanged', cacheTags: [] };
  await tx
    .update(ctas)
    .set({ ...written, updatedAt: sql`now()` })
    .where(eq(ctas.key, input.key));
  return { outcome: 'changed', cacheTags: [] };
}

/** @returns keys of those that still take referrals, though no file speaks of them */
export async function listCtasWithout(db: Queryable, keys: string[]): Promise<string[]> {
  return (
    await db
      .select({ key: ctas.key })
      .from(ctas)
      .where(and(eq(ctas.isActive, true), keys.length > 0 ? notInArray(ctas.key, keys) : undefined))
  ).map(({ key }) => key);
}

export async function endCtas(tx: Queryable, keys: string[]): Promise<void> {
  if (keys.length > 0)
    await tx
      .update(ctas)
      .set({ isActive: false, updatedAt: sql`now()` })
      .where(inArray(ctas.key, keys));
}

/** Takes the demonstration's out; one to which people have sent answers only ends, so that their answers stay theirs. @returns how many */
export async function takeOutSampleCtas(tx: Queryable): Promise<number> {
  const own = tx
    .select({ one: sql`1` })
    .from(referrals)
    .where(eq(referrals.ctaId, ctas.id));
  const gone = await tx
    .delete(ctas)
    .where(and(eq(ctas.isSample, true), notExists(own)))
    .returning({ id: ctas.id });
  const ended = await tx
    .update(ctas)
    .set({ isActive: false, isSample: false, updatedAt: sql`now()` })
    .where(eq(ctas.isSample, true))
    .returning({ id: ctas.id });
  return gone.length + ended.length;
}
