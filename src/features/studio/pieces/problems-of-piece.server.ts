import { and, isNotNull, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { Queryable } from '../../../database/connect.server.ts';
import { type StudioFields, type studioMedia, studioPieces, studioRevisions } from '../../../database/schema.ts';
import { MarkdownRefused } from '../../../platform/markdown/render-markdown.server.ts';
import { problemOf } from '../../../platform/wire/plain-problems.ts';
import { wordProblem } from '../../../platform/wire/word-problem.ts';
import { studioScheme } from '../../../messages/studio-scheme.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { siteLanguages } from '../../../platform/settings/site-languages.ts';
import { languageName, ownLanguageName } from '../../../ui/language-name.ts';
import { type FileData, hasPhoneNumber } from '../../pieces/piece-files.ts';
import { findScamWords } from '../../message-check/known-scams.queries.server.ts';
import { datedTranslations, isOlder } from '../../message-check/older-translations.ts';
import { renderRevision, unknownKeys } from './derive-live.server.ts';
import { findClip } from '../media/find-clip.server.ts';
import { mergeMarks } from './merge-marks.ts';
import { type LiveConfig, mediaOf, projectionOf } from './projection-of-revision.server.ts';
import { numbersGone, oldNumbersBeside, oldNumbersIn } from '../desks/old-numbers.ts';
import {
  findBySource,
  findPiece,
  findRevision,
  inGroup,
  isItsRevision,
  type Piece,
  type Revision,
} from './pieces.queries.server.ts';
import { kindRules, readySchema, titleOf } from '../studio-kinds.ts';
import { problem, type Problem } from '../../../platform/wire/problem.ts';

/** `isBlocking`: the piece cannot be submitted or published while it is there. */
export type PieceProblem = Problem & { path: string; isBlocking: boolean };

const blocking = (path: string, found: Problem): PieceProblem => ({ path, ...found, isBlocking: true });
const advice = (path: string, found: Problem): PieceProblem => ({ path, ...found, isBlocking: false });

/** Everything that keeps a revision from readers, and what an editor should look at. */
export async function problemsOf(
  db: Queryable,
  config: LiveConfig,
  piece: Pick<Piece, 'kind' | 'id' | 'key' | 'sourceKey'>,
  revision: Pick<Revision, 'fields' | 'body'>,
): Promise<PieceProblem[]> {
  const parsed = readySchema(piece.kind, piece.key).safeParse(revision.fields);
  const problems: PieceProblem[] = parsed.success
    ? []
    : withEmptyParts(revision.fields, parsed.error.issues).map((found) => ({ ...found, isBlocking: true }));
  const shown = await projectionOf(db, config, piece, revision);
  const { uploads } = shown;
  const unknown = unknownKeys(piece.kind, parsed.success ? parsed.data : revision.fields, shown.projection.keys);
  problems.push(...unknown.map((found) => ({ ...found, isBlocking: true })));
  if (kindRules[piece.kind].canRemove && 'categories' in readySchema(piece.kind, piece.key).shape)
    if (![revision.fields.categories ?? []].flat().length)
      problems.push(advice('categories', problem('piece.inNoCategory')));
  if (piece.kind === 'videos') {
    const clip = await findClip(db, config.mediaDir, piece, revision.fields);
    if ('problem' in clip) problems.push(blocking('video', clip.problem));
  }
  if (kindRules[piece.kind].hasBody) {
    if ((piece.kind === 'articles' || piece.kind === 'pages') && revision.body.trim() === '')
      problems.push(blocking('body', problem('piece.noText')));
    if (holdsBothVersions(revision.body)) problems.push(blocking('body', problem('piece.bothVersions')));
    try {
      const { rendered } = await renderRevision(config, shown, revision, piece.kind);
      for (const found of rendered.problems)
        problems.push((found.code === 'piece.tooLate' ? blocking : advice)('body', found));
    } catch (error) {
      if (!(error instanceof MarkdownRefused)) throw error;
      problems.push(blocking('body', error.problem));
    }
  }
  if (piece.kind === 'scams') {
    if (hasPhoneNumber(revision.body)) problems.push(blocking('body', problem('piece.tenDigits')));
    if (parsed.success)
      problems.push(...(await olderInScam(db, piece, parsed.data as FileData['scams'], revision.body)));
  }
  problems.push(...missingFiles(revision, uploads), ...undescribedPictures(revision, uploads));
  problems.push(...(await untranslatedTitle(db, piece, revision)));
  problems.push(...(await oldNumbers(db, piece, revision)));
  problems.push(...untriedRules(revision.fields.scheme));
  return problems;
}

const isBlank = (value: unknown): boolean =>
  value == null ||
  (typeof value === 'string' ? value.trim() === '' : typeof value === 'object' && Object.values(value).every(isBlank));

/** One sentence for a source or slide with nothing in it, not one for each of its fields. */
function withEmptyParts(fields: StudioFields, issues: z.core.$ZodIssue[]): (Problem & { path: string })[] {
  const reported = new Set<string>();
  return issues.flatMap((issue) => {
    const [name, at] = issue.path;
    const part = Array.isArray(fields[String(name)]) ? (fields[String(name)] as unknown[])[Number(at)] : undefined;
    if (typeof part !== 'object' || !isBlank(part)) return [{ path: issue.path.join('.'), ...problemOf(issue) }];
    const own = `${String(name)}.${String(at)}`;
    if (reported.has(own)) return [];
    reported.add(own);
    return [{ path: own, ...problem('piece.emptyPart') }];
  });
}

/** A translation begins with the original's title. Names in capitals or digits may stay as they are. */
async function untranslatedTitle(
  db: Queryable,
  { kind, key }: Pick<Piece, 'kind' | 'key'>,
  { fields }: Pick<Revision, 'fields'>,
): Promise<PieceProblem[]> {
  const { translationOf } = fields;
  if (typeof translationOf !== 'string') return [];
  const original = await findBySource(db, kind, translationOf);
  const plain = (title: string) => title.replace(/\s+/g, ' ').trim().toLowerCase();
  const title = titleOf(kind, fields, key);
  if (!original?.lang || original.lang === fields.lang || plain(original.title) !== plain(title)) return [];
  return [
    {
      path: kindRules[kind].titleField,
      ...problem('piece.originalsTitle', languageName(original.lang)),
      isBlocking: /\p{L}{3,} .*(?:\p{Ll}|\p{Lo}){3}/u.test(title),
    },
  ];
}

/** In the current language, as an editor sees it. */
export const wordPieceProblem = ({ path, isBlocking, ...found }: PieceProblem) => ({
  path,
  message: inRecord(path) + wordProblem(found),
  isBlocking,
});

/** Which of the many fields of a scheme's record is meant. */
function inRecord(path: string): string {
  const [part, field = ''] = path.split('.');
  const name = part === 'scheme' ? (studioScheme.record as Record<string, string>)[field] : undefined;
  return name === undefined ? '' : `${name}: `;
}

/** Rules that nobody has tried with a test person. */
function untriedRules(scheme: unknown): PieceProblem[] {
  const { rules, cases } = (scheme ?? {}) as { rules?: { all?: unknown }; cases?: unknown };
  const has = (list: unknown) => Array.isArray(list) && list.length > 0;
  return has(rules?.all) && !has(cases) ? [advice('scheme.cases', problem('piece.noTestPerson'))] : [];
}

/** Numbers that the text has changed since readers saw it, or since the revision before, and that stand elsewhere. */
export async function oldNumbers(
  db: Queryable,
  { kind, id }: Pick<Piece, 'kind' | 'id'>,
  { fields, body }: Pick<Revision, 'fields' | 'body'>,
): Promise<PieceProblem[]> {
  if (!kindRules[kind].hasBody) return [];
  const piece = await findPiece(db, { kind, id });
  if (!piece) return [];
  const isAhead = piece.live !== null && piece.live !== piece.revision;
  const before = await findRevision(db, piece, isAhead ? piece.live! : piece.revision - 1);
  const gone = before && !before.isErased ? numbersGone(before, { body }) : new Set<string>();
  if (gone.size === 0) return [];
  const others = await db
    .select({ lang: studioPieces.lang, fields: studioRevisions.fields, body: studioRevisions.body })
    .from(studioPieces)
    .innerJoin(studioRevisions, isItsRevision(studioPieces.live))
    .where(and(inGroup(piece), ne(studioPieces.id, id), isNotNull(studioPieces.live)))
    .limit(50);
  return [
    ...oldNumbersBeside(gone, { fields, body }).map(({ path, number }) =>
      advice(path, problem('piece.oldNumber', number)),
    ),
    ...others.flatMap(({ lang, ...text }) =>
      oldNumbersIn(gone, text).map((number) =>
        advice(`translations.${lang}`, problem('piece.oldNumberInTranslation', languageName(lang ?? ''), number)),
      ),
    ),
  ];
}

/** Somebody has to choose between the lines of two people first. */
function holdsBothVersions(body: string): boolean {
  const lines = new Set(body.split('\n').map((line) => line.trim()));
  return mergeMarks.every((mark) => lines.has(mark));
}

/** Translations that would be older than the original if readers saw this revision today. */
async function olderInScam(
  db: Queryable,
  { key }: Pick<Piece, 'key'>,
  words: FileData['scams'],
  body: string,
): Promise<PieceProblem[]> {
  const dated = datedTranslations(await findScamWords(db, key), { ...words, about: body.trim() }, dayInIndia());
  return siteLanguages()
    .filter((language) => isOlder(dated[language] ?? {}))
    .map((language) =>
      advice(`translations.${language}`, problem('piece.olderTranslation', ownLanguageName(language))),
    );
}

type Upload = typeof studioMedia.$inferSelect;

/** Files named in a field that nobody sent. The text's are told by its conversion, and a clip above. */
function missingFiles({ fields }: Pick<Revision, 'fields'>, uploads: Upload[]): PieceProblem[] {
  const sent = new Set(uploads.map(({ path }) => path));
  return Object.entries(fields).flatMap(([name, value]) =>
    name === 'video'
      ? []
      : mediaOf({ fields: { [name]: value }, body: '' })
          .filter((path) => path.startsWith('/media/studio/') && !sent.has(path))
          .map((path) => advice(name, problem('piece.noSentFile', path))),
  );
}

// A description ends at '[' as well: a run of pictures begun would be read again from each of them.
const inBody = /!\[((?:[^[\]\\]|\\.)*)\]\((\/?media\/[\w./-]+)/g;

/** Pictures of a markdown source, with what is written as their description. */
export const picturesInText = (body: string): { words: string; path: string }[] =>
  [...body.matchAll(inBody)].map(([, words, path]) => ({ words: words!.trim(), path: path!.replace(/^\/?/, '/') }));

function undescribedPictures({ fields, body }: Pick<Revision, 'fields' | 'body'>, uploads: Upload[]): PieceProblem[] {
  const described = new Set(uploads.filter(({ description }) => description.trim() !== '').map(({ path }) => path));
  const pictures = new Set(uploads.filter(({ kind }) => kind === 'picture').map(({ path }) => path));
  const inText = picturesInText(body);
  const shownInText = new Set(inText.map(({ path }) => path));
  const silent = [
    ...inText
      .filter(({ words, path }) => words === '' && !described.has(path))
      .map(({ path }) => ['body', path] as const),
    // A cover or a story's picture has no words of its own: its description comes from the upload.
    ...mediaOf({ fields, body: '' })
      .filter((path) => pictures.has(path) && !described.has(path) && !shownInText.has(path))
      .map((path) => ['media', path] as const),
  ];
  return silent.map(([path, picture]) => blocking(path, problem('piece.needsDescription', picture)));
}
