import { readActs, readPiece, readRevision, readRevisions } from '../features/studio/read-piece.server.ts';
import { studioKinds } from '../features/studio/studio-kinds.ts';
import { notFound } from '../platform/errors.ts';
import { personalLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../features/studio/editor/studio.css';
import { ServedPage } from './served-page.tsx';
import { type StudioHistoryModel, StudioHistoryView } from './studio-history-view.tsx';
import { workerHere } from './studio-staff.server.ts';

export const handle: Handle = { place: 'me' };

const numberIn = (url: URL, name: string): number | null => {
  const text = url.searchParams.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
};

/** The revisions of a piece, and how any two of them differ; without two named ones, the last change. */
export const loader = personalLoader(async ({ services, url, viewer, params }) => {
  const actor = await workerHere(services, viewer, url);
  const kind = studioKinds.find((one) => one === params.kind);
  if (!kind || !/^[1-9]\d{0,8}$/.test(params.piece ?? '')) throw notFound('page');
  const named = { kind, id: Number(params.piece) };
  const page = numberIn(url, 'page') ?? 1;
  const piece = await readPiece(services, actor, named);
  const revisions = await readRevisions(services, actor, named, { page, pageSize: 50 });
  const acts = await readActs(services, actor, named, { page: 1, pageSize: 50 });
  const to = numberIn(url, 'to') ?? piece.revision;
  const from = numberIn(url, 'from') ?? Math.max(1, to - 1);
  const [before, after] = [
    await readRevision(services, actor, named, from),
    await readRevision(services, actor, named, to),
  ];
  return {
    model: {
      kind,
      id: named.id,
      title: piece.title,
      revisions,
      acts: acts.data,
      from,
      to,
      before: { fields: before.fields, body: before.body, isErased: before.isErased },
      after: { fields: after.fields, body: after.body, isErased: after.isErased },
    } satisfies StudioHistoryModel,
  };
});

export default function StudioHistoryPage() {
  return <ServedPage view={StudioHistoryView} className="wrap studio" />;
}
