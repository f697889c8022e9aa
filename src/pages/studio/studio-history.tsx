import { readActs, readPiece, readRevision, readRevisions } from '../../features/studio/pieces/read-piece.server.ts';
import { compareTexts } from '../../features/studio/pieces/compare-texts.server.ts';
import { fieldText } from '../../features/studio/editor/field-text.ts';
import type { TextSide } from '../../features/studio/pieces/piece-text.ts';
import { linksIn } from '../../features/studio/pieces/render-piece.server.ts';
import { pictureSizes } from '../../features/studio/pieces/projection-of-revision.server.ts';
import { studioKinds } from '../../features/studio/studio-kinds.ts';
import { linkResolver, readNamedKeys } from '../../features/pieces/site-keys.server.ts';
import { languages } from '../../messages/languages-here.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { personalLoader } from '../../platform/page/page-loader.server.ts';
import { langOf } from '../../ui/format.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { numberIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';
import { type StudioHistoryModel, StudioHistoryView } from './studio-history-view.tsx';
import { workerHere } from './studio-staff.server.ts';

/** The revisions of a piece, and how any two of them differ; without two named ones, the last change. */
export const loader = personalLoader(async ({ services, url, viewer, params }) => {
  const actor = await workerHere(services, viewer, url);
  const kind = studioKinds.find((one) => one === params.kind);
  if (!kind || !/^[1-9]\d{0,8}$/.test(params.piece ?? '')) throw notFound('page');
  const named = { kind, id: Number(params.piece) };
  const page = numberIn(url.searchParams.get('page')) ?? 1;
  const piece = await readPiece(services, actor, named);
  const revisions = await readRevisions(services, actor, named, { page, pageSize: 50 });
  const acts = await readActs(services, actor, named, { page: 1, pageSize: 50 });
  const to = numberIn(url.searchParams.get('to')) ?? piece.revision;
  const from = numberIn(url.searchParams.get('from')) ?? Math.max(1, to - 1);
  const [before, after] = [
    await readRevision(services, actor, named, from),
    await readRevision(services, actor, named, to),
  ];
  const isWritten = url.searchParams.get('as') === 'written';
  const isComparable = !isWritten && !before.isErased && !after.isErased && before.body !== after.body;
  const isErased = before.isErased || after.isErased;
  const names = isErased ? [] : [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])];
  const fields = names
    .map((name) => ({ name, before: fieldText(before.fields[name]), after: fieldText(after.fields[name]) }))
    .filter((field) => field.before !== field.after && field.name !== 'updatedAt');
  const sides = isComparable ? await sidesOf(services, before, after) : null;
  const isBodyChanged = before.body !== after.body;
  // Where one of the two cannot be rendered, or not in time, the markdown is compared.
  const written = !isErased && isBodyChanged ? { before: before.body, after: after.body } : null;
  const compared = await compareTexts(services.pieceTexts, { fields, sides, written });
  return {
    model: {
      ...compared,
      fields: fields.map(({ name }, at) => ({ name, changes: compared.fields[at]! })),
      isWritten,
      kind,
      id: named.id,
      title: piece.title,
      revisions,
      acts: acts.data,
      from,
      to,
      isErased,
      isBodyChanged,
      lang: langOf(after.body || before.body),
    } satisfies StudioHistoryModel,
  };
});

type Side = { fields: Record<string, unknown>; body: string };

/** Both texts, with what their links and pictures need. */
async function sidesOf(services: PageServices, ...both: [Side, Side]): Promise<[TextSide, TextSide]> {
  const { db } = services.connection;
  const resolveLink = linkResolver(await readNamedKeys(db, both));
  const sizes = [...(await pictureSizes(db, services.config, both))];
  return both.map(({ fields, body }): TextSide => {
    const lang = languages.find((one) => one === fields.lang);
    return { body, lang, links: linksIn(body, resolveLink), sizes };
  }) as [TextSide, TextSide];
}

export default servedPage(StudioHistoryView, 'wrap studio');
