import type { StudioKind, StudioState } from '../../database/schema.ts';
import type { Outcome } from '../../features/studio/pieces/publish-together.server.ts';
import { studioStates } from '../../features/studio/studio.contract.ts';
import { t } from '../../messages/messages.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { studio } from '../../messages/studio.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { formatMoment } from '../../ui/format-moment.ts';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { Choice, type PieceLine, PieceList, StudioNav, type StudioNavModel } from './studio-parts.tsx';

export type StudioListModel = {
  kind: StudioKind;
  q: string;
  state: StudioState | null;
  /** Null for who may not publish. */
  together: {
    outcomes: Outcome[];
    problem: string | null;
    /** Of a form that came back; `pieces`: 'id revision'. */
    typed: { pieces: string[]; at: string; changeNote: string } | null;
  } | null;
  nav: StudioNavModel;
  data: PieceLine[];
  page: number;
  pageSize: number;
  total: number;
  hasMore: boolean;
};

/** All pieces of one kind, by words of the title and by state. */
export function StudioListView({ kind, q, state, together, nav, ...list }: StudioListModel) {
  const path = `/studio/${kind}`;
  return (
    <>
      <PageHead title={t.site.titleOf(words.kinds[kind])} description={studio.describe} path={path} isUnlisted />
      <StudioNav {...nav} here={path} />
      <div className="studio-head">
        <h1>{words.kinds[kind]}</h1>
        {nav.canBegin.includes(kind) && (
          <a className="btn" href={`${path}/new`}>
            {words.write_[kind as 'articles']}
          </a>
        )}
      </div>
      <form className="studio-find" role="search" action={path}>
        <label htmlFor="studio-q">{words.search}</label>
        <input className="in" id="studio-q" type="search" name="q" defaultValue={q} maxLength={200} />
        <Choice
          id="studio-state"
          name="state"
          label={words.stateLabel}
          any={words.anyState}
          options={studioStates}
          words={studio.state}
          value={state}
        />
        <button className="btn ghost">{words.find}</button>
      </form>
      {together && <Outcomes outcomes={together.outcomes} problem={together.problem} />}
      {together && list.data.some(({ state: is }) => is === 'approved') ? (
        <form method="post" noValidate className="stack">
          <WrittenBy />
          <PieceList pieces={list.data} empty={words.noneFound} chosen={together.typed?.pieces ?? []} />
          <PublishTogether typed={together.typed} />
        </form>
      ) : (
        <PieceList pieces={list.data} empty={words.noneFound} />
      )}
      <Pager {...list} hrefOf={(page) => addressWith(path, { q, state, page })} />
    </>
  );
}

function PublishTogether({ typed }: Pick<NonNullable<StudioListModel['together']>, 'typed'>) {
  const { together } = studio;
  return (
    <fieldset className="box form">
      <legend>{together.heading}</legend>
      <p className="hint">{together.hint}</p>
      <label>
        {together.at}
        <input className="in" type="datetime-local" name="at" defaultValue={typed?.at} />
      </label>
      <label>
        {together.note}
        <textarea className="in" name="changeNote" rows={2} maxLength={1_000} defaultValue={typed?.changeNote} />
      </label>
      <button className="btn">{together.button}</button>
    </fieldset>
  );
}

function Outcomes({ outcomes, problem }: Omit<NonNullable<StudioListModel['together']>, 'typed'>) {
  const { together } = studio;
  if (problem)
    return (
      <p className="err" role="alert">
        {problem}
      </p>
    );
  if (outcomes.length === 0) return null;
  return (
    <div className="studio-done" role="status">
      {outcomes.map(({ kind, id, title, outcome, message, at }) => (
        <p key={`${kind} ${id}`}>
          <b lang={langOf(title)}>{title}</b>
          {': '}
          {outcome === 'live' && together.live}
          {outcome === 'scheduled' && together.scheduled(formatMoment(at!))}
          {outcome === 'refused' && together.refused(message ?? '')}
        </p>
      ))}
    </div>
  );
}
