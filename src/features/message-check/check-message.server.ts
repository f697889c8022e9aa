import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Queryable } from '../../database/connect.server.ts';
import { judgeMessage } from './judge-message.ts';
import { listKnownScams, type ScamOnDesk } from './known-scams.queries.server.ts';
import type { CheckedMessage } from './message-check.contract.ts';
import { indexScams, type ScamIndex } from './scam-likeness.ts';
import { readSenderTable, type SenderTable } from './sender.ts';

// Relative to the site's root: the built pages hold a copy of this module elsewhere.
const senderFile = resolve('src/features/message-check/sms-headers.tsv');
let senders: Promise<SenderTable> | undefined;
/** Loaded lazily with the first sender: most checks do not need its 23,000 headers. */
const loadSenders = () => (senders ??= readFile(senderFile, 'utf8').then(readSenderTable));

let indexed: { stamp: string; index: ScamIndex } | undefined;
// Cached until a scam changes: a rebuild takes ten milliseconds, and editors change a few a day.
function indexOf(scams: ScamOnDesk[]): ScamIndex {
  const stamp = scams.map(({ id, updatedAt, canonicalUrl }) => `${id} ${updatedAt.getTime()} ${canonicalUrl}`).join();
  if (indexed?.stamp !== stamp) indexed = { stamp, index: indexScams(scams) };
  return indexed.index;
}

/** The message is neither stored nor logged. */
export async function checkMessage(db: Queryable, text: string, sender: string | undefined): Promise<CheckedMessage> {
  const scams = await listKnownScams(db);
  return judgeMessage(text, sender, indexOf(scams), sender ? await loadSenders() : null);
}
