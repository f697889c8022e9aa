import type { CtaQuestion } from '../features/referrals/cta-definition.ts';
import type { CtaExplanation } from '../features/referrals/judge-answers.ts';
import { AlsoCheck } from '../features/schemes/also-check.tsx';
import { fieldOf } from '../features/schemes/form-answers.ts';
import { QuestionFields } from '../features/schemes/question-fields.tsx';
import { errands } from '../messages/errands.ts';
import { t } from '../messages/messages.ts';
import { Field, FieldError } from '../ui/field.tsx';
import { MarkedText } from '../ui/marked-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { absolute, useSite } from '../ui/site-context.ts';
import { Told } from './account/gate.tsx';
import styles from './errands.module.css';
import type { Typed } from './refer-answers.ts';

export type KeepForm = {
  name: string;
  mobile: string;
  hasAgreed: boolean;
  errors: { name?: string; mobile?: string; consent?: string; form?: string };
  /** Set after the referral was stored. */
  referralId: number | null;
};

type Common = {
  lang: string;
  title: string;
  description: string;
  path: string;
  isActive: boolean;
  typed: Typed;
  questions: CtaQuestion[];
  today: string;
};
type Asking = Common & { step: 'ask'; at: number; problem: string | null };
type Answered = Common & {
  step: 'result';
  result: CtaExplanation;
  /** From the call to action's scheme. */
  alsoCheck: string[];
  nextSteps: string[];
  papers: string[];
  officialUrl: string;
  helpline: string | null;
  articlePath: string | null;
  keep: KeepForm;
};
export type ReferModel = Asking | Answered;

export function ReferView(model: ReferModel) {
  const { step, title, description, path, questions, isActive } = model;
  const tab =
    step === 'ask'
      ? model.at > 0
        ? `${errands.refer.step(model.at + 1, questions.length)}: ${title}`
        : title
      : `${errands.refer.result}: ${title}`;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={t.site.titleOf(tab)}
        description={description || errands.refer.describe(title)}
        heading={title}
        path={path}
        lang={model.lang}
      />
      {!isActive && <Told tone="warn" title={errands.refer.over} />}
      {step === 'ask' ? <Ask {...model} /> : <Result {...model} />}
    </div>
  );
}

/** Earlier answers as hidden fields: nothing is stored before the last step. */
function Carried({ typed, without, at }: { typed: Typed; without?: string; at: number }) {
  return (
    <>
      <input type="hidden" name="at" value={at} />
      {Object.entries(typed).flatMap(([id, values]) =>
        id === without
          ? []
          : values.map((value) => <input key={`${id} ${value}`} type="hidden" name={fieldOf(id)} value={value} />),
      )}
    </>
  );
}

function Ask({ title, description, typed, questions, at, problem, today }: Asking) {
  const question = questions[at]!;
  return (
    <section className={`box ${styles.ask}`}>
      <div>
        <p className="small soft">{errands.refer.step(at + 1, questions.length)}</p>
        <progress className="vh" max={questions.length} value={at} aria-label={errands.refer.progress} />
        <svg className={styles.track} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={(at / questions.length) * 100} height="1" />
        </svg>
      </div>
      {at === 0 && (
        <>
          <h1>{title}</h1>
          <p className="soft">{description}</p>
        </>
      )}
      <form className="form" method="post" noValidate>
        {/* Implicit submission (Enter) presses a form's first submit button. */}
        <button className="vh" name="go" value="next" tabIndex={-1} aria-hidden="true">
          {errands.refer.next}
        </button>
        <Carried typed={typed} without={question.id} at={at} />
        <QuestionFields
          question={{ ...question, question: question.text, latest: today, isLong: question.fact === null }}
          values={typed[question.id] ?? []}
          problem={problem}
          level={at > 0 ? 1 : 2}
        />
        <div className="acts">
          <button className="btn" name="go" value="next">
            {errands.refer.next}
          </button>
          {at > 0 && (
            <button className="btn ghost" name="go" value="back">
              <Icon name="left" />
              {errands.refer.back}
            </button>
          )}
          {!question.required && (
            <button className="link" name="go" value="skip">
              {errands.refer.skip}
            </button>
          )}
        </div>
      </form>
      <p className="small soft">{errands.refer.mayStayOpen}</p>
    </section>
  );
}

const verdicts = () =>
  ({
    yes: { tone: 'good', icon: 'tick', title: errands.refer.may, note: errands.refer.mayNote },
    no: { tone: '', icon: 'minus', title: errands.refer.not, note: errands.refer.notNote },
    open: { tone: 'warn', icon: 'quest', title: errands.refer.open, note: errands.refer.openNote },
  }) as const;

function Result({
  title,
  path,
  typed,
  questions,
  result: { eligible, reasons, missing },
  alsoCheck,
  nextSteps,
  papers,
  officialUrl,
  helpline,
  articlePath,
  keep,
  isActive,
}: Answered) {
  const site = useSite();
  const address = absolute(site, path);
  const { tone, icon, title: verdict, note } = verdicts()[eligible === null ? 'open' : eligible ? 'yes' : 'no'];
  const open = questions.filter(({ id }) => missing.includes(id));
  return (
    <>
      <section className={`box fit ${tone} ${styles.verdict}`}>
        <p>
          <span className="state">
            <Icon name={icon} />
            {verdict}
          </span>
        </p>
        <h1>{title}</h1>
        <p>{note}</p>
        <div className="head">
          <h2>{errands.refer.why}</h2>
        </div>
        <ul className="why">
          {reasons.map(({ verdict, text }) => (
            <li key={text} className={({ yes: 'good', no: '', unknown: 'warn' } as const)[verdict] || undefined}>
              <Icon name={({ yes: 'check', no: 'cross', unknown: 'quest' } as const)[verdict]} />
              <span>
                <MarkedText text={text} />
              </span>
            </li>
          ))}
        </ul>
        {open.length > 0 && (
          <>
            <h2>{errands.refer.missing}</h2>
            <ul className="why">
              {open.map(({ id, text }) => (
                <li key={id} className="warn">
                  <Icon name="quest" />
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {eligible !== false && <AlsoCheck points={alsoCheck} />}
        <form method="post" className="acts">
          <Carried typed={typed} at={questions.length} />
          {open[0] && (
            <button className="btn" name="go" value={`to.${questions.indexOf(open[0])}`}>
              {errands.refer.answer}
            </button>
          )}
          <button className="btn ghost" name="go" value="to.0">
            <Icon name="left" />
            {errands.refer.change}
          </button>
        </form>
      </section>
      {eligible !== false && (
        <section className="stack">
          <div className="head">
            <h2>{errands.refer.nextSteps}</h2>
          </div>
          <ol className="steps">
            {nextSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {papers.length > 0 && (
            <>
              <h3>{errands.refer.papers}</h3>
              <ul className={styles.list}>
                {papers.map((paper) => (
                  <li key={paper}>{paper}</li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
      <div className="acts">
        <a className={eligible === false ? 'btn ghost' : 'btn'} href={officialUrl} rel="noopener">
          {errands.refer.official}
        </a>
        {articlePath && (
          <a className="btn ghost" href={articlePath}>
            {errands.refer.readMore}
          </a>
        )}
        {helpline && (
          <a className="btn ghost" href={`tel:${helpline.replace(/[^\d+]/g, '')}`}>
            <Icon name="phone" />
            {errands.refer.call(helpline)}
          </a>
        )}
      </div>
      <section className="stack">
        <div className="head">
          <h2>{errands.refer.share}</h2>
        </div>
        <p className="soft">{errands.refer.shareNote}</p>
        <div className="acts">
          <a
            className="btn ghost"
            rel="noopener nofollow"
            href={`https://wa.me/?text=${encodeURIComponent(errands.refer.shareText(title, address))}`}
          >
            <Icon name="chat" />
            {errands.refer.whatsApp}
          </a>
          <button type="button" className="btn ghost needs-script" data-act="copy" data-done={t.article.copied}>
            <Icon name="link" />
            {t.article.copyLink}
          </button>
        </div>
      </section>
      {keep.referralId !== null ? (
        <Told title={errands.refer.kept}>
          <p>{errands.refer.keptNumber(keep.referralId)}</p>
        </Told>
      ) : (
        isActive && <Keep keep={keep} typed={typed} at={questions.length} />
      )}
    </>
  );
}

function Keep({ keep: { name, mobile, hasAgreed, errors }, typed, at }: { keep: KeepForm; typed: Typed; at: number }) {
  const first = (['form', 'name', 'mobile', 'consent'] as const).find((field) => errors[field]);
  return (
    <section className="stack" id="keep">
      <div className="head">
        <h2>{errands.refer.keepTitle}</h2>
      </div>
      <p className="soft">{errands.refer.keepNote}</p>
      {errors.form && <Told tone="bad" title={errors.form} />}
      <form className="form" method="post" action="#keep" noValidate>
        <Carried typed={typed} at={at} />
        <Field
          id="name"
          name="name"
          label={errands.refer.name}
          defaultValue={name}
          autoComplete="name"
          maxLength={80}
          error={errors.name}
          isFirstWrong={first === 'name'}
          required
        />
        <Field
          id="mobile"
          name="mobile"
          type="tel"
          inputMode="tel"
          prefix="+91"
          label={errands.refer.mobile}
          hint={errands.refer.mobileHint}
          defaultValue={mobile}
          autoComplete="tel"
          maxLength={40}
          error={errors.mobile}
          isFirstWrong={first === 'mobile'}
          required
        />
        <div className="field">
          <label className="tick" htmlFor="consent">
            <input
              type="checkbox"
              id="consent"
              name="consent"
              value="yes"
              defaultChecked={hasAgreed}
              aria-invalid={errors.consent ? true : undefined}
              aria-describedby={errors.consent ? 'consent-error consent-hint' : 'consent-hint'}
            />
            <span>{errands.refer.consent}</span>
          </label>
          {errors.consent && <FieldError id="consent-error">{errors.consent}</FieldError>}
          <span className="hint" id="consent-hint">
            {errands.refer.consentHint}
          </span>
        </div>
        <button className="btn ghost" name="go" value="keep">
          {errands.refer.keep}
        </button>
      </form>
    </section>
  );
}
