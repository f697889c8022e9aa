import {
  getRevision,
  isSharedWith,
  findPiece,
  namesOf,
  writersSince,
} from '../../features/studio/pieces/pieces.queries.server.ts';
import { titlesInFeed } from '../../features/studio/sharing/feed-titles.server.ts';
import { readPiece, readReviewNote } from '../../features/studio/pieces/read-piece.server.ts';
import { draftSchema, kindRules, shownFields, isTranslated } from '../../features/studio/studio-kinds.ts';
import {
  type Actor,
  mayBegin,
  mayPublish,
  mayRemove,
  mayReview,
  mayWrite,
  readers,
} from '../../features/studio/studio.policy.ts';
import type { EditorProps, OpenPiece } from '../../features/studio/editor/editor-props.ts';
import { helplineList } from '../../features/helplines/helpline-list.ts';
import { listSubjects } from '../../features/categories/categories.queries.server.ts';
import { listAuthorNames } from '../../features/authors/authors.queries.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { StudioKind } from '../../database/schema.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { defaultLanguage, siteLanguages } from '../../platform/settings/site-languages.ts';
import type { ModelOf } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { storable } from '../../platform/text/storable.ts';
import '../../features/studio/editor/editor.css';
import '../../features/studio/translation/side-by-side.css';
import { t } from '../../messages/messages.ts';
import { searchesDesk } from '../../messages/searches-desk.ts';
import { studioArrange } from '../../messages/studio-arrange.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { studio } from '../../messages/studio.ts';
import { langOf } from '../../ui/format.ts';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ActList, deskPage } from './studio-parts.tsx';
import { deskLoader, kindIn } from './studio-staff.server.ts';
import { insistOnNumber } from '../page-in.ts';

export const loader = deskLoader(readers, async ({ services, url, actor, params }) => {
  const kind = kindIn(params);
  if (params.piece === 'new') {
    if (!kindRules[kind].canBegin || !mayBegin(actor, kind)) throw notFound('page');
    return { title: null, say: null, note: null, props: await propsOf(services, actor, kind, null) };
  }
  const open = await openPiece(services, actor, kind, insistOnNumber(params.piece));
  return {
    title: open.title,
    say: storable(url.searchParams.get('say') ?? '').slice(0, 100) || null,
    note: await readReviewNote(services, actor, { kind, id: open.id }),
    props: await propsOf(services, actor, kind, open),
  };
});

type Model = ModelOf<typeof loader>;

async function openPiece(services: PageServices, actor: Actor, kind: StudioKind, id: number): Promise<OpenPiece> {
  const { db } = services.connection;
  const copy = await readPiece(services, actor, { kind, id });
  const piece = (await findPiece(db, { kind, id }))!;
  const { fields, body } = await getRevision(db, piece, copy.revision);
  return {
    id,
    key: copy.key,
    title: copy.title,
    revision: copy.revision,
    state: copy.state,
    live: copy.live,
    at: copy.at,
    canonicalUrl: copy.canonicalUrl,
    updatedByName: copy.updatedByName,
    fields: shownFields(fields),
    body,
    problems: copy.problems,
    mayWrite: piece.state !== 'removed' && mayWrite(actor, piece, await isSharedWith(db, piece, actor.id)),
    hasWritten: actor.id !== null && (await writersSince(db, piece)).has(actor.id),
  };
}

async function propsOf(
  services: PageServices,
  actor: Actor,
  kind: StudioKind,
  open: OpenPiece | null,
): Promise<EditorProps> {
  const { titleField, hasBody, canEnd, canRemove, writers } = kindRules[kind];
  const language = currentLanguage();
  const fieldNames = Object.keys(draftSchema(kind, open?.key ?? '').shape).filter((name) => name !== 'body');
  const startsOwn = open === null && fieldNames.includes('lang') && language !== defaultLanguage();
  return {
    person: actor.id!,
    personName: (await namesOf(services.connection.db, [actor.id])).get(actor.id!) ?? '',
    kind,
    titleField,
    hasBody,
    fieldNames,
    ...(startsOwn ? { startLang: language } : {}),
    open,
    may: {
      review: mayReview(actor),
      publish: mayPublish(actor),
      end: canEnd && mayPublish(actor),
      remove: canRemove && mayRemove(actor),
      emergency: mayRemove(actor),
      share: writers.includes('writer'),
    },
    authors: await listAuthorNames(services.connection.db),
    categories: await listSubjects(services.connection.db),
    otherLanguages: siteLanguages().filter((one) => one !== defaultLanguage()),
    translateInto: isTranslated(kind) ? (mayBegin(actor, kind) ? [...siteLanguages()] : []) : null,
    titles: kind === 'feed' && open ? await titlesInFeed(services.connection.db, open.fields) : {},
    helplines: helplineList.map(({ number, words }) => ({ number, name: (words[language] ?? words.en).name })),
  };
}

/** The frame of the editor: the address of the piece, and what stands there before its script runs. */
function StudioPieceView({ title, props, say, note }: Model) {
  const { kind, open } = props;
  const heading = (kind === 'feed' && open ? studioArrange.parts[open.key] : title) ?? words.newPiece;
  return (
    <>
      <PageHead
        title={t.site.titleOf(heading || words.noTitle)}
        description={studio.describe}
        path={`/studio/${kind}/${open?.id ?? 'new'}`}
        isUnlisted
      />
      <nav className="studio-trail" aria-label={words.parts}>
        <a href="/studio">{words.desk}</a>
        <a href={`/studio/${kind}`}>{words.kinds[kind]}</a>
        {open && <a href={`/studio/${kind}/${open.id}/history`}>{words.history}</a>}
        {open?.live != null && open.canonicalUrl && <a href={open.canonicalUrl}>{words.seePage}</a>}
      </nav>
      <h1 className="studio-title" lang={langOf(heading)}>
        {heading || words.noTitle}
      </h1>
      {note && (
        <div className="call note">
          <ActList acts={[note]} />
        </div>
      )}
      {say !== null && <p className="call note">{searchesDesk.sayHere(say)}</p>}
      <Island name="studio-editor" when="now" props={props}>
        <noscript>
          <p className="call warn">{words.needsScript}</p>
        </noscript>
      </Island>
    </>
  );
}

export default deskPage(StudioPieceView);
