import { listPieces } from '../../features/studio/pieces/list-pieces.server.ts';
import { type Outcome, publishTogether } from '../../features/studio/pieces/publish-together.server.ts';
import * as wire from '../../features/studio/studio.contract.ts';
import { mayPublish, readers } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { studio } from '../../messages/studio.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import { storable } from '../../platform/text/storable.ts';
import { WrittenBy } from '../account/own-view.tsx';
import { studioStates } from '../../features/studio/studio.contract.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { Options } from '../../ui/options.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { formatMoment } from '../../ui/format-moment.ts';
import { langOf } from '../../ui/format.ts';
import { DeskHead, deskPage, PieceList } from './studio-parts.tsx';
import { deskAction, type DeskArgs, deskLoader, kindIn } from './studio-staff.server.ts';
import { choiceIn, pageIn } from '../page-in.ts';

type Together = {
  outcomes: Outcome[];
  problem: string | null;
  /** Of a form that came back; `pieces`: 'id revision'. */
  typed: { pieces: string[]; at: string; changeNote: string } | null;
};
type SentHere = Sent & Together;

export const loader = deskLoader(readers, async ({ services, url, actor, params, sent }: DeskArgs<SentHere>) => {
  const kind = kindIn(params);
  const q = storable(url.searchParams.get('q') ?? '').slice(0, 200);
  const state = choiceIn(url, 'state', studioStates);
  const asked = { q, state: state ?? undefined, page: pageIn(url), pageSize: 30 };
  const together: Together | null = mayPublish(actor) ? (sent ?? { outcomes: [], problem: null, typed: null }) : null;
  return { ...(await listPieces(services.connection.db, actor, kind, asked)), kind, q, state, together };
});

type Model = ModelOf<typeof loader>;

const typedIn = (form: URLSearchParams) => ({
  pieces: form.getAll('piece'),
  at: form.get('at')?.trim() ?? '',
  changeNote: form.get('changeNote')?.trim() ?? '',
});

/** Publishes the ticked pieces, each with its own outcome. */
export const action = deskAction<SentHere>(readers, {
  typed: ['changeNote', 'at'],
  comeBack: (form) => ({ outcomes: [], problem: account.again.back, typed: typedIn(form) }),
  async act({ services, actor, params, form }) {
    const kind = kindIn(params);
    if (!mayPublish(actor)) throw notFound('page');
    const typed = typedIn(form);
    const refuse = (problem: string): SentHere => ({ status: 400, outcomes: [], problem, typed });
    const pieces = typed.pieces.map((one) => {
      const [id, revision] = one.split(' ').map(Number);
      return { kind, id, revision };
    });
    const { at, changeNote } = typed;
    const input = wire.togetherInput.safeParse({ pieces, at: at || undefined, changeNote: changeNote || undefined });
    if (!input.success) {
      const isTime = input.error.issues.some(({ path }) => path[0] === 'at');
      return refuse(isTime ? studio.together.badTime : studio.together.none);
    }
    // What is due is published at once: a mistyped day must not be.
    if (input.data.at && input.data.at <= services.clock()) return refuse(studio.together.pastTime);
    const outcomes = await publishTogether(services, actor, input.data.pieces, input.data);
    return { outcomes, problem: null, typed: null };
  },
});

/** All pieces of one kind, by words of the title and by state. */
function StudioListView({ kind, q, state, together, nav, ...list }: Model) {
  const path = `/studio/${kind}`;
  return (
    <>
      <DeskHead nav={nav} path={path} title={words.kinds[kind]}>
        {nav.canBegin.includes(kind) && (
          <a className="btn" href={`${path}/new`}>
            {words.write_[kind as 'articles']}
          </a>
        )}
      </DeskHead>
      <form className="studio-find" role="search" action={path}>
        <label htmlFor="studio-q">{words.search}</label>
        <input className="in" id="studio-q" type="search" name="q" defaultValue={q} maxLength={200} />
        <label htmlFor="studio-state">{words.stateLabel}</label>
        <select className="in" id="studio-state" name="state" defaultValue={state ?? ''}>
          <option value="">{words.anyState}</option>
          <Options of={studioStates.map((one) => [one, studio.state[one]])} />
        </select>
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

function PublishTogether({ typed }: Pick<Together, 'typed'>) {
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

function Outcomes({ outcomes, problem }: Omit<Together, 'typed'>) {
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

export default deskPage(StudioListView);
