import { listPieces } from '../features/studio/list-pieces.server.ts';
import { studioStates } from '../features/studio/studio.contract.ts';
import { studioKinds } from '../features/studio/studio-kinds.ts';
import { notFound } from '../platform/errors.ts';
import { personalLoader } from '../platform/page-loader.server.ts';
import { storable } from '../platform/storable.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../features/studio/editor/studio.css';
import { ServedPage } from './served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { type StudioListModel, StudioListView } from './studio-list-view.tsx';
import { workerHere } from './studio-staff.server.ts';

export const handle: Handle = { place: 'me' };

export const loader = personalLoader(async ({ services, url, viewer, params }) => {
  const actor = await workerHere(services, viewer, url);
  const kind = studioKinds.find((one) => one === params.kind);
  if (!kind) throw notFound('page');
  const q = storable(url.searchParams.get('q') ?? '').slice(0, 200);
  const state = studioStates.find((one) => one === url.searchParams.get('state')) ?? null;
  const page = /^[1-9]\d{0,5}$/.exec(url.searchParams.get('page') ?? '1')?.[0];
  if (page === undefined) throw notFound('page');
  const list = await listPieces(services.connection.db, actor, kind, {
    q,
    state: state ?? undefined,
    page: Number(page),
    pageSize: 30,
  });
  return { model: { ...list, kind, q, state, nav: studioNavOf(actor) } satisfies StudioListModel };
});

export default function StudioListPage() {
  return <ServedPage view={StudioListView} className="wrap studio" />;
}
