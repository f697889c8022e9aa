import { redirect } from 'react-router';
import { actOnFact, listOwners, readFacts } from '../../features/studio/desks/facts.server.ts';
import { listBrokenLinks } from '../../features/publishing/links/check-links.server.ts';
import * as wire from '../../features/studio/desks/freshness.contract.ts';
import { checkPiece, freshnessRoles, readFreshness } from '../../features/studio/desks/freshness.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import type { z } from 'zod';
import { checkIntervals } from '../../features/publishing/check-intervals.ts';
import { checkedAs, freshnessStates } from '../../features/studio/desks/freshness.contract.ts';
import { freshnessDesk as words } from '../../messages/freshness-desk.ts';
import { formatDate, hostOf, langOf } from '../../ui/format.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { deskPage, Done, DeskHead, Narrow, pieceHref } from './studio-parts.tsx';
import { Options } from '../../ui/options.tsx';
import { deskAction, type DeskArgs, deskLoader, onRefusal } from './studio-staff.server.ts';
import { choiceIn, pageIn } from '../page-in.ts';

type Listed = z.output<typeof wire.freshnessList>;
type Line = Listed['data'][number];
type Link = z.output<typeof wire.brokenLinks>['data'][number];
type Fact = z.output<typeof wire.factList>['data'][number];

const freshnessPath = '/studio/freshness';

type SentHere = Sent & { problem: string };

const choicesIn = (url: URL) => ({
  state: choiceIn(url, 'state', freshnessStates) ?? 'overdue',
  kind: choiceIn(url, 'kind', checkedAs),
});

export const loader = deskLoader(freshnessRoles, async ({ services, url, sent }: DeskArgs<SentHere>) => {
  const { state, kind } = choicesIn(url);
  return {
    ...(await readFreshness(services, { state, kind: kind ?? undefined, page: pageIn(url), pageSize: 30 })),
    state,
    kind,
    links: await listBrokenLinks(services.connection.db, 50),
    facts: await readFacts(services),
    owners: await listOwners(services),
    isNoted: url.searchParams.has('done') && !sent,
    problem: sent?.problem ?? null,
  };
});

type Model = ModelOf<typeof loader>;

/** 'Checked today, still right'. */
export const action = deskAction<SentHere>(freshnessRoles, {
  async act({ services, url, actor, form }) {
    const here = addressWith(freshnessPath, { ...choicesIn(url), page: pageIn(url), done: '1' });
    const fact = form.get('fact');
    if (fact !== null) {
      const owner = form.get('go') === 'own' ? { owner: form.get('owner') || null } : {};
      const parsed = wire.factInput.safeParse({ key: fact, ...owner });
      if (!parsed.success) throw notFound('page');
      await actOnFact(services, actor, parsed.data);
      return redirect(`${here}#facts`, 303);
    }
    const input = wire.checkInput.safeParse({ kind: form.get('kind'), id: Number(form.get('id')) });
    if (!input.success) throw notFound('page');
    return checkPiece(services, actor, input.data).then(
      () => redirect(here, 303),
      onRefusal([409], ({ message }) => ({ status: 409, problem: message })),
    );
  },
});

/** What has to be checked again: pieces with a button, facts of the site's code to read. */
function StudioFreshnessView({ state, kind, facts, owners, links, nav, isNoted, problem, ...list }: Model) {
  const here = addressWith(freshnessPath, { state, kind, page: list.page });
  return (
    <>
      <DeskHead nav={nav} path={freshnessPath} title={words.title} description={words.describe} />
      {isNoted && <Done>{words.noted}</Done>}
      {problem && (
        <p className="err" role="alert">
          {problem}
        </p>
      )}
      <section>
        <SectionHead title={words.pieces} />
        <p className="soft">{words.piecesNote(checkIntervals.scheme, checkIntervals.article)}</p>
        <Narrow path={freshnessPath} states={freshnessStates} kinds={checkedAs} {...{ words, state, kind }} />
        {list.data.length === 0 && <p className="soft">{words.none}</p>}
        <ul className="studio-list">
          {list.data.map((line) => (
            <Piece key={`${line.kind} ${line.id}`} line={line} here={here} />
          ))}
        </ul>
        <Pager {...list} hrefOf={(page) => addressWith(freshnessPath, { state, kind, page })} />
      </section>
      <Links links={links} />
      <Facts facts={facts} owners={owners} here={here} isOpen={isNoted} />
    </>
  );
}

function Piece({ line, here }: { line: Line; here: string }) {
  return (
    <li>
      <a href={pieceHref(line)} lang={langOf(line.title)}>
        {line.title}
      </a>
      <span className="studio-meta">
        <Days of={line} />
        <span>{words.kinds[line.checkedAs]}</span>
        {line.author && <span>{words.by(line.author)}</span>}
        <span>{words.editedBy(line.editedBy)}</span>
        {line.source && (
          <a href={line.source.url} rel="noopener nofollow noreferrer">
            {hostOf(line.source.url)}
          </a>
        )}
      </span>
      <form method="post" action={here}>
        <input type="hidden" name="kind" value={line.kind} />
        <button className="chip" name="id" value={line.id} aria-label={words.stillRightOf(line.title)}>
          {words.stillRight}
        </button>
      </form>
    </li>
  );
}

function Days({ of: { checkedOn, nextOn, isOverdue } }: { of: Pick<Fact, 'checkedOn' | 'nextOn' | 'isOverdue'> }) {
  return (
    <span className="studio-clock" data-mark={isOverdue ? 'overdue' : 'early'}>
      {isOverdue && <b>{words.overdue} </b>}
      {checkedOn === null ? words.neverChecked : words.checkedOn(formatDate(checkedOn))}
      {nextOn !== null && `, ${words.nextOn(formatDate(nextOn))}`}
    </span>
  );
}

function Links({ links }: { links: Link[] }) {
  return (
    <section>
      <SectionHead title={words.links} />
      {links.length === 0 && <p className="soft">{words.noLinks}</p>}
      <ul className="studio-list">
        {links.map(({ url, outcome, status, firstBrokenAt, lastOkAt, pieces }) => (
          <li key={url}>
            <a className="studio-address" href={url} rel="noopener nofollow noreferrer">
              {url}
            </a>
            <span className="studio-meta">
              <b>{words.outcomes[outcome](status)}</b>
              <span>{words.brokenSince(formatDate(firstBrokenAt))}</span>
              <span>{lastOkAt === null ? words.neverOk : words.lastOk(formatDate(lastOkAt))}</span>
            </span>
            <span className="studio-meta">
              {words.usedBy}
              {pieces.map((piece) => (
                <a
                  key={`${piece.kind} ${piece.id}`}
                  className="link"
                  href={`/studio/${piece.kind}/${piece.id}`}
                  lang={langOf(piece.title)}
                >
                  {piece.title}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type FactsProps = Pick<Model, 'facts' | 'owners'> & { here: string; isOpen: boolean };

function Facts({ facts, owners, here, isOpen }: FactsProps) {
  const overdue = facts.filter((fact) => fact.isOverdue).length;
  return (
    <section id="facts">
      <SectionHead title={words.facts} />
      <details open={overdue > 0 || isOpen || undefined}>
        <summary>{words.factsNote(overdue, facts.length)}</summary>
        <ul className="studio-list">
          {facts.map((fact) => (
            <li key={fact.key}>
              <b lang={langOf(fact.title)}>{fact.title}</b>
              <span className="studio-meta">
                <Days of={fact} />
                <span>{words.kinds[fact.kind]}</span>
                <a href={fact.source} rel="noopener nofollow noreferrer">
                  {hostOf(fact.source)}
                </a>
                <span>{fact.owner ? words.ownedBy(fact.owner.name) : words.noOwner}</span>
              </span>
              <FactForm fact={fact} owners={owners} here={here} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** A check, and who looks after it: two buttons of one form. */
function FactForm({ fact, owners, here }: { fact: Fact; owners: FactsProps['owners']; here: string }) {
  return (
    <form className="studio-row" method="post" action={here}>
      <input type="hidden" name="fact" value={fact.key} />
      <button className="chip" name="go" value="check" aria-label={words.stillRightOf(fact.title)}>
        {words.stillRight}
      </button>
      <select className="in" name="owner" aria-label={words.ownerOf(fact.title)} defaultValue={fact.owner?.id ?? ''}>
        <option value="">{words.noOwner}</option>
        <Options of={owners.map(({ id, name }) => [id, name])} />
      </select>
      <button className="chip" name="go" value="own" aria-label={words.setOwnerOf(fact.title)}>
        {words.setOwner}
      </button>
    </form>
  );
}

export default deskPage(StudioFreshnessView);
