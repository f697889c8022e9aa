import type { ReactNode } from 'react';
import { finder as words } from '../../messages/schemes.ts';
import { keepTogether, langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Evaluation } from './evaluate.ts';
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

type Props = {
  scheme: Pick<SchemeCard, 'name' | 'benefit' | 'canonicalUrl'>;
  result: Evaluation;
  level?: 2 | 3;
  children: ReactNode;
};

/** A scheme, whether it may fit, and why. `children`: what to do about it. */
export function FitCard({
  scheme: { name, benefit },
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
  // One failed condition decides; the others would only distract.
  const told = (verdict === 'no' ? reasons.filter((reason) => reason.verdict === 'no') : reasons).slice(
    0,
    shownReasons,
  );
  const title = <span lang={langOf(name)}>{keepTogether(name)}</span>;
  return (
    <article className={`box fit ${tone}`}>
      <span className="state">
        <Icon name={icon} />
        {state}
      </span>
      {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
      {benefit && (
        <p className="soft" lang={langOf(benefit)}>
          {keepTogether(benefit)}
        </p>
      )}
      <ul className="why">
        {told.map((reason) => (
          <li key={reason.text} className={reasonLooks[reason.verdict].tone}>
            <Icon name={reasonLooks[reason.verdict].icon} />
            <span>{reason.text}</span>
          </li>
        ))}
      </ul>
      <div className="acts">{children}</div>
    </article>
  );
}
