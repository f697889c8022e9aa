import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Queryable } from '../../database/connect.server.ts';
import './concepts/all.ts';
import { currentLanguage, type Language } from '../../messages/catalogue.ts';
import { type Judged, judgeMessage } from './judge-message.ts';
import { addedConcepts } from './concept-words.server.ts';
import { listKnownScams, type ScamOnDesk } from './known-scams.queries.server.ts';
import { indexScams, type ScamIndex } from './scam-likeness.ts';
import { readSenderTable, type SenderTable } from './sender.ts';

// Relative to the site's root: the built pages hold a copy of this module elsewhere.
const senderFile = resolve('src/features/message-check/sms-headers.tsv');
let senders: Promise<SenderTable> | undefined;
/** Loaded lazily with the first sender: most checks do not need its 23,000 headers. */
const loadSenders = () => (senders ??= readFile(senderFile, 'utf8').then(readSenderTable));

const indexed = new Map<Language, { stamp: string; index: ScamIndex }>();
// Cached until a scam changes: a rebuild takes ten milliseconds, and editors change a few a day.
function indexOf(scams: ScamOnDesk[]): ScamIndex {
  const stamp = scams.map(({ id, updatedAt, canonicalUrl }) => `${id} ${updatedAt.getTime()} ${canonicalUrl}`).join();
  const cached = indexed.get(currentLanguage());
  if (cached?.stamp === stamp) return cached.index;
  const index = indexScams(scams);
  indexed.set(currentLanguage(), { stamp, index });
  return index;
}

/** The known scams, and the words of concepts that editors have added, as they are now. */
export async function readScamIndex(db: Queryable): Promise<ScamIndex> {
  const scams = await listKnownScams(db);
  return { ...indexOf(scams), added: (await addedConcepts(db)).lexicon };
}

/** The message is neither stored nor logged. */
export async function checkMessage(db: Queryable, text: string, sender: string | undefined): Promise<Judged> {
  const index = await readScamIndex(db);
  return judgeMessage(text, sender, index, sender ? await loadSenders() : null);
}
