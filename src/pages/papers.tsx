import { mergePapers } from '../features/papers/merge-papers.ts';
import { isErrandId } from '../features/papers/errands.ts';
import { readChoices } from '../features/papers/read-choices.ts';
import { notFound } from '../platform/errors.ts';
import { insistOn, pageLoader } from '../platform/page-loader.server.ts';
import '../ui/forms.css';
import { type PapersModel, PapersView } from './papers-view.tsx';
import { ServedPage } from './served-page.tsx';

export const loader = pageLoader(async ({ url, params, services: { config } }) => {
  const { slug } = params;
  if (slug !== undefined && !isErrandId(slug)) throw notFound('page');
  insistOn(slug === undefined ? '/papers' : `/papers/${slug}`, url);
  const choices = readChoices(url.searchParams);
  if (!choices) throw notFound('page');
  const ids = slug === undefined ? choices.ids : [slug];
  const model: PapersModel = {
    ids,
    answers: choices.answers,
    papers: mergePapers(ids, choices.answers),
    isAsked: url.searchParams.size > 0,
    address: config.publicOrigin + url.pathname + url.search,
  };
  return { model, tags: [] };
});

export default function PapersPage() {
  return <ServedPage view={PapersView} />;
}
