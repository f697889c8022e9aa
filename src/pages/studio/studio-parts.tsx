import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import type { StudioKind } from '../../database/schema.ts';
import type * as wire from '../../features/studio/studio.contract.ts';
import { complaintsDesk } from '../../messages/complaints-desk.ts';
import { scamDesk } from '../../messages/scam-fields.ts';
import { t } from '../../messages/messages.ts';
import { importsDesk } from '../../messages/imports-desk.ts';
import { newsletterDesk } from '../../messages/newsletter-desk.ts';
import { searchesDesk } from '../../messages/searches-desk.ts';
import { siteDesk } from '../../messages/site-desk.ts';
import { studioArrange } from '../../messages/studio-arrange.ts';
import { freshnessDesk } from '../../messages/freshness-desk.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { studioMedia } from '../../messages/studio-media.ts';
import { studio } from '../../messages/studio.ts';
import { unanswered } from '../../messages/unanswered.ts';
import { wordsDesk } from '../../messages/words-desk.ts';
import { formatDate, formatNumber, formatTime, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Options } from '../../ui/options.tsx';
import { ownView, WrittenBy } from '../account/own-view.tsx';
import { servedPage } from '../served-page.tsx';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';

export type PieceLine = z.output<typeof wire.pieceList>['data'][number];
type Act = z.output<typeof wire.actList>['data'][number];

/** What a page of the studio shows of the person who opened it. */
export type StudioNavModel = {
  kinds: StudioKind[];
  canBegin: StudioKind[];
  desks: (keyof typeof deskLinks)[];
  isAdmin: boolean;
};

const deskLinks = {
  complaints: { text: () => complaintsDesk.title, href: '/studio/complaints' },
  freshness: { text: () => freshnessDesk.title, href: '/studio/freshness' },
  questions: { text: () => unanswered.title, href: '/studio/questions' },
  searches: { text: () => searchesDesk.title, href: '/studio/searches' },
  words: { text: () => wordsDesk.title, href: '/studio/words' },
  reportedScams: { text: () => scamDesk.title, href: '/studio/told-scams' },
  newsletters: { text: () => newsletterDesk.title, href: '/studio/newsletters' },
  imports: { text: () => importsDesk.title, href: '/studio/imports' },
  moderation: { text: () => complaintsDesk.moderation, href: '/studio/moderation' },
};

export function StudioNav({ kinds, desks, isAdmin, here }: StudioNavModel & { here: string }) {
  const links = [
    ...(kinds.length > 0 ? [{ text: words.desk, href: '/studio' }] : []),
    ...desks.map((desk) => ({ text: deskLinks[desk].text(), href: deskLinks[desk].href })),
    ...kinds.map((kind) => ({ text: words.kinds[kind], href: `/studio/${kind}` })),
    { text: studioMedia.title, href: '/studio/media' },
    ...(isAdmin
      ? [
          { text: words.people, href: '/studio/people' },
          { text: words.helpers, href: '/studio/helpers' },
          { text: siteDesk.title, href: '/studio/site' },
        ]
      : []),
  ];
  return <Links label={words.parts} links={links.map((link) => ({ ...link, isHere: link.href === here }))} areTabs />;
}

type LinksProps = { label: string; links: { text: string; href: string; isHere: boolean }[]; areTabs?: boolean };

/** The pages, or the parts of a list, between which one chooses. */
export const Links = ({ label, links, areTabs = false }: LinksProps) => (
  <nav className={areTabs ? 'tabs' : 'studio-row'} aria-label={label}>
    {links.map(({ text, href, isHere }) => (
      <a key={href} className={areTabs ? undefined : 'chip'} href={href} aria-current={isHere ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
);

/** Numbers with what they count. */
export const Figures = ({ of }: { of: readonly (readonly [what: string, figure: number, more?: ReactNode])[] }) => (
  <dl className="studio-figures">
    {of.map(([what, figure, more]) => (
      <div key={what}>
        <dt>{what}</dt>
        <dd>
          {formatNumber(figure)}
          {more}
        </dd>
      </div>
    ))}
  </dl>
);

/** The page of a view that `deskLoader` serves. */
export const deskPage = <Model extends object>(view: ComponentType<Model>) => servedPage(ownView(view), 'wrap studio');

type Head = { nav: StudioNavModel; path: string; title: string; description?: string; children?: ReactNode };

/** What a desk begins with. @param head `children` stand beside its title */
export const DeskHead = ({ nav, path, title, description = studio.describe, children }: Head) => (
  <>
    <PageHead title={t.site.titleOf(title)} description={description} path={path} isUnlisted />
    <StudioNav {...nav} here={path} />
    {children ? (
      <div className="studio-head">
        <h1>{title}</h1>
        {children}
      </div>
    ) : (
      <h1>{title}</h1>
    )}
  </>
);

/** That something was done, on the page that follows. */
export const Done = ({ children }: { children: ReactNode }) => (
  <p className="studio-done" role="status">
    {children}
  </p>
);

type EndProps = { name: string; value: number | string; text: string; of: string };

/** A form of one button, which ends what it names for those who hear it. */
export const End = ({ text, of, ...button }: EndProps) => (
  <form method="post">
    <WrittenBy />
    <button className="chip" aria-label={`${text}: ${of}`} {...button}>
      {text}
    </button>
  </form>
);

type Narrowing<State extends string, Kind extends string> = {
  path: string;
  words: { state: string; kind: string; anyKind: string; show: string } & {
    states: Readonly<Record<State, string>>;
    kinds: Readonly<Record<Kind, string>>;
  };
  states: readonly State[];
  kinds: readonly Kind[];
  state: State;
  kind: Kind | null;
};

/** By what a list of the studio is narrowed: one state, and one kind or all. */
export function Narrow<State extends string, Kind extends string>(props: Narrowing<State, Kind>) {
  const { path, words: text, states, kinds, state, kind } = props;
  const id = path.split('/').at(-1);
  return (
    <form className="studio-find" action={path}>
      <label htmlFor={`${id}-state`}>{text.state}</label>
      <select className="in" id={`${id}-state`} name="state" defaultValue={state}>
        <Options of={states.map((one) => [one, text.states[one]])} />
      </select>
      <label htmlFor={`${id}-kind`}>{text.kind}</label>
      <select className="in" id={`${id}-kind`} name="kind" defaultValue={kind ?? ''}>
        <option value="">{text.anyKind}</option>
        <Options of={kinds.map((one) => [one, text.kinds[one]])} />
      </select>
      <button className="btn ghost">{text.show}</button>
    </form>
  );
}

/** One without a title is told apart by who changed it and when. */
function nameOf({ kind, key, title, updatedByName, updatedAt }: PieceLine): string {
  if (kind === 'feed') return studioArrange.parts[key] ?? key;
  const changed = studio.changedBy(words.by(updatedByName), `${formatDate(updatedAt)}, ${formatTime(updatedAt)}`);
  return title || `${words.noTitle} (${changed})`;
}

export const pieceHref = ({ kind, id }: Pick<PieceLine, 'kind' | 'id'>) => `/studio/${kind}/${id}`;

function StateMark({ state, live }: Pick<PieceLine, 'state' | 'live'>) {
  return (
    <span className="studio-state" data-state={state}>
      {studio.state[state]}
      {live !== null && state !== 'live' ? ` · ${words.liveNow(live)}` : ''}
    </span>
  );
}

export function PieceList({
  pieces,
  isOverdue = false,
  empty,
  chosen = null,
}: {
  pieces: PieceLine[];
  isOverdue?: boolean;
  empty: string;
  /** Those ticked, as 'id revision': within a form, where each approved one has a box to tick. */
  chosen?: string[] | null;
}) {
  if (pieces.length === 0) return <p className="soft">{empty}</p>;
  return (
    <ul className="studio-list">
      {pieces.map((piece) => (
        <li key={`${piece.kind} ${piece.id}`}>
          {chosen && piece.state === 'approved' && (
            <input
              className="studio-choose-box"
              type="checkbox"
              name="piece"
              value={`${piece.id} ${piece.revision}`}
              defaultChecked={chosen.includes(`${piece.id} ${piece.revision}`)}
              aria-label={studio.together.choose(nameOf(piece))}
            />
          )}
          <a href={pieceHref(piece)} lang={langOf(nameOf(piece))}>
            {nameOf(piece)}
          </a>
          <span className="studio-meta">
            <StateMark state={piece.state} live={piece.live} />
            {piece.older && (
              <b>
                {piece.kind === 'scams'
                  ? studio.olderInside
                  : studio.older(piece.older.since && formatDate(piece.older.since))}
              </b>
            )}
            <span>{words.kinds[piece.kind as StudioKind]}</span>
            <span>{studio.revision(piece.revision)}</span>
            <span>
              {isOverdue && piece.lastCheckedAt
                ? studio.checkedOn(formatDate(piece.lastCheckedAt))
                : studio.changedBy(words.by(piece.updatedByName), formatDate(piece.updatedAt))}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function ActList({ acts, isAcrossPieces = false }: { acts: Act[]; isAcrossPieces?: boolean }) {
  return (
    <ul className="studio-list">
      {acts.map((act) => (
        <li key={act.id}>
          <ActWords act={act} isAcrossPieces={isAcrossPieces} />
          <span className="studio-meta">
            <span>{formatDate(act.at)}</span>
            {act.toRevision !== null && <span>{studio.revision(act.toRevision)}</span>}
            {act.note && <q lang={langOf(act.note)}>{act.note}</q>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ActWords({ act, isAcrossPieces }: { act: Act; isAcrossPieces: boolean }): ReactNode {
  const text = `${words.by(act.byName)}: ${words.acts[act.act] ?? act.act.replaceAll('_', ' ')}`;
  const piece = act.kind !== null && act.pieceId !== null ? { kind: act.kind, id: act.pieceId } : null;
  if (!isAcrossPieces || piece === null) return <b>{text}</b>;
  const kind = words.kinds[piece.kind as StudioKind];
  // A removal leaves no title.
  const title = piece.kind === 'feed' ? kind : act.title || `${kind} ${piece.id}`;
  return (
    <b>
      {text} ·{' '}
      <a href={pieceHref(piece)} lang={langOf(title)}>
        {title}
      </a>
    </b>
  );
}
