import { NoOfficialSource, sourceKind } from '../../ui/source-kind.tsx';
import type { ProcedureId } from '../../features/letters/letters.contract.ts';
import type { Procedure, Source } from '../../features/letters/procedure.ts';
import { procedures } from '../../features/letters/procedures.ts';
import { formatDay } from '../../features/letters/due-day.ts';
import { ForWhom } from '../../features/profiles/for-whom.tsx';
import { letters } from '../../messages/letters.ts';
import { t } from '../../messages/messages.ts';
import { CheckedLongAgo } from '../../ui/checked-long-ago.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { Island } from '../../ui/island.tsx';
import { KeepPage } from '../../ui/keep-page.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Notice } from '../account/gate.tsx';
import { FinishedLetter, type FinishedModel } from './letter-finished.tsx';
import { LetterForm, taskField, type Typed } from './letter-form.tsx';
import { NoAdvice, WhoHelps } from './letter-parts.tsx';
import { translated } from '../../messages/catalogue.ts';
import styles from './letters.module.css';

export type LetterModel = {
  id: ProcedureId;
  typed: Typed;
  lang: string;
  errors: Typed;
  /** Rendered in response to a form. */
  isSent: boolean;
  /** Begun from an earlier letter. */
  isContinued: boolean;
  /** The form was refused for another reason than its answers. */
  refusal: string | null;
  result: FinishedModel | null;
  /** The day on which its sources were read, where that is too long ago. */
  checkedLongAgo: string | null;
};

export function LetterView(model: LetterModel) {
  const { id, typed, lang, errors, isSent, isContinued, refusal, result, checkedLongAgo } = model;
  const procedure = procedures[id];
  const title = translated(procedure.title);
  const isWrong = Object.keys(errors).length > 0;
  return (
    <div className={`wrap pile slim ${styles.page}`}>
      <PageHead
        title={t.site.titleOf(title)}
        description={translated(procedure.about)}
        heading={title}
        path={`/letters/${id}`}
      />
      <Breadcrumbs crumbs={[{ name: letters.title, href: '/letters' }, { name: title }]} />
      {result && <FinishedLetter procedure={procedure} {...result} />}
      {result ? (
        <h2>{letters.change}</h2>
      ) : (
        <div className="stack">
          <h1>{title}</h1>
          <p className="soft">{translated(procedure.about)}</p>
        </div>
      )}
      <section className="box stack">
        {!isSent && (
          <div className="share">
            <ListenButton />
            <KeepPage />
          </div>
        )}
        {isContinued && <Notice tone="note" title={letters.continued} />}
        {isWrong && <Notice tone="bad" title={letters.wrongTitle} />}
        {refusal && <Notice tone="bad" title={refusal} />}
        {!result && <ForWhom fills />}
        <Island name="answered" when="now" props={{ isSent, again: [taskField, isContinued ? 'begin' : 'write'] }}>
          <LetterForm
            questions={procedure.questions}
            typed={typed}
            lang={lang}
            errors={errors}
            button={result ? letters.writeAgain : letters.write}
          />
        </Island>
      </section>
      {!result && procedure.helpline !== 'legal-aid' && <WhoHelps subject={procedure.helpline} />}
      <NoAdvice />
      <CheckedLongAgo on={checkedLongAgo} />
      <Law procedure={procedure} sources={result?.finished.sources ?? procedure.sources} />
    </div>
  );
}

function Law({ procedure, sources }: { procedure: Procedure; sources: Source[] }) {
  return (
    <section className="stack">
      <h2>{letters.basis}</h2>
      <p>{translated(procedure.basis)}</p>
      <h3>{letters.sources}</h3>
      <NoOfficialSource of={sources} />
      <ul className={styles.sources}>
        {sources.map(({ title, url, readOn, official }) => (
          <li key={url + title} className="small">
            <a href={url} rel="noopener nofollow" lang="en">
              {title}
            </a>{' '}
            <span className="soft">
              {`(${sourceKind({ official })}, ${readOn ? letters.readOn(formatDay(readOn)) : letters.notChecked})`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
