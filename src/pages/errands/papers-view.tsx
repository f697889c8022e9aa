import type { ReactNode } from 'react';
import type { Answers } from '../../features/papers/errand.ts';
import { type ErrandId, errandIds, errands } from '../../features/papers/errands.ts';
import type { ListedPaper, Use } from '../../features/papers/merge-papers.ts';
import { digiLockerSources, type Fact } from '../../features/papers/paper.ts';
import {
  adviceIn,
  factIn,
  localName,
  nameIn,
  officeIn,
  sayBriefly,
  sayUse,
} from '../../features/papers/paper-words.ts';
import { register } from '../../features/papers/register.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { papers as words } from '../../messages/papers.ts';
import { stateName } from '../../messages/places.ts';
import { t } from '../../messages/messages.ts';
import { ForWhom } from '../../features/profiles/for-whom.tsx';
import { isOfficialSource } from '../../platform/text/official-sites.ts';
import { CheckedLongAgo } from '../../ui/checked-long-ago.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { fullStop, hostOf } from '../../ui/format.ts';
import { keepTogether } from '../../ui/keep-together.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { sourceKind } from '../../ui/source-kind.tsx';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PapersForm } from './papers-form.tsx';
import styles from './papers.module.css';
import { SendOrPrint } from '../../ui/send-or-print.tsx';

export type PapersModel = {
  ids: ErrandId[];
  answers: Answers;
  papers: ListedPaper[];
  /** The oldest day on which a part was read, where that is too long ago. */
  checkedLongAgo: string | null;
  /** The form was sent, perhaps without an errand. */
  isAsked: boolean;
  /** Own address of this list, with its query and without a language prefix. */
  path: string;
  /** The same, absolute and in the language of its reader, for sharing. */
  address: string;
};

/** Hindi has every word of the register: a sentence is not English there because a site's address is long. */
const Words = ({ text }: { text: string }) =>
  currentLanguage() === 'hi' ? keepTogether(text) : <MarkedText text={text} />;

export function PapersView(model: PapersModel) {
  const { ids, answers, isAsked } = model;
  const names = ids.map((id) => nameIn(errands[id]));
  const one = ids.length === 1 ? ids[0] : undefined;
  const isPlain = Object.values(answers).every((answer) => answer === undefined);
  const listed = ids.length === 0 ? '/papers' : one && isPlain ? `/papers/${one}` : undefined;
  const title = one ? words.titleFor(names[0]!) : words.title;
  return (
    <div className={`wrap pile ${styles.page}`}>
      <PageHead
        title={t.site.titleOf(title)}
        description={one ? words.describeFor(names[0]!) : words.describe}
        heading={title}
        path={listed ?? model.path}
        isUnlisted={listed === undefined}
      />
      <Breadcrumbs
        crumbs={
          ids.length === 0
            ? [{ name: words.title }]
            : [{ name: words.title, href: '/papers' }, { name: one ? title : words.listFor }]
        }
      />
      <h1>{title}</h1>
      <ForWhom />
      {ids.length === 0 ? (
        <>
          <p className={`standfirst ${styles.screen}`}>{words.lead}</p>
          {isAsked && <p className="err">{words.chooseOne}</p>}
          <PapersForm ids={ids} answers={answers} />
          <details className={styles.screen}>
            <summary className={styles.change}>{words.openOne}</summary>
            <nav className="chips" aria-label={words.openOne}>
              {errandIds.map((id) => (
                <a key={id} className="chip" href={`/papers/${id}`}>
                  {nameIn(errands[id])}
                </a>
              ))}
            </nav>
          </details>
        </>
      ) : (
        <>
          <CheckedLongAgo on={model.checkedLongAgo} />
          <PaperList {...model} names={names} />
          <Places ids={ids} />
          <p className={styles.warning}>{words.warning}</p>
          <details className={styles.screen}>
            <summary className={styles.change}>{words.change}</summary>
            <PapersForm ids={ids} answers={answers} />
          </details>
        </>
      )}
    </div>
  );
}

function PaperList({ papers, answers, names, address }: PapersModel & { names: string[] }) {
  const text = words.message(names, papers.map(sayBriefly), address);
  const saidOnce = uncheckedInAll(papers);
  return (
    <section className="stack" aria-labelledby="list">
      <h2 id="list">
        {words.listFor}: {words.count(papers.length)}
      </h2>
      {names.length > 1 && <p>{words.forErrands(names)}</p>}
      <SendOrPrint className="share" text={text} send={words.whatsApp} print={words.print} />
      <Island
        name="papers"
        when="now"
        className="later"
        props={{ text, copied: words.copied, have: words.have(-1, papers.length) }}
      >
        <p role="status">{words.have(0, papers.length)}</p>
        <button type="button" className="btn ghost share">
          {words.copy}
        </button>
      </Island>
      <div className={`papers ${styles.list}`} data-papers="">
        <p>{words.tick}</p>
        {papers.map((paper) => (
          <PaperRow key={paper.id} paper={paper} answers={answers} isOfOne={names.length === 1} saidOnce={saidOnce} />
        ))}
      </div>
      {saidOnce.length > 0 && <p className="soft small">{words.noneChecked(saidOnce.map(termOf))}</p>}
      <p className="soft small">
        {words.digiLocker}: {digiLockerSources.map(sourceOf)}
        {fullStop()} {words.privateNote(t.article.otherSite)}
      </p>
    </section>
  );
}

const checkable = ['fee', 'days', 'digiLocker'] as const;
type Checkable = (typeof checkable)[number];
const termOf = (name: Checkable) => words[name];
const uncheckedOf = (id: ListedPaper['id']) => checkable.filter((name) => register[id][name] === null);

/** What is known of no paper of the list: said once below it, not in every row. */
function uncheckedInAll(papers: ListedPaper[]): Checkable[] {
  if (papers.length === 1) return [];
  const isUnchecked = (name: Checkable) =>
    papers.every(({ id }) => register[id][name] === null || register[id][name] === 'own');
  return checkable.filter((name) => isUnchecked(name) && papers.some(({ id }) => register[id][name] === null));
}

const sourceOf = ({ url, readOn }: { url: string; readOn: string }) => (
  <span key={url}>
    <a href={url} rel="noopener nofollow">
      {words.read(hostOf(url), readOn)}
    </a>
    {` · ${sourceKind({ official: isOfficialSource(url) })}`}
  </span>
);

function PaperRow({
  paper: { id, uses },
  answers,
  isOfOne,
  saidOnce,
}: {
  paper: ListedPaper;
  answers: Answers;
  isOfOne: boolean;
  saidOnce: Checkable[];
}) {
  const paper = register[id];
  const unchecked = uncheckedOf(id).filter((name) => !saidOnce.includes(name));
  const local = localName(id, answers.state);
  return (
    <div className={styles.row}>
      <label>
        <input type="checkbox" value={id} autoComplete="off" />
        <span>{nameIn(paper)}</span>
      </label>
      <div className={styles.facts}>
        {local !== null && answers.state && <p>{words.here(local, stateName(answers.state))}</p>}
        <Uses uses={uses} isOfOne={isOfOne} />
        <dl>
          <Row term={words.from}>
            <Words text={officeIn(paper.from)} />
          </Row>
          {paper.fee !== null && <FactRow term={words.fee} fact={paper.fee} />}
          {paper.days !== null && <FactRow term={words.days} fact={paper.days} />}
          <Row term={words.without}>
            <Words text={adviceIn(paper.without)} />
          </Row>
          {paper.digiLocker !== null && <Row term={words.digiLocker}>{words.inDigiLocker[paper.digiLocker]}</Row>}
        </dl>
        {unchecked.length > 0 && <p>{words.uncheckedYet(unchecked.map(termOf))}</p>}
      </div>
    </div>
  );
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

function FactRow({ term, fact }: { term: string; fact: Fact | null | 'own' }) {
  if (fact === 'own') return null;
  return (
    <Row term={term}>
      {fact === null ? (
        words.notChecked
      ) : (
        <>
          <Words text={factIn(fact.text)} /> <small>({sourceOf(fact.source)})</small>
        </>
      )}
    </Row>
  );
}

function Uses({ uses, isOfOne }: { uses: Use[]; isOfOne: boolean }) {
  const lines = uses.flatMap((use) => {
    const said = sayUse(use);
    const name = isOfOne ? '' : nameIn(errands[use.errand]);
    return said === '' && isOfOne ? [] : [[name, said].filter(Boolean).join(': ')];
  });
  if (lines.length === 0) return null;
  return (
    <ul>
      {[...new Set(lines)].map((line) => (
        <li key={line}>
          <Words text={line} />
        </li>
      ))}
    </ul>
  );
}

function Places({ ids }: { ids: ErrandId[] }) {
  return (
    <section className="stack" aria-labelledby="places">
      <h2 id="places">{words.steps}</h2>
      <ul className={styles.places}>
        {ids.map((id) => {
          const { where, site, gives, fee = null, days = null, source, ...errand } = errands[id];
          const given = gives && register[gives];
          return (
            <li key={id}>
              <h3>{nameIn(errand)}</h3>
              <p>
                <Words text={officeIn(where)} />
                {site && (
                  <>
                    {`${fullStop()} `}
                    <a href={site} rel="noopener">
                      {words.official}: {hostOf(site)}
                    </a>
                  </>
                )}
              </p>
              <dl>
                <FactRow term={words.fee} fact={given ? given.fee : fee} />
                <FactRow term={words.days} fact={given ? given.days : days} />
              </dl>
              <p className="soft small">
                {source ? (
                  <>
                    {words.listRead}: {sourceOf(source)}
                  </>
                ) : (
                  words.listNotChecked
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
