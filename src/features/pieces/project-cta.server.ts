import type { Transaction } from '../../database/connect.server.ts';
import { saveCta } from '../referrals/save-cta.server.ts';
import type { PieceFile, Projected, Projection } from './projection.ts';

export async function projectCta(
  tx: Transaction,
  projection: Projection,
  { key, data }: PieceFile<'ctas'>,
): Promise<Projected> {
  const { id, lang, title, description, article, questions, rules, nextSteps, papers, officialUrl, helpline } = data;
  const articlePath = article === undefined ? null : projection.saving.resolveLink!('article', article);
  const saved = await saveCta(tx, {
    id,
    key,
    lang,
    title,
    description,
    translationOf: data.translationOf && (projection.originalKey('ctas', key) ?? undefined),
    follows: data.follows ?? null,
    isActive: data.active,
    isSample: data.sample,
    definition: { questions, rules, nextSteps, papers, officialUrl, helpline: helpline ?? null, articlePath },
  });
  const isLost = article !== undefined && articlePath === null;
  return {
    ...saved,
    problems: isLost ? [`There is no article "${article}" to read more in; the link is left out.`] : [],
  };
}
