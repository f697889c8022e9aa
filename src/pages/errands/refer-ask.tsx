import { QuestionFields } from '../../features/schemes/question-fields.tsx';
import { errands } from '../../messages/errands.ts';
import { ownLanguage } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './errands.module.css';
import type { Asking } from './refer-model.ts';
import { Carried } from './refer-carried.tsx';

export function Ask({ lang, title, description, typed, questions, at, problem, today }: Asking) {
  const question = questions[at]!;
  const own = ownLanguage(lang);
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
          <h1 lang={own}>{title}</h1>
          <p className="soft" lang={own}>
            {description}
          </p>
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
          lang={own}
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
