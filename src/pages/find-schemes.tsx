import { useState } from 'react';
import { findSelf } from '../features/profiles/profiles.queries.server.ts';
import { type Answers, type FactId, isFactId, readAnswers } from '../features/schemes/facts.ts';
import { questionOf } from '../features/schemes/fact-questions.ts';
import { compileSchemes, findSchemes } from '../features/schemes/find-schemes.ts';
import { fieldOf, readFormAnswer, readFormAnswers } from '../features/schemes/form-answers.ts';
import { matchSchemes } from '../features/schemes/match-schemes.ts';
import { problemWith } from '../features/schemes/question-fields.tsx';
import type { Outcome } from '../features/schemes/schemes.contract.ts';
import { compiledSchemes } from '../features/schemes/schemes.queries.server.ts';
import { pageAction, personalLoader, type Sent } from '../platform/page-loader.server.ts';
import '../ui/finder.css';
import '../ui/forms.css';
import { ServerOnly } from '../ui/server-only.tsx';
import { FinderByServer, FinderHead, type FinderModel } from './find-schemes-view.tsx';
import { Finder } from './finder.tsx';
import { WithModel } from './served-page.tsx';

type SentHere = Sent & { answers: Answers; asked: FactId | null; typed: string[]; problem: string | null };

const shown: Record<Outcome, number> = { MAY_BE_ELIGIBLE: 30, NEEDS_ANSWERS: 15, NOT_ELIGIBLE: 15 };

export const loader = personalLoader<SentHere>(async ({ services: { connection: { db } }, remember, url, viewer, sent }) => {
  const compiled = await compiledSchemes(remember, db);
  const answers = sent?.answers ?? (viewer ? readAnswers((await findSelf(db, viewer.userId))?.answers) : {});
  const wanted = url.searchParams.get('scheme');
  const focus = wanted === null ? undefined : compiled.schemes.find(({ scheme }) => String(scheme.id) === wanted)?.scheme;
  const own = focus && compileSchemes([focus]);
  const listed = (outcome: Outcome) => matchSchemes(compiled, { answers, outcome, page: 1, pageSize: shown[outcome] });
  const may = listed('MAY_BE_ELIGIBLE');
  const asked = sent?.asked ?? (own ? findSchemes(own, answers).nextQuestion : null) ?? may.nextQuestion?.id ?? null;
  const model: FinderModel = {
    answers, isSent: sent !== null, typed: sent?.typed ?? [], problem: sent?.problem ?? null, question: asked === null ? null : questionOf(asked), total: compiled.schemes.length, counts: may.counts,
    focus: own ? matchSchemes(own, { answers, page: 1, pageSize: 1 }).data[0] ?? null : null,
    groups: [may, listed('NEEDS_ANSWERS'), listed('NOT_ELIGIBLE')].map(({ data, total }) => ({ matches: data, total })),
  };
  return { model };
});

/** Without script: one question, for one visit. Answers travel in the form and are kept nowhere. */
export const action = pageAction<SentHere>(async ({ form }) => {
  const answers = readFormAnswers(form);
  const asked = form.get('asked');
  const go = form.get('go') ?? 'next';
  const change = /^ask\.(\w+)$/.exec(go)?.[1];
  if (isFactId(change)) return { answers, asked: change, typed: [], problem: null };
  if (!isFactId(asked) || go === 'results') return { answers, asked: null, typed: [], problem: null };
  if (go === 'skip') return { answers: { ...answers, [asked]: null }, asked: null, typed: [], problem: null };
  const typed = form.getAll(fieldOf(asked)).slice(0, 40).map((text) => text.slice(0, 200));
  const answer = readFormAnswer(asked, typed);
  if (answer === undefined || answer === null) return { status: 400, answers, asked, typed, problem: problemWith(questionOf(asked), answer === undefined) };
  return { answers, asked: null, typed: [], problem: null };
});

export default function FindSchemesPage() {
  const [isTaken, setTaken] = useState(false);
  return (
    <main id="main" className="wrap finder">
      <ServerOnly as="div">{import.meta.env.SSR && <WithModel view={FinderHead} />}</ServerOnly>
      <ServerOnly as="div" id="by-server" hidden={isTaken}>{import.meta.env.SSR && <WithModel view={FinderByServer} />}</ServerOnly>
      <Finder onReady={() => setTaken(true)} />
    </main>
  );
}
