import { useState } from 'react';
import { findSelf } from '../features/profiles/profiles.queries.server.ts';
import { type Answers, type FactId, isFactId, readAnswers } from '../features/schemes/facts.ts';
import { questionOf } from '../features/schemes/fact-questions.ts';
import { compileSchemes, findSchemes } from '../features/schemes/find-schemes.ts';
import { fieldOf, readFormAnswer, readFormAnswers } from '../features/schemes/form-answers.ts';
import { countsOf, explainMatch } from '../features/schemes/match-schemes.ts';
import { problemWith } from '../features/schemes/question-fields.tsx';
import { compiledSchemes } from '../features/schemes/schemes.queries.server.ts';
import { pageAction, personalLoader, type Sent } from '../platform/page-loader.server.ts';
import '../ui/finder.css';
import '../ui/forms.css';
import { ServerOnly } from '../ui/server-only.tsx';
import { FinderByServer, FinderHead, type FinderModel } from './find-schemes-view.tsx';
import { Finder } from './finder.tsx';
import { WithModel } from './served-page.tsx';

type SentHere = Sent & { answers: Answers; asked: FactId | null; typed: string[]; problem: string | null };

export const loader = personalLoader<SentHere>(
  async ({
    services: {
      connection: { db },
    },
    remember,
    url,
    viewer,
    sent,
  }) => {
    const compiled = await compiledSchemes(remember, db);
    const answers = sent?.answers ?? (viewer ? readAnswers((await findSelf(db, viewer.userId))?.answers) : {});
    const wanted = url.searchParams.get('scheme');
    const focus =
      wanted === null ? undefined : compiled.schemes.find(({ scheme }) => String(scheme.id) === wanted)?.scheme;
    const found = findSchemes(compiled, answers);
    const asked =
      sent?.asked ?? (focus ? findSchemes(compileSchemes([focus]), answers).nextQuestion : null) ?? found.nextQuestion;
    // Results stand there from the first answer on.
    const hasAnswers = Object.values(answers).some((answer) => answer !== null);
    const groupOf = (schemes: typeof found.mayFit, most: number) => ({
      matches: hasAnswers ? schemes.slice(0, most).map((scheme) => explainMatch(scheme, answers)) : [],
      total: schemes.length,
    });
    const model: FinderModel = {
      answers,
      isSent: sent !== null,
      typed: sent?.typed ?? [],
      problem: sent?.problem ?? null,
      question: asked === null ? null : questionOf(asked),
      total: compiled.schemes.length,
      counts: countsOf(found),
      focus: focus ? explainMatch(focus, answers) : null,
      groups: [
        groupOf(found.mayFit, 30),
        groupOf(
          found.needsAnswers.map(({ scheme }) => scheme),
          15,
        ),
        groupOf(found.doesNotFit, 15),
      ],
    };
    return { model };
  },
);

/** Without script: one question, for one visit. Answers travel in the form and are kept nowhere. */
export const action = pageAction<SentHere>(async ({ form }) => {
  const answers = readFormAnswers(form);
  const asked = form.get('asked');
  const go = form.get('go') ?? 'next';
  const change = /^ask\.(\w+)$/.exec(go)?.[1];
  if (isFactId(change)) return { answers, asked: change, typed: [], problem: null };
  if (!isFactId(asked) || go === 'results') return { answers, asked: null, typed: [], problem: null };
  if (go === 'skip') return { answers: { ...answers, [asked]: null }, asked: null, typed: [], problem: null };
  const typed = form
    .getAll(fieldOf(asked))
    .slice(0, 40)
    .map((text) => text.slice(0, 200));
  const answer = readFormAnswer(asked, typed);
  if (answer === undefined || answer === null)
    return { status: 400, answers, asked, typed, problem: problemWith(questionOf(asked), answer === undefined) };
  return { answers, asked: null, typed: [], problem: null };
});

export default function FindSchemesPage() {
  const [isTaken, setTaken] = useState(false);
  return (
    <main id="main" className="wrap finder">
      <ServerOnly as="div">{import.meta.env.SSR && <WithModel view={FinderHead} />}</ServerOnly>
      <ServerOnly as="div" id="by-server" hidden={isTaken}>
        {import.meta.env.SSR && <WithModel view={FinderByServer} />}
      </ServerOnly>
      <Finder onReady={() => setTaken(true)} />
    </main>
  );
}
