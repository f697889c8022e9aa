import { and, eq } from 'drizzle-orm';
import { type AppError, gone, notFound } from '../platform/wire/errors.ts';
import type { Queryable } from './connect.server.ts';
import { takedowns } from './schema.ts';

/** The error for a piece that readers do not see: 410 after a takedown, otherwise 404. */
export async function whyAbsent(
  db: Queryable,
  kind: 'article' | 'video' | 'webstory',
  id: number | string,
): Promise<AppError> {
  const takedown = and(eq(takedowns.kind, kind), eq(takedowns.entityId, String(id)));
  return (await db.$count(takedowns, takedown)) > 0 ? gone(kind) : notFound(kind);
}
