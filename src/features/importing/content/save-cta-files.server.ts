import { endCtas, listCtasWithout, saveCta } from '../../referrals/save-cta.server.ts';
import type { ContentRun } from './content-run.ts';
import { type Outcome, inBatches } from './save-in-batches.server.ts';
import { originalKey, originalsFirst } from './translation-files.ts';

export async function saveCtaFiles(run: ContentRun): Promise<void> {
  await inBatches(
    run,
    originalsFirst(run.folder.files.ctas.values()),
    async (
      tx,
      {
        key,
        data: {
          id,
          title,
          description,
          active,
          questions,
          rules,
          nextSteps,
          papers,
          officialUrl,
          helpline,
          article,
          lang,
          translationOf,
          follows,
          sample,
        },
      },
    ): Promise<Outcome> => {
      const articlePath = article === undefined ? null : run.saving.resolveLink!('article', article);
      const problems =
        article !== undefined && articlePath === null
          ? [`There is no article "${article}" to read more in; the link is left out.`]
          : [];
      const saved = await saveCta(tx, {
        id,
        key,
        lang,
        translationOf: translationOf && (originalKey(run.folder, 'ctas', key) ?? undefined),
        follows: follows ?? null,
        title,
        description,
        isActive: active,
        isSample: sample,
        definition: { questions, rules, nextSteps, papers, officialUrl, helpline: helpline ?? null, articlePath },
      });
      return { ...saved, problems };
    },
  );
  if (run.options.only) return;
  await run.target.inTransaction(async (tx) => {
    const { keeper } = run.options;
    const own = (await keeper?.ownKeys(tx, 'ctas')) ?? new Set<string>();
    const gone = await listCtasWithout(tx, [...run.folder.present.ctas, ...own]);
    for (const key of gone)
      run.report.note(
        `content/ctas/${key}.md`,
        run.options.prune
          ? 'the file is gone: the call to action is over'
          : 'the file is gone, but the call to action is still open: import with --prune',
      );
    if (!run.options.prune || gone.length === 0) return;
    await keeper?.beforePruning(tx, 'ctas', gone);
    await endCtas(tx, gone);
    run.cacheTags.add('ctas');
    await keeper?.pruned(tx, 'ctas', gone);
  });
}
