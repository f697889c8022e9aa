import { canRemind, remindOfLetter } from '../../features/letters/letter-reminder.server.ts';
import { type LetterLanguage, letterLanguages, type Procedure } from '../../features/letters/procedure.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { findProcedure } from '../../features/letters/procedures.ts';
import { readAnswers } from '../../features/letters/read-answers.ts';
import { type Finished, writeLetter } from '../../features/letters/write-letter.ts';
import { overdueSince } from '../../features/publishing/check-intervals.ts';
import { lastFactCheck } from '../../features/publishing/checked-facts.ts';
import { mapFactChecks } from '../../features/publishing/fact-checks.queries.server.ts';
import { letters } from '../../messages/letters.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import { insistOn, pageAction, pageLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import '../../ui/forms.css';
import type { Reminder } from './letter-finished.tsx';
import { taskField, type Typed } from './letter-form.tsx';
import { type LetterModel, LetterView } from './letter-view.tsx';
import styles from './letters.module.css';
import { servedPage } from '../served-page.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

type SentHere = Sent & Omit<LetterModel, 'id' | 'isSent' | 'checkedLongAgo'>;

function procedureOf(id: string | undefined): Procedure {
  const procedure = findProcedure(id ?? '');
  if (!procedure) throw notFound('page');
  return procedure;
}

const letterLanguage = (asked: string | null): LetterLanguage =>
  letterLanguages.find((one) => one === (asked ?? currentLanguage())) ?? 'en';

export const loader = pageLoader(async ({ params, url, sent, services }) => {
  const { id, sources } = procedureOf(params.slug);
  insistOn(`/letters/${id}`, url);
  const checks = await mapFactChecks(services.connection.db);
  const days = sources.map(({ title, url: source, readOn }) =>
    lastFactCheck({ kind: 'letter', title, source, checkedOn: readOn }, checks),
  );
  const checkedLongAgo = overdueSince('letter', days, dayInIndia(services.clock()));
  const empty = { typed: {}, lang: letterLanguage(null), errors: {}, isContinued: false, refusal: null, result: null };
  const model: LetterModel = { ...empty, ...(sent as SentHere | null), id, isSent: sent !== null, checkedLongAgo };
  return { model, tags: ['facts'] };
});

/** What stands in the form, under the procedure's own questions only. */
const typedIn = (form: URLSearchParams, { questions }: Procedure): Typed =>
  Object.fromEntries(
    questions.flatMap(({ id }) => {
      const value = form.get(id);
      return value === null ? [] : [[id, value.replaceAll(/\r\n?/g, '\n').toWellFormed()]];
    }),
  );

type ReminderRequest = { isWanted: boolean; userId: string | null; address: string };

async function reminderFor(
  services: PageServices,
  procedure: Procedure,
  language: LetterLanguage,
  { dueOn, next }: Finished,
  { isWanted, userId, address }: ReminderRequest,
): Promise<Reminder> {
  if (userId === null || dueOn === null) return 'signed-out';
  if (isWanted) {
    const following = next && findProcedure(next.procedure);
    return remindOfLetter(services, { userId, address }, { procedure, language, dueOn, next: following });
  }
  return (await canRemind(services, userId)) ? 'offered' : 'no-address';
}

export const action = pageAction<SentHere>(async ({ services, form, params, viewer, address }) => {
  const procedure = procedureOf(params.slug);
  const typed = typedIn(form, procedure);
  const lang = letterLanguage(form.get('lang'));
  const shown = { typed, lang, errors: {}, isContinued: false, refusal: null, result: null };
  const task = form.get(taskField);
  if (task === 'begin') return { ...shown, isContinued: true };
  const today = dayInIndia(services.clock());
  const { answers, problems } = readAnswers(procedure, typed as Record<string, string>, today);
  if (problems.length > 0)
    return {
      ...shown,
      status: 400,
      errors: Object.fromEntries(problems.map(({ path, message }) => [path, message])),
    };
  try {
    await services.limits.searches(networkOf(address));
  } catch (error) {
    if (!isAppError(error) || error.status !== 429) throw error;
    return { ...shown, status: 429, retryAfterSeconds: error.retryAfterSeconds, refusal: letters.tooMany };
  }
  const finished = writeLetter(procedure, lang, answers, today);
  const request = { isWanted: task === 'remind', userId: viewer?.userId ?? null, address };
  const reminder = await reminderFor(services, procedure, lang, finished, request);
  return { ...shown, result: { finished, lang, typed, reminder } };
});

export default servedPage(LetterView, styles.letters);
