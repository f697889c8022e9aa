import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, searchDocuments, videos, webstories } from '../../database/schema.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { type Found, type Scope, scopeText } from './find-documents.server.ts';
import { languageFirst, type RankedHit, strengths } from './language-first.ts';

const tables = { ARTICLE: articles, VIDEO: videos, WEBSTORY: webstories };
type Grouped = keyof typeof tables;
/** A question has a language, but no translations. */
type Kind = Grouped | 'QUESTION';
type Filters = Omit<Scope, 'kind'> & { authorIds?: number[] | undefined };
/** A hit of a group, with the piece of it in the page's language (`own`); or without `group`, one in another language. */
type Member = { kind: string; id: number; group: number | null; own: number | null };

/**
 * A group of translations shows once, at the place of its best hit: the piece in the page's language, whether the words
 * are in that one or not. Of a ranked search, pieces in that language are first (see languageFirst).
 * @param scope filters that the shown piece must fit, too
 */
export async function onceInGroup<Of extends Partial<Record<Kind, Found>>>(
  tx: Queryable,
  found: Of,
  scope: Filters = {},
): Promise<Of> {
  const all = Object.entries(found) as [Kind, Found][];
  const parts = all.filter(([, { ids }]) => ids.length > 0).map(([kind, { ids }]) => membersOf(kind, ids, scope));
  const members = parts.length === 0 ? [] : (await tx.execute<Member>(sql.join(parts, sql` union all `))).rows;
  const single = ([kind, ofKind]: [Kind, Found]) =>
    [
      kind,
      oneOfEach(
        ofKind,
        members.filter((member) => member.kind === kind),
      ),
    ] as const;
  return Object.fromEntries(all.map(single)) as Of;
}

// The index has published and scheduled pieces only; 'published' is said again, because only such rows are in the index
// of groups. Languages are read from the index, whose rows are short and were just read to find the hits.
const membersOf = (kind: Kind, ids: number[], filters: Filters): SQL => sql`
  (${kind === 'QUESTION' ? sql`` : sql`${ofGroups(kind, ids, filters)} union all`} select ${kind} as kind, entity_id as id, null::int as group, null::int as own from ${searchDocuments}
    where kind = ${kind} and entity_id = any(${sql.param(ids)}::int[]) and lang <> ${currentLanguage()})`;

const ofGroups = (kind: Grouped, ids: number[], { authorIds, ...scope }: Filters): SQL => sql`
  select ${kind} as kind, hit.id, hit.group_id as group, case when hit.lang = ${currentLanguage()} then hit.id else (
      select own.id from ${tables[kind]} as own join ${searchDocuments} as document on document.kind = ${kind} and document.entity_id = own.id
      where own.group_id = hit.group_id and own.status = 'published' and own.lang = ${currentLanguage()}
        and document.published_at <= now()
        and document.title_vector @@ ${scopeText({ ...scope, kind })}::tsquery
        ${authorIds ? sql`and own.author_id = any(${sql.param(authorIds)}::int[])` : sql``} limit 1
    ) end as own from ${tables[kind]} as hit where hit.id = any(${sql.param(ids)}::int[]) and hit.group_id is not null`;

function oneOfEach(found: Found, members: Member[]): Found {
  const groupOf = new Map(members.flatMap(({ id, group }) => (group === null ? [] : [[id, group] as const])));
  const ownOf = new Map(members.map(({ group, own }) => [group, own]));
  const foreign = new Set(members.flatMap(({ id, group }) => (group === null ? [id] : [])));
  const shownOf = new Map<number, RankedHit>();
  const hits: RankedHit[] = [];
  for (const id of found.ids) {
    const group = groupOf.get(id);
    const strength = found.strengths?.get(id) ?? strengths.part;
    const shown = group === undefined ? undefined : shownOf.get(group);
    if (shown) {
      if (strength > shown.strength) shown.strength = strength;
      continue;
    }
    const own = group === undefined ? null : (ownOf.get(group) ?? null);
    const hit = { id: own ?? id, isOwn: own !== null || !foreign.has(id), strength };
    if (group !== undefined) shownOf.set(group, hit);
    hits.push(hit);
  }
  const ids = (found.strengths ? languageFirst(hits) : hits).map(({ id }) => id);
  return { ...found, ids, total: found.total - (found.ids.length - ids.length) };
}
