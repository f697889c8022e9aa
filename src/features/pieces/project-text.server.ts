import type { Transaction } from '../../database/connect.server.ts';
import { saveKnownScam } from '../message-check/save-known-scam.server.ts';
import { saveTextPage } from '../textpages/save-text-page.server.ts';
import type { PieceFile, Projected, Projection } from './projection.ts';

export const projectPage = (
  tx: Transaction,
  projection: Projection,
  { key, data, body }: PieceFile<'pages'>,
): Promise<Projected> =>
  saveTextPage(
    tx,
    {
      key,
      lang: data.lang,
      translationOf: data.translationOf === undefined ? null : projection.originalKey('pages', key),
      follows: data.follows ?? null,
      title: data.title,
      description: data.description,
      updatedOn: data.updatedAt,
      body,
    },
    projection.saving,
  );

export function projectScam(
  tx: Transaction,
  { keys }: Projection,
  { key, data, body }: PieceFile<'scams'>,
): Promise<Projected> {
  const { title, advice, translations, texts, article, firstSeen, lastSeen, expires, sample } = data;
  return saveKnownScam(tx, {
    // A file has no number; a draft of the studio has one before its row.
    id: (data as { id?: number }).id,
    key,
    title,
    advice,
    translations,
    texts,
    about: body.trim(),
    articleId: article ? (keys.articles.get(article)?.id ?? null) : null,
    firstSeenOn: firstSeen ?? null,
    lastSeenOn: lastSeen ?? null,
    expiresOn: expires ?? null,
    isSample: sample,
  });
}
