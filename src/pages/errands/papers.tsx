import { mergePapers, type ListedPaper, type Use } from '../../features/papers/merge-papers.ts';
import { type ErrandId, getErrand, isErrandId, errandIds } from '../../features/papers/errands.ts';
import { overdueSince } from '../../features/publishing/check-intervals.ts';
import { lastFactCheck } from '../../features/publishing/checked-facts.ts';
import { type FactCheck, mapFactChecks } from '../../features/publishing/fact-checks.queries.server.ts';
import { digiLockerSources, type Fact, getPaper, type PaperId, type Source } from '../../features/papers/papers.ts';
import { readChoices } from '../../features/papers/read-choices.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { type ModelOf, insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import '../../ui/forms.css';
import type { ReactNode } from 'react';
import type { Answers } from '../../features/papers/choices.ts';
import { localName, describeBriefly, describeUse } from '../../features/papers/paper-words.ts';
import { currentLanguage, translated } from '../../messages/catalogue.ts';
import { papers as words } from '../../messages/papers.ts';
import { stateName } from '../../messages/places.ts';
import { t } from '../../messages/messages.ts';
import { ForWhom } from '../../features/profiles/for-whom.tsx';
import { isOfficialSource } from '../../platform/text/official-sites.ts';
import { CheckedLongAgo } from '../../ui/checked-long-ago.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { fullStop, hostOf, langOf } from '../../ui/format.ts';
import { LinkedSites } from '../../ui/linked-sites.tsx';
import { sourceKind } from '../../ui/source-kind.tsx';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PapersForm } from './papers-form.tsx';
import styles from './papers.module.css';
import { SendOrPrint } from '../../ui/send-or-print.tsx';
import { servedPage } from '../served-page.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

/** Hindi has every word of the register: a sentence is not English there because a site's address is long. */
const Words = ({ text }: { text: string }) => (
  <span lang={currentLanguage() === 'hi' ? undefined : langOf(text)}>
    <LinkedSites text={text} />
  </span>
);

export const loader = pageLoader(async ({ url, params, services: { config, clock, connection } }) => {
  const { slug } = params;
  if (slug !== undefined && !isErrandId(slug)) throw notFound('page');
  const path = slug === undefined ? '/papers' : `/papers/${slug}`;
  insistOn(path, url);
  const choices = readChoices(url.searchParams);
  if (!choices) throw notFound('page');
  const ids = slug === undefined ? choices.ids : [slug];
  const papers = mergePapers(ids, choices.answers);
  const model = {
    ids,
    answers: choices.answers,
    papers,
    checkedLongAgo: checkedLongAgo(ids, papers, dayInIndia(clock()), await mapFactChecks(connection.db)),
    isAsked: url.searchParams.size > 0,
    path: path + url.search,
    address: config.publicOrigin + addressHere(url.pathname) + url.search,
  };
  return { model, tags: ['facts'] };
});

type Model = ModelOf<typeof loader>;

type Checks = ReadonlyMap<string, FactCheck>;

/** The oldest overdue day among the lists, and the fees and times in them. */
function checkedLongAgo(ids: ErrandId[], papers: { id: PaperId }[], today: string, checks: Checks): string | null {
  const facts = [...ids.map((id) => getErrand(id)), ...papers.map(({ id }) => getPaper(id))];
  const lastCheck = (kind: 'fee' | 'paper', title: string, { url, readOn }: Source) =>
    lastFactCheck({ kind, title, source: url, checkedOn: readOn }, checks);
  const days = facts.flatMap(({ name, fee, days: time }) =>
    [fee, time].flatMap((fact) =>
      fact && fact !== 'own' ? [lastCheck('fee', `${name.en}: ${fact.text.en}`, fact.source)] : [],
    ),
  );
  const lists = ids.flatMap((id) => {
    const { name, source } = getErrand(id);
    return source ? [lastCheck('paper', name.en, source)] : [];
  });
  return overdueSince('fee', days, today) ?? overdueSince('paper', lists, today);
}

function PapersView(model: Model) {
  const { ids, answers, isAsked } = model;
  const names = ids.map((id) => translated(getErrand(id).name));
  const one = ids.length === 1 ? ids[0] : undefined;
  const isPlain = Object.values(answers).every((answer) => answer === undefined);
  const listed = ids.length === 0 ? '/papers' : one && isPlain ? `/papers/${one}` : undefined;
  const title = one ? words.titleFor(names[0]!) : words.title;
  return (
    <div className={`wrap pile slim ${styles.page}`}>
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
                  {translated(getErrand(id).name)}
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

function PaperList({ papers, answers, names, address }: Model & { names: string[] }) {
  const text = words.message(names, papers.map(describeBriefly), address);
  const sharedUnchecked = uncheckedInAll(papers);
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
          <PaperRow
            key={paper.id}
            paper={paper}
            answers={answers}
            isOfOne={names.length === 1}
            saidOnce={sharedUnchecked}
          />
        ))}
      </div>
      {sharedUnchecked.length > 0 && <p className="soft small">{words.noneChecked(sharedUnchecked.map(termOf))}</p>}
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
const uncheckedOf = (id: ListedPaper['id']) => checkable.filter((name) => getPaper(id)[name] === null);

/** What is known of no paper of the list: said once below it, not in every row. */
function uncheckedInAll(papers: ListedPaper[]): Checkable[] {
  if (papers.length === 1) return [];
  const isUnchecked = (name: Checkable) =>
    papers.every(({ id }) => getPaper(id)[name] === null || getPaper(id)[name] === 'own');
  return checkable.filter((name) => isUnchecked(name) && papers.some(({ id }) => getPaper(id)[name] === null));
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
  const paper = getPaper(id);
  const unchecked = uncheckedOf(id).filter((name) => !saidOnce.includes(name));
  const local = localName(id, answers.state);
  return (
    <div className={styles.row}>
      <label>
        <input type="checkbox" value={id} autoComplete="off" />
        <span>{translated(paper.name)}</span>
      </label>
      <div className={styles.facts}>
        {local !== null && answers.state && <p>{words.here(local, stateName(answers.state))}</p>}
        <Uses uses={uses} isOfOne={isOfOne} />
        <dl>
          <Row term={words.from}>
            <Words text={translated(paper.from)} />
          </Row>
          {paper.fee !== null && <FactRow term={words.fee} fact={paper.fee} />}
          {paper.days !== null && <FactRow term={words.days} fact={paper.days} />}
          <Row term={words.without}>
            <Words text={translated(paper.without)} />
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
          <Words text={translated(fact.text)} /> <small>({sourceOf(fact.source)})</small>
        </>
      )}
    </Row>
  );
}

function Uses({ uses, isOfOne }: { uses: Use[]; isOfOne: boolean }) {
  const lines = uses.flatMap((use) => {
    const text = describeUse(use);
    const name = isOfOne ? '' : translated(getErrand(use.errand).name);
    return text === '' && isOfOne ? [] : [[name, text].filter(Boolean).join(': ')];
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
          const { where, site, gives, fee = null, days = null, source, ...errand } = getErrand(id);
          const given = gives && getPaper(gives);
          return (
            <li key={id}>
              <h3>{translated(errand.name)}</h3>
              <p>
                <Words text={translated(where)} />
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

export default servedPage(PapersView);
