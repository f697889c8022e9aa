import { HelplinesCheck } from '../../features/helplines/overdue-helplines.tsx';
import { AlsoCheck } from '../../features/schemes/also-check.tsx';
import { errands } from '../../messages/errands.ts';
import { t } from '../../messages/messages.ts';
import { Field, fieldsOf, mobileInput, Tick } from '../../ui/field.tsx';
import { ownLanguage } from '../../ui/format.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { absolute, useSite } from '../../ui/site-context.ts';
import { Notice } from '../account/gate.tsx';
import styles from './errands.module.css';
import type { Typed } from './refer-answers.ts';
import type { Answered, KeepForm } from './refer-model.ts';
import { Carried } from './refer-carried.tsx';
import { SectionHead } from '../../ui/section-head.tsx';

const verdicts = () =>
  ({
    yes: { tone: 'good', icon: 'tick', title: errands.refer.may, note: errands.refer.mayNote },
    no: { tone: '', icon: 'minus', title: errands.refer.not, note: errands.refer.notNote },
    open: { tone: 'warn', icon: 'quest', title: errands.refer.open, note: errands.refer.openNote },
  }) as const;

export function Result({
  lang,
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
  const own = ownLanguage(lang);
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
        <h1 lang={own}>{title}</h1>
        <p>{note}</p>
        <SectionHead title={errands.refer.why} />
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
                  <span lang={own}>{text}</span>
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
          <SectionHead title={errands.refer.nextSteps} />
          <ol className="steps" lang={own}>
            {nextSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {papers.length > 0 && (
            <>
              <h3>{errands.refer.papers}</h3>
              <ul className={styles.list} lang={own}>
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
        {eligible === false && (
          <a className="btn" href="/find-schemes">
            {t.nav.findSchemes}
          </a>
        )}
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
      {helpline && <HelplinesCheck numbers={[helpline]} />}
      <section className="stack">
        <SectionHead title={errands.refer.share} />
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
        <Notice title={errands.refer.kept}>
          <p>{errands.refer.keptNumber(keep.referralId)}</p>
        </Notice>
      ) : (
        isActive && <Keep keep={keep} typed={typed} at={questions.length} />
      )}
    </>
  );
}

function Keep({ keep: { name, mobile, hasAgreed, errors }, typed, at }: { keep: KeepForm; typed: Typed; at: number }) {
  const field = fieldsOf(['name', 'mobile'], { name, mobile }, errors);
  return (
    <section className="stack" id="keep">
      <SectionHead title={errands.refer.keepTitle} />
      <p className="soft">{errands.refer.keepNote}</p>
      {errors.form && <Notice tone="bad" title={errors.form} />}
      <form className="form" method="post" action="#keep" noValidate>
        <Carried typed={typed} at={at} />
        <Field {...field('name')} label={errands.refer.name} autoComplete="name" maxLength={80} required />
        <Field
          {...field('mobile')}
          {...mobileInput}
          label={errands.refer.mobile}
          hint={errands.refer.mobileHint}
          required
        />
        <Tick
          id="agree"
          name="consent"
          defaultChecked={hasAgreed}
          label={errands.refer.consent}
          hint={errands.refer.consentHint}
          error={errors.consent}
        />
        <button className="btn ghost" name="go" value="keep">
          {errands.refer.keep}
        </button>
      </form>
    </section>
  );
}
