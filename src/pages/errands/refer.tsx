import { explainAnswers } from '../../features/referrals/judge-answers.ts';
import { ctaPath, type Cta } from '../../features/referrals/referrals.queries.server.ts';
import { readCtaRef, referralInput } from '../../features/referrals/referrals.contract.ts';
import { answersOfPerson, getCta, submitReferral } from '../../features/referrals/submit-referral.server.ts';
import { normalisePhone } from '../../features/otp/identifiers.ts';
import { overdueSince } from '../../features/publishing/check-intervals.ts';
import { lastCheckOfPiece } from '../../features/publishing/piece-checks.queries.server.ts';
import { listSavedSchemes } from '../../features/schemes/schemes.queries.server.ts';
import { findUser } from '../../features/users/users.queries.server.ts';
import { errands } from '../../messages/errands.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import { parseSlugAndId } from '../../platform/wire/ids.ts';
import {
  insistOnPiece,
  pageAction,
  personalLoader,
  type VisitArgs,
  type Sent,
  versionsOf,
} from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import '../../features/schemes/schemes.css';
import '../../ui/forms.css';
import styles from './errands.module.css';
import { readAll, readAnswer, readTyped, toTyped, type Typed } from './refer-answers.ts';
import { ReferView } from './refer-view.tsx';
import type { KeepForm, ReferModel } from './refer-model.ts';
import { servedPage } from '../served-page.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

type SentHere = Sent & { at: number; typed: Typed; problem?: string; keep?: KeepForm };

const noForm: KeepForm = { name: '', mobile: '', hasAgreed: false, errors: {}, referralId: null };

/** Prefills name and number from the account. */
async function formOf({ connection: { db } }: PageServices, userId: string): Promise<KeepForm> {
  const user = await findUser(db, userId);
  if (!user) return noForm;
  const name = `${user.firstName} ${user.lastName}`.trim().slice(0, 80);
  return { ...noForm, name, mobile: user.phone?.replace(/^\+91/, '') ?? '' };
}

async function ctaOf(services: PageServices, text: string | undefined): Promise<Cta> {
  const ref = readCtaRef(text ?? '');
  if (ref === null) throw notFound('cta');
  return getCta(services, ref);
}

export const loader = personalLoader(async ({ services, params, url, viewer, sent }: VisitArgs<SentHere>) => {
  const cta = await ctaOf(services, params.cta);
  const path = ctaPath(cta);
  const piece = { ...cta, canonicalUrl: path };
  const versions = sent ? versionsOf(piece) : insistOnPiece(piece, url);
  const { title, description, isActive, definition } = cta;
  const today = dayInIndia(services.clock());
  const checkedOn = await lastCheckOfPiece(services.connection.db, 'ctas', { id: cta.id });
  const checkedLongAgo = overdueSince('cta', [checkedOn], today);
  const typed =
    sent?.typed ?? toTyped(definition, viewer ? await answersOfPerson(services, viewer.userId, cta, today) : {});
  const at = sent?.at ?? 0;
  const { questions, nextSteps, papers, officialUrl, helpline, articlePath } = definition;
  const common = { lang: cta.lang, title, description, path, isActive, typed, questions, today, checkedLongAgo };
  if (at < questions.length)
    return { model: { ...common, step: 'ask', at, problem: sent?.problem ?? null } satisfies ReferModel, versions };
  const articleId = articlePath === null ? null : parseSlugAndId(articlePath.slice('/article/'.length))?.id;
  const [scheme] = articleId ? await listSavedSchemes(services.connection.db, [articleId]) : [];
  return {
    model: {
      ...common,
      step: 'result',
      result: explainAnswers(definition, readAll(definition, typed, today), today),
      alsoCheck: scheme?.alsoCheck ?? [],
      nextSteps,
      papers,
      officialUrl,
      helpline,
      articlePath,
      keep: sent?.keep ?? (viewer ? await formOf(services, viewer.userId) : noForm),
    } satisfies ReferModel,
    versions,
  };
});

export const action = pageAction<SentHere>(async ({ services, params, form, viewer, address, userAgent, visitId }) => {
  const cta = await ctaOf(services, params.cta);
  const { questions } = cta.definition;
  const today = dayInIndia(services.clock());
  const typed = readTyped(cta.definition, form);
  const at = Math.min(questions.length, Math.max(0, Math.trunc(Number(form.get('at')) || 0)));
  const go = form.get('go') ?? 'next';
  const question = questions[at];

  if (go === 'keep') return keep();
  if (go === 'back') return { at: Math.max(0, at - 1), typed };
  const jump = /^to\.(\d{1,2})$/.exec(go);
  if (jump) return { at: Math.min(questions.length - 1, Number(jump[1])), typed };
  if (!question) return { at: questions.length, typed };
  if (go === 'skip' && !question.required) return { at: at + 1, typed: { ...typed, [question.id]: [] } };
  const answer = readAnswer(question, typed[question.id] ?? [], today);
  if (answer === undefined && question.required) return { status: 400, at, typed, problem: errands.refer.needed };
  if (answer === null) return { status: 400, at, typed, problem: problemWith(question) };
  return { at: at + 1, typed };

  async function keep(): Promise<SentHere> {
    const entered = {
      name: (form.get('name') ?? '').trim().slice(0, 200),
      mobile: (form.get('mobile') ?? '').slice(0, 200),
      hasAgreed: form.get('consent') === 'yes',
    };
    const parsed = referralInput.safeParse({
      ctaId: cta.id,
      mobile: entered.mobile,
      name: entered.name,
      consent: entered.hasAgreed,
      answers: readAll(cta.definition, typed, today),
    });
    const shown = (status: number, errors: KeepForm['errors'], referralId: number | null = null): SentHere => ({
      status,
      at: questions.length,
      typed,
      keep: { ...entered, errors, referralId },
    });
    if (!parsed.success) {
      const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
      return shown(400, {
        ...(wrong.has('name') ? { name: errands.refer.nameNeeded } : {}),
        ...(normalisePhone(entered.mobile) === null ? { mobile: errands.refer.badMobile } : {}),
        ...(entered.hasAgreed ? {} : { consent: errands.refer.consentNeeded }),
        ...(wrong.has('answers') ? { form: errands.refer.broken } : {}),
      });
    }
    try {
      const { referralId } = await submitReferral(services, parsed.data, { viewer, address, visitId, userAgent });
      return shown(200, {}, referralId);
    } catch (error) {
      if (!isAppError(error) || error.status >= 500) throw error;
      return shown(error.status, {
        form:
          error.status === 429
            ? errands.refer.tooMany
            : error.status === 409
              ? errands.refer.over
              : errands.refer.broken,
      });
    }
  }
});

function problemWith({ type, min, max }: Cta['definition']['questions'][number]): string {
  if (type === 'number') return errands.refer.wrong.number(min, max);
  if (type === 'date') return errands.refer.wrong.date;
  return type === 'text' ? errands.refer.wrong.text : errands.refer.wrong.choice;
}

export default servedPage(ReferView, styles.errand);
