import { listPieces } from '../features/studio/list-pieces.server.ts';
import { type Outcome, publishTogether } from '../features/studio/publish-together.server.ts';
import * as wire from '../features/studio/studio.contract.ts';
import { mayPublish } from '../features/studio/studio.policy.ts';
import { studio as words } from '../messages/studio.ts';
import { studioKinds } from '../features/studio/studio-kinds.ts';
import { notFound } from '../platform/errors.ts';
import { pageAction, personalLoader, type Sent } from '../platform/page-loader.server.ts';
import { storable } from '../platform/storable.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../features/studio/editor/studio.css';
import { ServedPage } from './served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { type StudioListModel, StudioListView } from './studio-list-view.tsx';
import { workerHere } from './studio-staff.server.ts';

type SentHere = Sent & { outcomes: Outcome[]; problem: string | null };

export const handle: Handle = { place: 'me' };

export const loader = personalLoader<SentHere>(async ({ services, url, viewer, params, sent }) => {
  const actor = await workerHere(services, viewer, url);
  const kind = studioKinds.find((one) => one === params.kind);
  if (!kind) throw notFound('page');
  const q = storable(url.searchParams.get('q') ?? '').slice(0, 200);
  const state = wire.studioStates.find((one) => one === url.searchParams.get('state')) ?? null;
  const page = /^[1-9]\d{0,5}$/.exec(url.searchParams.get('page') ?? '1')?.[0];
  if (page === undefined) throw notFound('page');
  const list = await listPieces(services.connection.db, actor, kind, {
    q,
    state: state ?? undefined,
    page: Number(page),
    pageSize: 30,
  });
  const together = mayPublish(actor) ? { outcomes: sent?.outcomes ?? [], problem: sent?.problem ?? null } : null;
  return { model: { ...list, kind, q, state, together, nav: studioNavOf(actor) } satisfies StudioListModel };
});

/** Publishes the ticked pieces, each with its own outcome. */
export const action = pageAction<SentHere>(async ({ services, url, viewer, params, form }) => {
  const actor = await workerHere(services, viewer, url);
  const kind = studioKinds.find((one) => one === params.kind);
  if (!kind || !mayPublish(actor)) throw notFound('page');
  const pieces = form.getAll('piece').map((one) => {
    const [id, revision] = one.split(' ').map(Number);
    return { kind, id, revision };
  });
  const at = form.get('at')?.trim() || undefined;
  const changeNote = form.get('changeNote')?.trim() || undefined;
  const input = wire.togetherInput.safeParse({ pieces, at, changeNote });
  if (!input.success) {
    const isTime = input.error.issues.some(({ path }) => path[0] === 'at');
    return { status: 400, outcomes: [], problem: isTime ? words.together.badTime : words.together.none };
  }
  // What is due is published at once: a mistyped day must not be.
  if (input.data.at && input.data.at <= services.clock())
    return { status: 400, outcomes: [], problem: words.together.pastTime };
  return { outcomes: await publishTogether(services, actor, input.data.pieces, input.data), problem: null };
});

export default function StudioListPage() {
  return <ServedPage view={StudioListView} className="wrap studio" />;
}
