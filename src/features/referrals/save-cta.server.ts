import { and, eq, inArray, notExists, notInArray, sql } from 'drizzle-orm';
import { clearMarks, joinGroups, problemOfTranslation } from '../../database/translation-groups.server.ts';
import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { ctas, referrals } from '../../database/schema.ts';
import type { CtaDefinition } from './cta-definition.ts';
import { undatedAt } from '../../platform/wire/undated.ts';
import { problem, type Problem } from '../../platform/wire/problem.ts';

export type CtaInput = {
  id?: number | undefined;
  key: string;
  lang: PieceLanguage;
  /** Key of the original that this one translates. */
  translationOf?: string | undefined;
  /** ISO date. */
  follows: string | null;
  title: string;
  description: string;
  isActive: boolean;
  isSample: boolean;
  definition: CtaDefinition;
};

/** Upserts by key; the numeric id never changes. */
export async function saveCta(
  tx: Queryable,
  { id, translationOf, ...given }: CtaInput,
): Promise<{ outcome: 'created' | 'changed' | 'unchanged' | 'refused'; reason?: Problem; cacheTags: string[] }> {
  const [before] = await tx.select().from(ctas).where(eq(ctas.key, given.key));
  const [original] = translationOf === undefined ? [] : await tx.select().from(ctas).where(eq(ctas.key, translationOf));
  const groupId = original ? (original.groupId ?? original.id) : null;
  if (groupId !== null) {
    const placed = { id: before?.id ?? id ?? null, lang: given.lang, groupId };
    const reason = await problemOfTranslation(tx, ctas, placed, sql`true`);
    if (reason !== null) return { outcome: 'refused', reason, cacheTags: [] };
  }
  // An original is given its group by joinGroups.
  const input = { ...given, groupId: groupId ?? (before?.groupId === before?.id ? (before?.groupId ?? null) : null) };
  const written = { ...input, definition: input.definition as unknown as Record<string, unknown> };
  if (!before) {
    if (id !== undefined && (await tx.select({ id: ctas.id }).from(ctas).where(eq(ctas.id, id))).length > 0)
      return {
        outcome: 'refused',
        reason: problem('piece.inField', 'id', problem('piece.ctaNumber', id)),
        cacheTags: [],
      };
    const [saved] = await tx
      .insert(ctas)
      // Files have no day of change: an import is none, or each translation would say that its original has changed.
      .values({ ...(id === undefined ? {} : { id }), ...written, updatedAt: undatedAt })
      .returning({ id: ctas.id });
    await joinGroups(tx, ctas, [saved!.id], sql`true`);
    return { outcome: 'created', cacheTags: ['ctas'] };
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
        eq(ctas.lang, input.lang),
        sql`${ctas.groupId} is not distinct from ${input.groupId}`,
        sql`${ctas.follows} is not distinct from ${input.follows}`,
        eq(ctas.isSample, input.isSample),
        sql`${ctas.definition} = ${JSON.stringify(input.definition)}::jsonb`,
      ),
    );
  if (same.length > 0) return { outcome: 'unchanged', cacheTags: [] };
  await tx
    .update(ctas)
    .set({ ...written, isBehind: null, updatedAt: sql`now()` })
    .where(eq(ctas.key, input.key));
  await joinGroups(tx, ctas, [before.id], sql`true`);
  await clearMarks(tx, ctas, [before.id]);
  return { outcome: 'changed', cacheTags: ['ctas'] };
}

/** @returns keys of active calls to action that have no file any more */
export async function listCtasWithout(db: Queryable, keys: string[]): Promise<string[]> {
  return (
    await db
      .select({ key: ctas.key })
      .from(ctas)
      .where(and(eq(ctas.isActive, true), keys.length > 0 ? notInArray(ctas.key, keys) : undefined))
  ).map(({ key }) => key);
}

/** One that translates another leaves its group: the group's place for its language is free for the next one. */
export async function endCtas(tx: Queryable, keys: string[]): Promise<void> {
  if (keys.length > 0)
    await tx
      .update(ctas)
      .set({
        isActive: false,
        groupId: sql`case when ${ctas.groupId} = ${ctas.id} then ${ctas.groupId} end`,
        updatedAt: sql`now()`,
      })
      .where(inArray(ctas.key, keys));
}

/** Removes sample calls to action; one that has referrals is only ended, to keep its answers. @returns how many */
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
