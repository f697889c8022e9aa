import { plainLine } from '../platform/text/visible-text.ts';
import type { Queryable } from './connect.server.ts';
import { studioActs, studioPieces, studioRevisions } from './schema.ts';

type Term = { id: number; key: string; title: string; fields: Record<string, unknown> };

/** The first revision of tags and writers that begin because something names them, by the system. */
export async function beginTerms(tx: Queryable, kind: 'tags' | 'authors', terms: Term[]): Promise<void> {
  const now = new Date();
  const begun = await tx
    .insert(studioPieces)
    .values(
      terms.map(({ id, key, title }) => ({
        kind,
        id,
        key,
        sourceKey: `content:${key}`,
        groupKey: key,
        title: plainLine(title).slice(0, 300),
        revision: 1,
        state: 'live' as const,
        live: 1,
        lastLive: 1,
        firstLiveAt: now,
      })),
    )
    // Another transaction may have begun the same one, or an editor a draft of its name.
    .onConflictDoNothing()
    .returning({ id: studioPieces.id });
  if (begun.length === 0) return;
  const fieldsOf = new Map(terms.map(({ id, fields }) => [id, { id, ...fields }]));
  await tx
    .insert(studioRevisions)
    .values(begun.map(({ id }) => ({ kind, pieceId: id, number: 1, fields: fieldsOf.get(id)!, body: '' })));
  await tx
    .insert(studioActs)
    .values(begun.map(({ id }) => ({ actor: 'system', act: 'adopt', kind, pieceId: id, toRevision: 1 })));
}
