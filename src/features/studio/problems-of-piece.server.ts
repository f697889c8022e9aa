import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { studioMedia } from '../../database/schema.ts';
import { MarkdownRefused, tooLate } from '../../platform/markdown/render-markdown.server.ts';
import { wordProblem } from '../../platform/word-problem.server.ts';
import { pieceProblems } from '../../messages/piece-problems.ts';
import { dayInIndia } from '../../platform/indian-time.ts';
import { siteLanguages } from '../../platform/site-languages.ts';
import { ownNames } from '../../ui/own-names.ts';
import { type FileData, hasPhoneNumber, noPhoneNumber } from '../importing/content/content-schemas.ts';
import { linkResolver, readSiteKeys } from '../importing/content/site-keys.server.ts';
import { findScamWords } from '../message-check/known-scams.queries.server.ts';
import { datedTranslations, isOlder } from '../message-check/older-translations.ts';
import { unknownKeys } from './derive-live.server.ts';
import { findClip } from './find-clip.server.ts';
import { mergeMarks } from './merge-marks.ts';
import { type LiveConfig, mediaOf, modeOf } from './run-of-revision.server.ts';
import type { Piece, Revision } from './pieces.queries.server.ts';
import { renderPiece } from './render-piece.server.ts';
import { kindRules, readySchema } from './studio-kinds.ts';

/** `isBlocking`: the piece cannot be submitted or published while it is there. */
export type Problem = { path: string; message: string; isBlocking: boolean };

/** Everything that keeps a revision from readers, and what an editor should look at. */
export async function problemsOf(
  db: Queryable,
  config: LiveConfig,
  piece: Pick<Piece, 'kind' | 'id' | 'key' | 'sourceKey'>,
  revision: Pick<Revision, 'fields' | 'body'>,
): Promise<Problem[]> {
  const parsed = readySchema(piece.kind, piece.key).safeParse(revision.fields);
  const problems: Problem[] = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message, isBlocking: true }));
  const keys = await readSiteKeys(db);
  const unknown = unknownKeys(piece.kind, parsed.success ? parsed.data : revision.fields, keys);
  problems.push(...unknown.map((problem) => ({ ...problem, isBlocking: true })));
  if (kindRules[piece.kind].canRemove && 'categories' in readySchema(piece.kind, piece.key).shape)
    if (![revision.fields.categories ?? []].flat().length)
      problems.push({ path: 'categories', message: 'It is in no category yet.', isBlocking: false });
  if (piece.kind === 'videos') {
    const clip = await findClip(db, config, piece, revision.fields.video);
    if ('problem' in clip) problems.push({ path: 'video', message: clip.problem, isBlocking: true });
  }
  const uploads = await uploadsIn(db, revision);
  if (kindRules[piece.kind].hasBody) {
    if ((piece.kind === 'articles' || piece.kind === 'pages') && revision.body.trim() === '')
      problems.push({ path: 'body', message: 'There is no text yet.', isBlocking: true });
    if (holdsBothVersions(revision.body))
      problems.push({ path: 'body', message: pieceProblems.bothVersions, isBlocking: true });
    const sent = new Set(uploads.map(({ path }) => path));
    problems.push(...(await problemsOfBody(config, piece, revision.body, linkResolver(keys), sent)));
  }
  if (piece.kind === 'scams') {
    if (hasPhoneNumber(revision.body)) problems.push({ path: 'body', message: noPhoneNumber, isBlocking: true });
    if (parsed.success)
      problems.push(...(await olderInScam(db, piece, parsed.data as FileData['scams'], revision.body)));
  }
  problems.push(...missingFiles(revision, uploads), ...undescribedPictures(revision, uploads));
  return problems.map(({ message, ...problem }) => ({ ...problem, message: wordProblem(message) }));
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
): Promise<Problem[]> {
  const dated = datedTranslations(await findScamWords(db, key), { ...words, about: body.trim() }, dayInIndia());
  return siteLanguages()
    .filter((language) => isOlder(dated[language] ?? {}))
    .map((language) => ({
      path: `translations.${language}`,
      message: pieceProblems.olderTranslation(ownNames[language]),
      isBlocking: false,
    }));
}

type Upload = typeof studioMedia.$inferSelect;

/** The uploads that a revision shows. */
async function uploadsIn(db: Queryable, revision: Pick<Revision, 'fields' | 'body'>): Promise<Upload[]> {
  const paths = mediaOf(revision);
  return paths.length === 0 ? [] : db.select().from(studioMedia).where(inArray(studioMedia.path, paths));
}

async function problemsOfBody(
  { thread }: LiveConfig,
  piece: Pick<Piece, 'kind' | 'sourceKey'>,
  body: string,
  resolveLink: ReturnType<typeof linkResolver>,
  sent: Set<string>,
): Promise<Problem[]> {
  // Files that came with content/ have no row: the preview shows whether they are there.
  const isThere = (path: string) => !path.startsWith('/media/studio/') || sent.has(path);
  const imageSize = (path: string) => (isThere(path) ? { width: 1, height: 1 } : null);
  try {
    const { problems } = await renderPiece(thread, body, { mode: modeOf(piece), resolveLink, imageSize });
    return problems.map((message) => ({ path: 'body', message, isBlocking: message === tooLate }));
  } catch (error) {
    if (!(error instanceof MarkdownRefused)) throw error;
    return [{ path: 'body', message: error.message, isBlocking: true }];
  }
}

/** Files named in a field that nobody sent. The text's are told by its conversion, and a clip above. */
function missingFiles({ fields }: Pick<Revision, 'fields'>, uploads: Upload[]): Problem[] {
  const sent = new Set(uploads.map(({ path }) => path));
  return Object.entries(fields).flatMap(([name, value]) =>
    name === 'video'
      ? []
      : mediaOf({ fields: { [name]: value }, body: '' })
          .filter((path) => path.startsWith('/media/studio/') && !sent.has(path))
          .map((path) => ({ path: name, message: `There is no file ${path}.`, isBlocking: false })),
  );
}

// A description ends at '[' as well: a run of pictures begun would be read again from each of them.
const inBody = /!\[((?:[^[\]\\]|\\.)*)\]\((\/?media\/[\w./-]+)/g;

/** Pictures of a markdown source, with what is written as their description. */
export const picturesInText = (body: string): { words: string; path: string }[] =>
  [...body.matchAll(inBody)].map(([, words, path]) => ({ words: words!.trim(), path: path!.replace(/^\/?/, '/') }));

function undescribedPictures({ fields, body }: Pick<Revision, 'fields' | 'body'>, uploads: Upload[]): Problem[] {
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
  return silent.map(([path, picture]) => ({
    path,
    message: `The picture ${picture} needs a description.`,
    isBlocking: true,
  }));
}
