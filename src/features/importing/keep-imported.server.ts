import type { Transaction } from '../../database/connect.server.ts';
import { and, desc, isNull } from 'drizzle-orm';
import { studioRevisions, type StudioFields } from '../../database/schema.ts';
import { keyOfSource } from '../../platform/wire/piece-key.ts';
import type { ArticleInput, SaveResult, SchemeInput, WrittenArticle } from '../articles/article-input.ts';
import { stateOf } from '../studio/pieces/row-states.server.ts';
import { differencesOf, sameContent } from '../studio/pieces/compare-revisions.ts';
import { isWorkedOn, type Known, lockKnown } from './content/stored-files.queries.server.ts';
import { insertPieces, noteActs, ofPiece, type Piece, type Revision } from '../studio/pieces/pieces.queries.server.ts';
import { queuePieces } from '../studio/pieces/queue-purge.server.ts';
import { system } from '../studio/studio.policy.ts';
import type { PieceRecorder } from './runs/record-pieces.server.ts';
import { reviseBySystem, type Content } from './revise-by-system.server.ts';
import { isUndated } from '../../platform/wire/undated.ts';
import { tagKey } from '../tags/ensure-tags.server.ts';

export type ImportConflict = { outcome: 'conflict'; reason: string; differences: string[]; cacheTags: string[] };
type Save = (tx: Transaction, inputs: ArticleInput[]) => Promise<SaveResult[]>;
/** Source keys of the originals that these pieces translate, by their own. */
type Originals = ReadonlyMap<string, string>;

/**
 * Stands between an import from elsewhere and the studio: what it writes becomes a revision by the system. What people
 * changed here is not overwritten: where the source changed too, that is a conflict.
 * @returns one outcome for each input, in their order
 */
export async function keepImported(
  tx: Transaction,
  inputs: ArticleInput[],
  save: Save,
  { originals, recorder }: { originals: Originals; recorder?: PieceRecorder | undefined },
): Promise<(SaveResult | ImportConflict)[]> {
  await recorder?.begin(tx, {
    tags: inputs.flatMap(({ tags }) => tags),
    authors: inputs.map(({ author }) => author.key),
    oldPaths: inputs.flatMap(({ oldPaths }) => oldPaths),
  });
  const known = await lockKnown(
    tx,
    'articles',
    inputs.map(({ sourceKey }) => sourceKey),
  );
  const guarded = new Map<ArticleInput, SaveResult | ImportConflict>();
  for (const input of inputs) {
    const one = known.get(input.sourceKey);
    if (one && isOfPeople(one)) guarded.set(input, await compare(tx, input, one, save, originals));
  }
  const open = inputs.filter((input) => !guarded.has(input));
  const saved = open.length > 0 ? await save(tx, open) : [];
  for (const { kind, id } of await keepRevisions(tx, saved, known, originals)) recorder?.wrote(kind, id);
  await recorder?.flush(tx);
  const results = new Map(open.map((input, index) => [input, saved[index]!]));
  return inputs.map((input) => guarded.get(input) ?? results.get(input)!);
}

/** @returns the pieces that were written */
async function keepRevisions(
  tx: Transaction,
  saved: SaveResult[],
  known: Map<string, Known>,
  originals: Originals,
): Promise<Pick<Piece, 'kind' | 'id'>[]> {
  const now = new Date();
  const followed: Piece[] = [];
  const begun: Parameters<typeof insertPieces>[1] = [];
  for (const { id, written } of saved) {
    if (!written || id === null) continue;
    const { sourceKey, createdAt: at } = written;
    const content = contentOf(written, id, originals.get(sourceKey));
    const one = known.get(sourceKey);
    if (one) {
      await reviseBySystem(tx, one, writtenAs(one.newest.fields, content), written, now);
      followed.push(one.piece);
    } else {
      const named = { kind: 'articles' as const, id, key: keyOfSource(sourceKey), sourceKey };
      begun.push({ piece: { ...named, ...content, by: system, at }, state: stateOf(written, now, 1) });
    }
  }
  await insertPieces(tx, begun);
  await noteActs(
    tx,
    begun.map(({ piece: { kind, id } }) => ({ actor: 'system', act: 'adopt', kind, pieceId: id, toRevision: 1 })),
  );
  await queuePieces(
    tx,
    begun.map(({ piece }) => piece),
    { isNew: true },
  );
  return [...followed, ...begun.map(({ piece }) => piece)];
}

const isOfPeople = ({ piece, hasPeople }: Known): boolean =>
  piece.state !== 'removed' && (hasPeople || isWorkedOn(piece));

/** Saves and takes it back: only so is the source's text as a revision would hold it. */
async function compare(
  tx: Transaction,
  input: ArticleInput,
  { piece, newest }: Known,
  save: Save,
  originals: Originals,
): Promise<SaveResult | ImportConflict> {
  const undo = new Error('Only compared.');
  let result: SaveResult | undefined;
  try {
    await tx.transaction(async (inner) => {
      [result] = await save(inner, [input]);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  const unchanged: SaveResult = { ...result!, outcome: 'unchanged', problems: [], images: [], cacheTags: [] };
  if (!result!.written) return result!.outcome === 'unchanged' ? unchanged : result!;
  const given = contentOf(result!.written, piece.id, originals.get(input.sourceKey));
  const base = await lastOfSystem(tx, piece);
  const source = writtenAs((base ?? newest).fields, given);
  if (sameContent(piece, newest, source) || (base && sameContent(piece, base, source))) return unchanged;
  return {
    outcome: 'conflict',
    reason: `"${piece.title}" (articles ${piece.id}, revision ${piece.revision}): it was changed in the studio too. Neither was overwritten.`,
    differences: differencesOf(base, newest, source),
    cacheTags: [],
  };
}

/** What the source said when it was taken last. */
async function lastOfSystem(tx: Transaction, piece: Piece): Promise<Revision | null> {
  const [revision] = await tx
    .select()
    .from(studioRevisions)
    .where(and(ofPiece(studioRevisions, piece), isNull(studioRevisions.authorId)))
    .orderBy(desc(studioRevisions.number))
    .limit(1);
  return revision ?? null;
}

/** What a source says of an article, as a file would say it. @param original source key of what it translates */
function contentOf(written: WrittenArticle, id: number, original: string | undefined): Content {
  const { body, publishedAt, thumbnail, scheme, ...rest } = written;
  const fields = given({
    id,
    title: rest.title,
    summary: rest.summary,
    author: rest.author.key,
    categories: rest.categories,
    tags: rest.tags,
    publishedAt: isUndated(publishedAt) ? null : publishedAt.toISOString(),
    lastCheckedAt: rest.lastCheckedAt,
    coverFigure: rest.coverFigure,
    lang: rest.lang,
    translationOf: rest.translationOf !== undefined && original ? keyOfSource(original) : null,
    follows: rest.follows,
    metaTitle: rest.metaTitle,
    metaDescription: rest.metaDescription,
    thumbnail: thumbnail?.replace(/^\//, ''),
    sources: rest.sources,
    corrections: rest.corrections,
    scheme: scheme && schemeFields(scheme),
    oldPaths: rest.oldPaths,
    sample: rest.isSample || null,
  });
  // As the database gives it back: without what is undefined.
  return { fields: JSON.parse(JSON.stringify(fields)) as StudioFields, body };
}

/** The same with the tags and old paths of the revision before, where these are only written in another way. */
function writtenAs(before: StudioFields, { fields, body }: Content): Content {
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const keys = (some: StudioFields) => [...new Set(texts(some.tags).map(tagKey))].toSorted().join(' ');
  const paths = new Set(texts(before.oldPaths));
  const isSame = {
    tags: keys(fields) === keys(before),
    oldPaths: texts(fields.oldPaths).every((path) => paths.has(path)),
  };
  const { tags, oldPaths } = before;
  return {
    fields: given({ ...fields, ...(isSame.tags ? { tags } : {}), ...(isSame.oldPaths ? { oldPaths } : {}) }),
    body,
  };
}

const given = (fields: StudioFields): StudioFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0) && value !== '',
    ),
  );

const schemeFields = ({ details, ...record }: SchemeInput): StudioFields =>
  given({
    name: record.name,
    level: record.level === 'STATE' ? record.state : 'central',
    department: record.department,
    forWhom: details.forWhom,
    kind: details.kind,
    worth: details.worth,
    intake: details.intake,
    benefits: details.benefits,
    eligibility: details.eligibility,
    exclusions: details.exclusions,
    documents: details.documents.map(({ name, note }) => (note === null ? name : `${name} — ${note}`)),
    fee: details.fee && given(details.fee),
    apply: given({ online: details.apply.onlineUrl, offline: details.apply.offlineSteps }),
    officialUrl: record.officialUrl,
    lastCheckedAt: record.lastCheckedOn,
    rules: record.rules,
    alsoCheck: details.alsoCheck ?? [],
    cases: record.cases,
    reasons: details.reasons,
  });
