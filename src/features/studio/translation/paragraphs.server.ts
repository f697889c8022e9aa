import { and, eq, ne } from 'drizzle-orm';
import { studioPieces, type StudioKind } from '../../../database/schema.ts';
import type { Language } from '../../../messages/catalogue.ts';
import { invalidInput } from '../../../platform/wire/errors.ts';
import { freeKey, nextId } from '../pieces/name-piece.server.ts';
import { actOnPiece, conflict, goneForGood, type StudioServices } from '../pieces/act-on-piece.server.ts';
import {
  aboutPiece,
  getRevision,
  inGroup,
  insertPiece,
  isSharedWith,
  noteAct,
  type Piece,
  type Revision,
} from '../pieces/pieces.queries.server.ts';
import { readable } from '../pieces/read-piece.server.ts';
import { draftSchema, kindRules } from '../studio-kinds.ts';
import { type Actor, insist, mayBegin, mayRead, mayWrite } from '../studio.policy.ts';
import { type Standing, standingOf } from '../pieces/write-piece.server.ts';
import { openRows, rowsOf, type Marks, markLinks } from './follow-blocks.ts';
import { fieldRowsOf, isStructured, withFields } from './follow-fields.ts';
import { findOriginal, keepFollows, type OriginalPiece, readFollows, wordedFields } from './follow-original.server.ts';
import { judgeTranslation, lockGroup } from './judge-translations.server.ts';
import { withOlder } from './outdated.server.ts';
import type { Paragraphs } from './paragraphs.contract.ts';
import { isImportedKey, keyOfSource } from '../../../platform/wire/piece-key.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { problem } from '../../../platform/wire/problem.ts';
import { studioTranslation } from '../../../messages/studio-translation.ts';

type Named = { kind: StudioKind; id: number };
type Db = StudioServices['connection']['db'] | Parameters<typeof keepFollows>[0];

/** The original, where this person may read what the translation follows. */
async function originalFor(db: Db, actor: Actor, piece: Piece, copy: Revision): Promise<OriginalPiece | null> {
  const found = await findOriginal(db, piece, copy);
  if (!found || found.piece.id === piece.id) return null;
  const may = mayRead(actor, found.piece, await isSharedWith(db, found.piece, actor.id));
  return may === 'all' || (may === 'live' && found.piece.live === found.number) ? found : null;
}

async function present(
  db: Db,
  piece: Piece,
  copy: Revision,
  standing: OriginalPiece,
  { original, follows, fields }: Awaited<ReturnType<typeof readFollows>>,
): Promise<Paragraphs> {
  const rows = rowsOf(follows, original);
  const { id, lang, live } = standing.piece;
  const source = await getRevision(db, standing.piece, standing.number);
  const ofFields = fieldRowsOf(fields, { own: copy.fields, now: source.fields, fieldsIn: original.fieldsIn });
  const title = source.fields[kindRules[piece.kind].titleField];
  return {
    revision: copy.number,
    original: {
      id,
      lang,
      title: typeof title === 'string' ? title : '',
      revision: standing.number,
      isLive: live === standing.number,
    },
    fields: ofFields,
    rows: rows.map((row) => ({ ...row, text: row.original === null ? null : original.blocks[row.original]! })),
    open: openRows(rows) + openRows(ofFields),
    isOlder: (await withOlder(db, [piece]))[0]!.older !== null,
    ...(original.work.isCut ? { isPartial: true as const } : {}),
  };
}

/** The paragraphs of a translation beside those of its original. */
export async function readParagraphs(services: StudioServices, actor: Actor, named: Named): Promise<Paragraphs> {
  const { db } = services.connection;
  const { piece, upTo } = await readable(services, actor, named);
  const copy = await getRevision(db, piece, upTo);
  const standing = await originalFor(db, actor, piece, copy);
  if (!standing) return { revision: copy.number, original: null, fields: [], rows: [], open: 0, isOlder: false };
  return present(db, piece, copy, standing, await readFollows(db, piece, copy, standing));
}

/** Notes what an editor says of paragraphs: it makes no revision, so it takes no approval away. */
export async function markParagraphs(
  services: StudioServices,
  viewer: Actor,
  named: Named,
  {
    revision,
    originalRevision,
    rightFields,
    ...said
  }: Marks & { revision: number; originalRevision: number; rightFields: string[] },
): Promise<Paragraphs> {
  return actOnPiece(services, viewer, named, async ({ tx, piece, actor, isShared }) => {
    insist(mayWrite(actor, piece, isShared));
    if (piece.state === 'removed') throw goneForGood(piece.kind);
    if (revision !== piece.revision) throw conflict(problem('studio.savedMeanwhile'));
    await lockGroup(tx, piece);
    const copy = await getRevision(tx, piece, piece.revision);
    const standing = await originalFor(tx, actor, piece, copy);
    if (!standing || standing.number !== originalRevision) throw conflict(problem('studio.originalChanged'));
    const { original, follows, fields } = await readFollows(tx, piece, copy, standing);
    const outside = [
      ...[...said.right, ...said.pairs.map(({ own }) => own)].filter((own) => own >= follows.links.length),
      ...[...said.leftOut, ...said.pairs.flatMap((pair) => pair.original ?? [])].filter(
        (source) => source >= original.blocks.length,
      ),
    ];
    if (outside.length > 0) throw invalidInput([{ path: 'pairs', message: problem('studio.noParagraph') }]);
    if (rightFields.some((name) => !wordedFields(piece).includes(name)))
      throw invalidInput([{ path: 'rightFields', message: problem('studio.noField') }]);
    const now = {
      follows: markLinks(follows, said, original),
      fields: withFields(fields, rightFields, standing.number),
    };
    await keepFollows(tx, piece, standing.piece.id, { ...now.follows, fields: now.fields });
    if (said.right.length + said.leftOut.length + rightFields.length > 0)
      await noteAct(tx, actor, 'follow_original', { ...aboutPiece(piece), toRevision: piece.revision });
    // Of a draft it is true for readers only once that is published.
    const tags = piece.live === copy.number ? await judgeTranslation(tx, piece, services.clock()) : [];
    return { result: await present(tx, piece, copy, standing, { original, ...now }), tags };
  });
}

/** What both languages share; words are the translator's. */
const shared = 'author categories tags sources thumbnail video poster label article officialUrl helpline'.split(' ');

/**
 * Begins a translation, without a text: each paragraph of the original is still to be translated. The title and what is
 * no text, such as the slides of a story, begin with the original's words.
 */
export async function beginTranslation(
  services: StudioServices,
  viewer: Actor,
  named: Named,
  lang: Language,
): Promise<Standing> {
  return actOnPiece(services, viewer, named, async ({ tx, piece, actor, isShared }) => {
    insist(mayBegin(actor, piece.kind) && mayRead(actor, piece, isShared) !== 'nothing');
    if (piece.state === 'removed') throw goneForGood(piece.kind);
    // Its key follows its first title, which a translation names.
    if (piece.title === '') throw conflict(() => studioTranslation.titleFirst);
    const [taken] = await tx
      .select({ id: studioPieces.id })
      .from(studioPieces)
      .where(and(inGroup(piece), eq(studioPieces.lang, lang), ne(studioPieces.state, 'removed')))
      .limit(1);
    if (taken) throw conflict(problem('studio.inLanguageAlready'));
    const source = await getRevision(tx, piece, piece.live ?? piece.revision);
    const known = Object.keys(draftSchema(piece.kind).shape);
    const isBegunWith = ([name]: [string, unknown]) =>
      known.includes(name) && (shared.includes(name) || isStructured(name));
    const fields = {
      [kindRules[piece.kind].titleField]: piece.title,
      ...Object.fromEntries(Object.entries(source.fields).filter(isBegunWith)),
      lang,
      translationOf: keyOfSource(piece.sourceKey),
      follows: dayInIndia(piece.updatedAt),
    };
    // The name that another site gave says little, and is no word for an address.
    const named = isImportedKey(piece.key) ? piece.title : piece.key;
    const key = await freeKey(tx, piece.kind, `${named} ${lang}`);
    const id = await nextId(tx, piece.kind);
    const begun = await insertPiece(tx, {
      kind: piece.kind,
      id,
      key,
      sourceKey: `content:${key}`,
      fields,
      body: '',
      by: actor,
    });
    const number = piece.live ?? piece.revision;
    const untranslated = Object.fromEntries(
      wordedFields(begun).map((name) => [name, shared.includes(name) ? number : null]),
    );
    await keepFollows(tx, begun, piece.id, { links: [], leftOut: [], fields: untranslated });
    await noteAct(tx, actor, 'begin', { ...aboutPiece(begun), toRevision: 1 });
    return { result: standingOf(begun) };
  });
}

/** The piece and its translations, as far as this person may know of them. */
export async function listVersions(services: StudioServices, actor: Actor, named: Named) {
  const { db } = services.connection;
  const { piece } = await readable(services, actor, named);
  const rows = await db
    .select()
    .from(studioPieces)
    .where(and(inGroup(piece), ne(studioPieces.state, 'removed')))
    .orderBy(studioPieces.id)
    .limit(50);
  const versions: { id: number; lang: string | null }[] = [];
  for (const row of rows)
    if (mayRead(actor, row, await isSharedWith(db, row, actor.id)) !== 'nothing')
      versions.push({ id: row.id, lang: row.lang });
  return { versions };
}
