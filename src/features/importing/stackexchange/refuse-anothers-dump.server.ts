import { type CommandContext, WrongUse } from '../../../platform/process/command.ts';
import { sameTitle } from '../same-source.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { type OpenFile, ReadProgress } from '../read-file.server.ts';
import { postKindOf } from './dump-rows.ts';
import { readRows } from './read-rows.server.ts';
import { placesOf, sourceOf, titlesOf } from '../store-posts.server.ts';

/**
 * Refuses a dump under another one's name: most questions with the same id have a different title.
 * @throws WrongUse before anything is written
 */
export async function refuseAnothersDump(
  { connection: { db } }: CommandContext,
  site: string,
  file: OpenFile,
): Promise<void> {
  const titles = new Map<number, string>();
  try {
    for await (const rows of readRows(file, 'posts', new ReadProgress(file.size))) {
      for (const row of rows)
        if (postKindOf(row) === 'QUESTION') titles.set(Number(row.Id), oneLine(row.Title ?? '').slice(0, 200));
      if (titles.size >= 300) break;
    }
  } catch {
    // The import reports a corrupt file itself.
  }
  const places = await placesOf(
    db,
    { source: sourceOf(site) },
    'POST',
    [...titles.keys()].filter(Number.isSafeInteger),
  );
  const stored = await titlesOf(
    db,
    [...places.values()].flatMap(({ entityType, entityId }) => (entityType === 'QUESTION' ? [entityId] : [])),
  );
  // Titles edited or deleted here by the asker or a moderator are not comparable.
  const compared = [...places].flatMap(([id, { entityId }]) => {
    const title = stored.get(entityId);
    return title ? [[title, titles.get(id)!] as const] : [];
  });
  const strangers = compared.filter(([here, there]) => !sameTitle(here, there));
  if (strangers.length * 2 <= compared.length) return;
  throw new WrongUse(
    `Another dump was imported under the name "${site}": "${strangers[0]![0]}" is there where this one has "${strangers[0]![1]}". Nothing was taken. Give this one a name of its own: --site NAME`,
  );
}
