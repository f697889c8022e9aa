import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/connect.server.ts';
import { searchDocuments, searchWords } from '../../database/schema.ts';
import { keepWords } from '../search-index/index-document.server.ts';
import { foldText } from '../search-index/words.ts';
import { soundKeys } from '../transliteration/sound-key.ts';
import { indexWebStories } from '../webstories/index-webstories.server.ts';

const documentsAtOnce = 100;
const wordsAtOnce = 500;

/**
 * Brings an index of an older version up to date: words of texts, sound keys and web stories. Cheap where nothing is
 * missing. Safe on several instances, and resumed at the next start where it was interrupted.
 */
export async function completeIndex({ db }: Connection): Promise<void> {
  await db.transaction((tx) => indexWebStories(tx));
  const missing = await db.execute(sql`select 1 from ${searchWords} where sound_keys is null limit 1`);
  if (missing.rows.length === 0) return;
  let last = { kind: '', id: 0 };
  for (;;) {
    const { rows } = await db.execute<{ kind: string; id: number; body: string }>(sql`
      select kind, entity_id as id, body from ${searchDocuments}
      where kind <> 'QUESTION' and (kind, entity_id) > (${last.kind}, ${last.id}) order by kind, entity_id limit ${documentsAtOnce}`);
    const words = new Set(rows.flatMap(({ body }) => foldText(body).split(' ')));
    await db.transaction((tx) => keepWords(tx, words, true));
    if (rows.length < documentsAtOnce) break;
    last = rows.at(-1)!;
  }
  for (;;) {
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
