import type { ReactNode } from 'react';
import { scheme as words } from '../../messages/schemes.ts';
import { hostOf, keepTogether, langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Call } from '../../ui/states.tsx';
import type { Scheme } from './schemes.contract.ts';

type Of = { scheme: Scheme };

export const checkAddress = ({ id, rules }: Pick<Scheme, 'id' | 'rules'>): string =>
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

function Facts({ scheme: { forWhom, level, state, department, fee, officialUrl, lastCheckedAt } }: Of) {
  const by = [department, level === 'CENTRAL' ? words.central : level === 'STATE' ? words.ofState(state) : null]
    .filter((part) => part !== null)
    .join('; ');
  return (
    <dl className="ledger facts">
      {forWhom && <Row term={words.forWhom}>{keepTogether(forWhom)}</Row>}
      {by && <Row term={words.runBy}>{keepTogether(by)}</Row>}
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
      {lastCheckedAt && <Row term={words.checked}>{words.checkedOn(lastCheckedAt)}</Row>}
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
    apply: { onlineUrl, offlineSteps },
    officialUrl,
    fee,
  },
}: Of) {
  const address = onlineUrl ?? officialUrl;
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
      {address && (
        <p>
          {onlineUrl && (
            <>
              <a href={onlineUrl} rel="noopener">
                {words.online}
              </a>
              .{' '}
            </>
          )}
          {words.applyOn(hostOf(address))}
        </p>
      )}
      {fee && (
        <Call tone="warn" title={words.noMore}>
          <p>{fee.amount === 0 ? words.noMoreFree : words.noMoreFee(fee.amount)}</p>
        </Call>
      )}
    </>
  );
}

/** The record of a scheme as somebody needs it who wants to apply. */
export function SchemeSection({ scheme, path }: Of & { path: string }) {
  const { eligibility, exclusions, benefits } = scheme;
  return (
    <section id="scheme" className="stack" aria-labelledby="scheme-heading">
      <div className="md">
        <h2 id="scheme-heading">{words.heading}</h2>
        <Facts scheme={scheme} />
        <h3>{words.eligible}</h3>
        {eligibility.length > 0 && <Lines list={eligibility} />}
        {exclusions.length > 0 && (
          <>
            <p>
              <b>{words.exclusions}</b>
            </p>
            <Lines list={exclusions} />
          </>
        )}
        <p className="soft">{words.guide}</p>
      </div>
      <div className="acts share">
        <a className="tool" href={checkAddress(scheme)}>
          <Icon name="quest" />
          {words.check}
        </a>
        <AsideTool scheme={scheme} />
      </div>
      <div className="md">
        {benefits.length > 0 && (
          <>
            <h3>{words.benefits}</h3>
            <Lines list={benefits} />
          </>
        )}
        <Papers scheme={scheme} />
        <Apply scheme={scheme} />
        <p>
          <a href={`/contact?${new URLSearchParams({ about: path })}`} rel="nofollow">
            {words.wrong}
          </a>
        </p>
      </div>
    </section>
  );
}

/** In a bar of tools. Its words change with what the cart holds (client/put-aside-act.ts). */
export function AsideTool({ scheme: { id } }: { scheme: Pick<Scheme, 'id'> }) {
  return (
    <button type="button" className="tool" data-act="aside" data-scheme={id} data-done={words.takeOut}>
      <Icon name="aside" />
      <span>{words.aside}</span>
    </button>
  );
}

/** Beside the text: what to do with it. */
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
          {words.seeAside}
        </a>
      </div>
    </section>
  );
}
