import type { ReactNode } from 'react';
import { finder as words } from '../../messages/finder.ts';
import { intakeText } from './intake.ts';
import { Changing } from '../../ui/changing.tsx';
import { fullStop, langOf } from '../../ui/format.ts';
import { keepTogether } from '../../ui/keep-together.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AlsoCheck } from './also-check.tsx';
import type { Evaluation, Reason } from './evaluate.ts';
import type { SchemeCard } from './schemes.contract.ts';

const shownReasons = 6;
const looks = {
  yes: { tone: 'good', icon: 'tick' },
  unknown: { tone: 'warn', icon: 'quest' },
  no: { tone: 'no', icon: 'minus' },
} as const;
const reasonLooks = {
  yes: { tone: 'good', icon: 'check' },
  unknown: { tone: 'warn', icon: 'quest' },
  no: { tone: 'bad', icon: 'cross' },
} as const;

/** Source of a dated condition, and when an editor checked it. */
function Basis({ reason: { source, reviewedOn } }: { reason: Reason }) {
  const isLink = source !== undefined && /^https?:\/\//i.test(source);
  if (!isLink && reviewedOn === undefined) return null;
  return (
    <small className="soft">
      {isLink && (
        <>
          {' '}
          <a href={source} rel="noopener nofollow">
            {words.source}
          </a>
          {fullStop()}
        </>
      )}
      {reviewedOn !== undefined && ` ${words.checkedOn(reviewedOn)}`}
    </small>
  );
}

type Props = {
  scheme: Pick<SchemeCard, 'name' | 'benefit' | 'canonicalUrl' | 'alsoCheck' | 'intake'>;
  result: Evaluation;
  level?: 2 | 3;
  children: ReactNode;
};

/** A scheme's verdict with its reasons. `children`: the actions offered. */
export function FitCard({
  scheme: { name, benefit, alsoCheck, intake },
  result: { verdict, reasons, missing },
  level = 3,
  children,
}: Props) {
  const { tone, icon } = looks[verdict];
  const state =
    verdict === 'yes'
      ? words.may
      : verdict === 'no'
        ? words.not
        : missing.length === 1
          ? words.needOne
          : words.needMore(missing.length);
  // A single failed condition decides: the other reasons would only distract.
  const shown = (verdict === 'no' ? reasons.filter((reason) => reason.verdict === 'no') : reasons).slice(
    0,
    shownReasons,
  );
  const title = <span lang={langOf(name)}>{keepTogether(name)}</span>;
  return (
    <article className={`box fit ${tone}`}>
      <span className="state">
        <Icon name={icon} />
        <Changing text={state} />
      </span>
      {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
      {benefit && (
        <p className="soft" lang={langOf(benefit)}>
          {keepTogether(benefit)}
        </p>
      )}
      {intake && (
        <p>
          <b>{intakeText(intake)}</b>
        </p>
      )}
      <ul className="why">
        {shown.map((reason) => (
          <li key={reason.text} className={reasonLooks[reason.verdict].tone}>
            <Icon name={reasonLooks[reason.verdict].icon} />
            <span>
              <MarkedText text={reason.text} />
              <Basis reason={reason} />
            </span>
          </li>
        ))}
      </ul>
      {verdict === 'yes' && <AlsoCheck points={alsoCheck} />}
      <div className="acts">{children}</div>
    </article>
  );
}
