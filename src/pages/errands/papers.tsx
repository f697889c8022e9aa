import { mergePapers } from '../../features/papers/merge-papers.ts';
import { type ErrandId, errands, isErrandId } from '../../features/papers/errands.ts';
import { type PaperId, register } from '../../features/papers/register.ts';
import { overdueSince } from '../../features/publishing/check-intervals.ts';
import { lastFactCheck } from '../../features/publishing/checked-facts.ts';
import { type FactCheck, mapFactChecks } from '../../features/publishing/fact-checks.queries.server.ts';
import type { Source } from '../../features/papers/paper.ts';
import { readChoices } from '../../features/papers/read-choices.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import '../../ui/forms.css';
import { type PapersModel, PapersView } from './papers-view.tsx';
import { servedPage } from '../served-page.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

export const loader = pageLoader(async ({ url, params, services: { config, clock, connection } }) => {
  const { slug } = params;
  if (slug !== undefined && !isErrandId(slug)) throw notFound('page');
  const path = slug === undefined ? '/papers' : `/papers/${slug}`;
  insistOn(path, url);
  const choices = readChoices(url.searchParams);
  if (!choices) throw notFound('page');
  const ids = slug === undefined ? choices.ids : [slug];
  const papers = mergePapers(ids, choices.answers);
  const model: PapersModel = {
    ids,
    answers: choices.answers,
    papers,
    checkedLongAgo: checkedLongAgo(ids, papers, dayInIndia(clock()), await mapFactChecks(connection.db)),
    isAsked: url.searchParams.size > 0,
    path: path + url.search,
    address: config.publicOrigin + addressHere(url.pathname) + url.search,
  };
  return { model, tags: ['facts'] };
});

type Checks = ReadonlyMap<string, FactCheck>;

/** The oldest overdue day among the lists, and the fees and times in them. */
function checkedLongAgo(ids: ErrandId[], papers: { id: PaperId }[], today: string, checks: Checks): string | null {
  const facts = [...ids.map((id) => errands[id]), ...papers.map(({ id }) => register[id])];
  const lastCheck = (kind: 'fee' | 'paper', title: string, { url, readOn }: Source) =>
    lastFactCheck({ kind, title, source: url, checkedOn: readOn }, checks);
  const days = facts.flatMap(({ name, fee, days: time }) =>
    [fee, time].flatMap((fact) =>
      fact && fact !== 'own' ? [lastCheck('fee', `${name}: ${fact.text}`, fact.source)] : [],
    ),
  );
  const lists = ids.flatMap((id) => {
    const { name, source } = errands[id];
    return source ? [lastCheck('paper', name, source)] : [];
  });
  return overdueSince('fee', days, today) ?? overdueSince('paper', lists, today);
}

export default servedPage(PapersView);
