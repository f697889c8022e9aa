import { mapCallsByArticle } from '../../features/referrals/referrals.queries.server.ts';
import { listProfiles } from '../../features/profiles/profiles.queries.server.ts';
import type { Profile } from '../../features/profiles/profiles.contract.ts';
import { type Answers, type FactId, isFactId, readAnswers } from '../../features/schemes/facts.ts';
import { questionOf, spokenOf } from '../../features/schemes/fact-questions.ts';
import { knownOfHome } from '../../features/schemes/household.ts';
import { compileSchemes, findSchemes } from '../../features/schemes/find-schemes.ts';
import { fieldOf, readFormAnswer, readFormAnswers } from '../../features/schemes/form-answers.ts';
import { countsOf, explainMatch } from '../../features/schemes/match-schemes.ts';
import { problemWith } from '../../features/schemes/question-fields.tsx';
import { personOf } from '../../features/schemes/whom.ts';
import { compiledSchemes } from '../../features/schemes/schemes.queries.server.ts';
import { pageAction, personalLoader, type VisitArgs, type Sent } from '../../platform/page/page-loader.server.ts';
import '../../features/schemes/schemes.css';
import '../../ui/forms.css';
import { useServerData } from '../../platform/page/page-context.ts';
import { Island } from '../../ui/island.tsx';
import { stateWithout } from '../../features/schemes/evaluate.ts';
import { FinderByServer, FinderHead, type FinderModel } from './find-schemes-view.tsx';
import { WhatElse } from './finder-what-else.tsx';
import { hasSkippedEnough } from './finder-ways-on.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

type SentHere = Sent & { answers: Answers; asked: FactId | null; typed: string[]; problem: string | null };

export const loader = personalLoader(async ({ services, remember, url, viewer, sent }: VisitArgs<SentHere>) => {
  const { config, clock } = services;
  const { db } = services.connection;
  const day = dayInIndia(clock());
  const compiled = await compiledSchemes(remember, db, day);
  const person = personOf(url.searchParams);
  const profiles = viewer ? await listProfiles(db, viewer.userId) : [];
  const member =
    person === 'me'
      ? (profiles.find(({ id }) => String(id) === url.searchParams.get('for')) ??
        profiles.find(({ relation }) => relation === 'SELF'))
      : undefined;
  const answers = sent?.answers ?? (member ? storedAnswers(member, profiles) : {});
  const wanted = url.searchParams.get('scheme');
  const focus =
    wanted === null
      ? undefined
      : compiled.schemes.find(({ scheme: { id, otherIds } }) => [id, ...otherIds].some((one) => String(one) === wanted))
          ?.scheme;
  const found = findSchemes(compiled, answers);
  const asked =
    sent?.asked ??
    (focus ? findSchemes(compileSchemes([focus], day), answers, { areNamed: true }).nextQuestion : null) ??
    found.nextQuestion;
  // Results appear after the first answer, or enough skipped questions.
  const skipped = Object.values(answers).filter((answer) => answer === null).length;
  const hasResults = skipped < Object.keys(answers).length || hasSkippedEnough(skipped);
  const groupOf = (schemes: typeof found.mayFit, most: number) => ({
    matches: hasResults ? schemes.slice(0, most).map((scheme) => explainMatch(scheme, answers, day)) : [],
    total: schemes.length,
  });
  const total = compiled.schemes.length;
  const model: FinderModel = {
    person,
    answers,
    isSent: sent !== null,
    typed: sent?.typed ?? [],
    problem: sent?.problem ?? null,
    family: profiles.length > 1 ? profiles.map(({ id, relation, firstName }) => ({ id, relation, firstName })) : [],
    profileId: member?.id ?? null,
    question: asked === null ? null : questionOf(asked, person === 'me' ? spokenOf(member ?? {}, answers) : 'other'),
    total,
    counts: countsOf(found),
    stateWithout:
      total === 0
        ? null
        : stateWithout(
            compiled.schemes.map(({ scheme }) => scheme),
            answers,
          ),
    focus: focus ? explainMatch(focus, answers, day) : null,
    groups: [
      groupOf(found.mayFit, 30),
      groupOf(
        found.needsAnswers.map(({ scheme }) => scheme),
        15,
      ),
      groupOf(found.doesNotFit, 15),
    ],
    calls: await mapCallsByArticle(db),
    origin: config.publicOrigin,
  };
  return { model };
});

/** With what is known of the home. */
function storedAnswers(member: Profile, profiles: Profile[]): Answers {
  const answersOf = (id: number) => readAnswers(profiles.find((one) => one.id === id)?.answers);
  return { ...knownOfHome(member, profiles, answersOf).answers, ...answersOf(member.id) };
}

/** No-script fallback: one question at a time; answers travel in hidden fields and are never stored. */
export const action = pageAction<SentHere>(async ({ form }) => {
  const answers = readFormAnswers(form);
  const asked = form.get('asked');
  const go = form.get('go') ?? 'next';
  const change = /^ask\.(\w+)$/.exec(go)?.[1];
  if (isFactId(change)) return { answers, asked: change, typed: [], problem: null };
  if (go === 'skipped') {
    const given = Object.entries(answers).filter(([, answer]) => answer !== null);
    return { answers: Object.fromEntries(given), asked: null, typed: [], problem: null };
  }
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
  const model = useServerData<FinderModel>();
  return (
    <main id="main" className="wrap finder">
      <div>
        <FinderHead {...model} />
        <Island name="changes" when="now" props={{ isFinder: true }} />
      </div>
      <Island name="finder" when="now" props={{ focusId: model.focus?.scheme.id ?? null, calls: model.calls }}>
        <FinderByServer {...model} />
      </Island>
      <WhatElse scheme={model.focus?.scheme ?? null} />
    </main>
  );
}
