import { listPieces } from '../../features/studio/pieces/list-pieces.server.ts';
import { publishTogether } from '../../features/studio/pieces/publish-together.server.ts';
import * as wire from '../../features/studio/studio.contract.ts';
import { mayPublish } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { studio as words } from '../../messages/studio.ts';
import { studioKinds } from '../../features/studio/studio-kinds.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { Sent } from '../../platform/page/page-loader.server.ts';
import { storable } from '../../platform/text/storable.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { ownAction, ownLoader } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { servedPage } from '../served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { type StudioListModel, StudioListView } from './studio-list-view.tsx';
import { owesFactor, workerHere } from './studio-staff.server.ts';
import { pageIn } from '../page-in.ts';

type SentHere = Sent & NonNullable<StudioListModel['together']>;

export const loader = ownLoader<SentHere>(async ({ services, url, viewer, params, sent }) => {
  const actor = await workerHere(services, viewer, url);
  const kind = studioKinds.find((one) => one === params.kind);
  if (!kind) throw notFound('page');
  const q = storable(url.searchParams.get('q') ?? '').slice(0, 200);
  const state = wire.studioStates.find((one) => one === url.searchParams.get('state')) ?? null;
  const list = await listPieces(services.connection.db, actor, kind, {
    q,
    state: state ?? undefined,
    page: pageIn(url),
    pageSize: 30,
  });
  const together = mayPublish(actor) ? (sent ?? { outcomes: [], problem: null, typed: null }) : null;
  return { model: { ...list, kind, q, state, together, nav: studioNavOf(actor) } satisfies StudioListModel };
});

const typedIn = (form: URLSearchParams) => ({
  pieces: form.getAll('piece'),
  at: form.get('at')?.trim() ?? '',
  changeNote: form.get('changeNote')?.trim() ?? '',
});

/** Publishes the ticked pieces, each with its own outcome. */
export const action = ownAction<SentHere>({
  typed: ['changeNote', 'at'],
  comeBack: (form) => ({ outcomes: [], problem: account.again.back, typed: typedIn(form) }),
  lacksFactor: owesFactor,
  act: async ({ services, url, viewer, params, form }) => {
    const actor = await workerHere(services, viewer, url);
    const kind = studioKinds.find((one) => one === params.kind);
    if (!kind || !mayPublish(actor)) throw notFound('page');
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
      return refuse(isTime ? words.together.badTime : words.together.none);
    }
    // What is due is published at once: a mistyped day must not be.
    if (input.data.at && input.data.at <= services.clock()) return refuse(words.together.pastTime);
    const outcomes = await publishTogether(services, actor, input.data.pieces, input.data);
    return { outcomes, problem: null, typed: null };
  },
});

export default servedPage(ownView(StudioListView), 'wrap studio');
