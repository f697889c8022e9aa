import { saveKnownScam } from '../../message-check/save-known-scam.server.ts';
import { saveTextPage } from '../../textpages/save-text-page.server.ts';
import type { ContentRun } from './content-run.ts';
import { type Outcome, inBatches } from './save-in-batches.server.ts';
import { saveQuestion } from './save-question.server.ts';
import { originalKey } from './translation-files.ts';

export async function savePageFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.pages.values(), (tx, { key, data, body }) =>
    saveTextPage(
      tx,
      {
        key,
        lang: data.lang,
        translationOf: data.translationOf === undefined ? null : originalKey(run.folder, 'pages', key),
        follows: data.follows ?? null,
        title: data.title,
        description: data.description,
        updatedOn: data.updatedAt,
        body,
      },
      run.saving,
    ),
  );
}

export async function saveScamFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.scams.values(), async (tx, { key, data, body }): Promise<Outcome> => {
    const { title, advice, translations, texts, article, firstSeen, lastSeen, expires, sample } = data;
    const articleId = article ? (run.keys.articles.get(article)?.id ?? null) : null;
    return saveKnownScam(tx, {
      // A file has no number; a draft of the studio has one before its row.
      id: (data as { id?: number }).id,
      key,
      title,
      advice,
      translations,
      texts,
      about: body.trim(),
      articleId,
      firstSeenOn: firstSeen ?? null,
      lastSeenOn: lastSeen ?? null,
      expiresOn: expires ?? null,
      isSample: sample,
    });
  });
}

export async function saveQuestionFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.questions.values(), (tx, { key, data, body }) =>
    saveQuestion(tx, run.keys, run.saving.resolveLink!, { key, data, body, runId: run.options.runId }),
  );
}
