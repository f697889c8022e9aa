import type { ReactNode } from 'react';
import { stateName } from '../../messages/places.ts';
import { intakeText } from './intake.ts';
import { saving } from '../../messages/saving.ts';
import { scheme as words } from '../../messages/schemes.ts';
import { fullStop, hostOf, langOf } from '../../ui/format.ts';
import { keepTogether } from '../../ui/keep-together.ts';
import { ForWhom } from '../profiles/for-whom.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Call } from '../../ui/states.tsx';
import type { Scheme } from './schemes.contract.ts';

type Of = { scheme: Scheme };
type Sample = { isSample: boolean };

const checkAddress = ({ id, rules }: Pick<Scheme, 'id' | 'rules'>): string =>
  rules === null ? '/find-schemes' : `/find-schemes?scheme=${id}`;

const Line = ({ text }: { text: string }) => <li lang={langOf(text)}>{keepTogether(text)}</li>;
const Lines = ({ list }: { list: string[] }) => (
  <ul>
    {list.map((text) => (
      <Line key={text} text={text} />
    ))}
  </ul>
);

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

function Facts({
  scheme: { forWhom, benefits, level, state, department, intake, fee, officialUrl, lastCheckedAt },
  isSample,
}: Of & Sample) {
  const by = [
    department,
    level === 'CENTRAL' ? words.central : level === 'STATE' ? words.ofState(state && stateName(state)) : null,
  ]
    .filter((part) => part !== null)
    .join('; ');
  return (
    <dl className="ledger facts">
      {forWhom && <Row term={words.forWhom}>{keepTogether(forWhom)}</Row>}
      {benefits.length > 0 && (
        <Row term={words.benefits}>
          {benefits.length === 1 ? keepTogether(benefits[0]!) : <Lines list={benefits} />}
        </Row>
      )}
      {by && <Row term={words.runBy}>{keepTogether(by)}</Row>}
      {intake && <Row term={words.intake}>{intakeText(intake)}</Row>}
      {fee && (
        <Row term={words.cost}>
          {fee.amount === 0 ? words.nothing : words.rupees(fee.amount)}
          {fee.note && <small>{fee.note}</small>}
        </Row>
      )}
      {officialUrl && (
        <Row term={words.official}>
          <a href={officialUrl} rel="noopener">
            {hostOf(officialUrl)}
          </a>
        </Row>
      )}
      {isSample ? (
        <Row term={words.checked}>
          {words.notReviewed}
          {lastCheckedAt && <small>{words.sourcesReadOn(lastCheckedAt)}</small>}
        </Row>
      ) : (
        lastCheckedAt && <Row term={words.checked}>{words.checkedOn(lastCheckedAt)}</Row>
      )}
    </dl>
  );
}

function Papers({ scheme: { documents } }: Of) {
  if (documents.length === 0) return null;
  return (
    <>
      <h3>{words.papers}</h3>
      <div className="papers">
        <p>{words.tick}</p>
        {documents.map(({ name, note }) => (
          <label key={name}>
            <input type="checkbox" />
            <span lang={langOf(name)}>{keepTogether(name)}</span>
            {note && <small lang={langOf(note)}>{note}</small>}
          </label>
        ))}
      </div>
    </>
  );
}

function Apply({
  scheme: {
    name,
    apply: { onlineUrl, offlineSteps },
    officialUrl,
    fee,
  },
}: Of) {
  return (
    <>
      <h3>{words.apply}</h3>
      {offlineSteps.length > 0 && (
        <ol className="steps">
          {offlineSteps.map((step) => (
            <Line key={step} text={step} />
          ))}
        </ol>
      )}
      <p>
        {onlineUrl ? (
          <>
            <a href={onlineUrl} rel="noopener">
              {words.online}
            </a>
            {fullStop()} {words.applyOn(hostOf(onlineUrl))}
          </>
        ) : (
          words.noOnline
        )}
        {officialUrl && !onlineUrl && <> {words.readOn(hostOf(officialUrl))}</>}
      </p>
      {fee && (
        <Call tone="warn" title={words.noMore}>
          <p>{fee.amount === 0 ? words.noMoreFree : words.noMoreFee(name, fee.amount)}</p>
        </Call>
      )}
    </>
  );
}

/** What needs no reading by most applicants: folded, so that papers and the way to apply come soon. */
function Details({ scheme: { eligibility, exclusions, alsoCheck } }: Of) {
  const parts = [
    { heading: words.eligible, list: eligibility },
    { heading: words.exclusions, list: exclusions },
    { heading: words.alsoCheck, list: alsoCheck },
  ].filter(({ list }) => list.length > 0);
  return parts.map(({ heading, list }) => (
    <details key={heading} className="fold">
      <summary>{heading}</summary>
      <Lines list={list} />
    </details>
  ));
}

/** A scheme's record, arranged for applicants: for whom, what, the check, papers, how to apply; the rest is folded. */
export function SchemeSection({ scheme, path, isSample }: Of & Sample & { path: string }) {
  return (
    <section id="scheme" className="stack" aria-labelledby="scheme-heading">
      <div className="md">
        <h2 id="scheme-heading">{words.heading}</h2>
        <Facts scheme={scheme} isSample={isSample} />
      </div>
      <ForWhom />
      <div className="acts share">
        <a className="tool" href={checkAddress(scheme)}>
          <Icon name="quest" />
          {words.check}
        </a>
        <SaveTool scheme={scheme} />
      </div>
      <div className="md">
        <Papers scheme={scheme} />
        <Apply scheme={scheme} />
        <Details scheme={scheme} />
        <p className="soft">{words.guide}</p>
        <p>
          <a href={`/contact?${new URLSearchParams({ about: path })}`} rel="nofollow">
            {words.wrong}
          </a>
        </p>
      </div>
    </section>
  );
}

/** Toolbar button; its label follows the cart's state (client/save-act.ts). */
export function SaveTool({ scheme: { id } }: { scheme: Pick<Scheme, 'id'> }) {
  return (
    <button
      type="button"
      className="tool"
      data-act="save"
      data-scheme={id}
      data-done={saving.saved}
      aria-pressed={false}
    >
      <Icon name="save" />
      <span>{saving.save}</span>
    </button>
  );
}

/** Sidebar with the actions for a scheme. */
export function PutToUse({ scheme }: Of) {
  return (
    <section className="stack">
      <SectionHead title={words.use} />
      <div className="box stack">
        <p>
          <b>{words.canFamily}</b> <span className="soft">{words.canFamilyNote}</span>
        </p>
        <a className="btn" href={checkAddress(scheme)}>
          {words.checkNow}
        </a>
        <a className="btn ghost" href="/cart">
          {words.seeSaved}
        </a>
      </div>
    </section>
  );
}
