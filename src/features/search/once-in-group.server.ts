import { and, isNotNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, videos, webstories } from '../../database/schema.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { Found } from './find-documents.server.ts';

const tables = { ARTICLE: articles, VIDEO: videos, WEBSTORY: webstories };
type Kind = keyof typeof tables;
type Member = { kind: string; id: number; groupId: number | null; lang: string };

/** Of hits that are translations of each other only one stays, at the place of the best: the one in the page's language. */
export async function onceInGroup<Each extends Kind>(
  tx: Queryable,
  found: Record<Each, Found>,
): Promise<Record<Each, Found>> {
  const kinds = Object.keys(found) as Each[];
  const [first, second, ...others] = kinds
    .filter((kind) => found[kind].ids.length > 1)
    .map((kind) => membersOf(tx, kind, found[kind].ids));
  const members: Member[] = !first ? [] : await (second ? unionAll(first, second, ...others) : first);
  const single = (kind: Each) => {
    const groups = members.filter((member) => member.kind === kind);
    return [kind, oneOfEach(found[kind], groups)] as const;
  };
  return Object.fromEntries(kinds.map(single)) as Record<Each, Found>;
}

function membersOf(tx: Queryable, kind: Kind, ids: number[]) {
  const table = tables[kind] as typeof articles;
  return tx
    .select({ kind: sql<string>`${kind}::text`.as('kind'), id: table.id, groupId: table.groupId, lang: table.lang })
    .from(table)
    .where(and(sql`${table.id} = any(${sql.param(ids)}::int[])`, isNotNull(table.groupId)));
}

function oneOfEach(found: Found, members: Member[]): Found {
  const groupOf = new Map(members.map(({ id, groupId }) => [id, groupId]));
  const inLanguage = new Map(
    members.filter(({ lang }) => lang === currentLanguage()).map(({ id, groupId }) => [groupId, id]),
  );
  const seen = new Set<number | null>();
  const ids = found.ids.flatMap((id) => {
    const group = groupOf.get(id);
    if (group === undefined) return [id];
    if (seen.has(group)) return [];
    seen.add(group);
    return [inLanguage.get(group) ?? id];
  });
  return { ...found, ids, total: found.total - (found.ids.length - ids.length) };
}
