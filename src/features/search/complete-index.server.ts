import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Connection } from '../../database/connect.server.ts';
import { schemes, searchDocuments, searchWords, totals } from '../../database/schema.ts';
import { indexDocuments, keepWords, type SearchKind } from '../search-index/index-document.server.ts';
import { hasAbbreviation } from '../../platform/text/abbreviations.ts';
import { foldText } from '../search-index/words.ts';
import { soundKeys } from '../transliteration/sound-key.ts';
import { indexWebStories } from '../webstories/index-webstories.server.ts';

const documentsAtOnce = 100;
const wordsAtOnce = 500;

/**
 * Adds a scheme's name to the entry of its piece, where an older version did not: like the names of categories, after
 * the text. The text itself is not indexed again.
 */
async function completeSchemeNames({ db }: Connection, signal?: AbortSignal): Promise<void> {
  for (let last = 0; ;) {
    if (signal?.aborted) return;
    const rows = await db
      .select({ id: schemes.articleId, name: schemes.name })
      .from(schemes)
      .innerJoin(
        searchDocuments,
        and(eq(searchDocuments.kind, 'ARTICLE'), eq(searchDocuments.entityId, schemes.articleId)),
      )
      .where(gt(schemes.articleId, last))
      .orderBy(schemes.articleId)
      .limit(documentsAtOnce);
    const names = rows.map(({ id, name }) => ({ id, name: foldText(name) }));
    await db.transaction(async (tx) => {
      const { rows: completed } = await tx.execute<{ id: number }>(sql`
        update ${searchDocuments} set vector = vector || setweight(to_tsvector('nagrik', given.name), 'B')
        from (select id, name, (select string_agg(quote_literal(lexeme) || ':AB', ' & ') from unnest(to_tsvector('nagrik', name)))::tsquery as whole
          from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as named(id int, name text)) as given
        where kind = 'ARTICLE' and entity_id = given.id and not vector @@ given.whole returning given.id`);
      const ids = new Set(completed.map(({ id }) => id));
      const words = names.filter(({ id }) => ids.has(id)).flatMap(({ name }) => name.split(' '));
      await keepWords(tx, words);
    });
    if (rows.length < documentsAtOnce) return;
    last = rows.at(-1)!.id;
  }
}

const versionName = 'search-index';
/** Raise it where texts are cut into other words: the next start then indexes those that `isOld` names again. */
const version = 4;
const isOld = hasAbbreviation;

/** Indexes what an older version cut into other words again, from the entry's own text; once for each version. */
async function completeWords({ db }: Connection, signal?: AbortSignal): Promise<void> {
  const [done] = await db.select().from(totals).where(eq(totals.name, versionName));
  if (done && done.value >= version) return;
  let last = { kind: '', id: 0 };
  for (;;) {
    if (signal?.aborted) return;
    const rows = await db
      .select()
      .from(searchDocuments)
      .where(sql`(${searchDocuments.kind}, ${searchDocuments.entityId}) > (${last.kind}, ${last.id})`)
      .orderBy(searchDocuments.kind, searchDocuments.entityId)
      .limit(documentsAtOnce);
    const old = rows.filter(({ title, body }) => isOld(title) || isOld(body));
    if (old.length > 0)
      await db.transaction(async (tx) => {
        const ids = old.map(({ entityId }) => entityId);
        // Locked and read again: a piece saved meanwhile keeps its new text, and one deleted stays away.
        const locked = await tx
          .select()
          .from(searchDocuments)
          .where(inArray(searchDocuments.entityId, ids))
          .orderBy(searchDocuments.kind, searchDocuments.entityId)
          .for('update');
        const names = new Map(
          (
            await tx
              .select({ id: schemes.articleId, name: schemes.name })
              .from(schemes)
              .where(inArray(schemes.articleId, ids))
          ).map(({ id, name }) => [id, name]),
        );
        const isWanted = new Set(old.map(({ kind, entityId }) => `${kind} ${entityId}`));
        await indexDocuments(
          tx,
          locked
            .filter(({ kind, entityId }) => isWanted.has(`${kind} ${entityId}`))
            .map(({ body, ...row }) => ({
              ...row,
              kind: row.kind as SearchKind,
              lang: row.lang,
              summary: body.slice(0, body.indexOf('\n')),
              body: body.slice(body.indexOf('\n') + 1),
              subject: row.kind === 'ARTICLE' ? names.get(row.entityId) : undefined,
            })),
        );
      });
    if (rows.length < documentsAtOnce) break;
    last = { kind: rows.at(-1)!.kind, id: rows.at(-1)!.entityId };
  }
  await db
    .insert(totals)
    .values({ name: versionName, value: version })
    .onConflictDoUpdate({ target: totals.name, set: { value: version } });
}

/**
 * Brings an index of an older version up to date: words of texts, sound keys, web stories and names of schemes. Cheap
 * where nothing is missing. Safe on several instances, and resumed at the next start where it was interrupted.
 * @param signal ends it after the step under way
 */
export async function completeIndex(connection: Connection, signal?: AbortSignal): Promise<void> {
  const { db } = connection;
  if (signal?.aborted) return;
  await db.transaction((tx) => indexWebStories(tx));
  await completeSchemeNames(connection, signal);
  await completeWords(connection, signal);
  const missing = await db.execute(sql`select 1 from ${searchWords} where sound_keys is null limit 1`);
  if (missing.rows.length === 0) return;
  let last = { kind: '', id: 0 };
  for (;;) {
    if (signal?.aborted) return;
    const { rows } = await db.execute<{ kind: string; id: number; body: string }>(sql`
      select kind, entity_id as id, body from ${searchDocuments}
      where kind <> 'QUESTION' and (kind, entity_id) > (${last.kind}, ${last.id}) order by kind, entity_id limit ${documentsAtOnce}`);
    const words = new Set(rows.flatMap(({ body }) => foldText(body).split(' ')));
    await db.transaction((tx) => keepWords(tx, [], words));
    if (rows.length < documentsAtOnce) break;
    last = rows.at(-1)!;
  }
  for (;;) {
    if (signal?.aborted) return;
    const { rows } = await db.execute<{ word: string }>(
      sql`select word from ${searchWords} where sound_keys is null order by word limit ${wordsAtOnce}`,
    );
    if (rows.length === 0) return;
    const keyed = rows.map(({ word }) => ({ word, keys: soundKeys(word) }));
    await db.execute(sql`
      update ${searchWords} set sound_keys = array(select jsonb_array_elements_text(given.keys))
      from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as given(word text, keys jsonb) where ${searchWords}.word = given.word`);
  }
}
