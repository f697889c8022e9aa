import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { articles, knownScams, videos, webstories, type StudioKind } from '../../database/schema.ts';
import { AppError, gone } from '../../platform/errors.ts';
import type { PieceLanguage } from '../../messages/catalogue.ts';
import { aheadKey, MarkdownRefused } from '../../platform/markdown/render-markdown.server.ts';
import type { TextThread } from '../../platform/text-thread.server.ts';
import { saveArticles } from '../articles/save-article.server.ts';
import type { SaveResult } from '../articles/article-input.ts';
import type { ContentRun } from '../importing/content/content-run.ts';
import type { FileData } from '../importing/content/content-schemas.ts';
import type { ContentFile } from '../importing/content/read-folder.server.ts';
import { articleInput } from '../importing/content/save-article-files.server.ts';
import { saveCtaFiles } from '../importing/content/save-cta-files.server.ts';
import { saveFeedFiles } from '../importing/content/save-feed-files.server.ts';
import { saveStoryFiles } from '../importing/content/save-story-files.server.ts';
import { saveTermFiles } from '../importing/content/save-term-files.server.ts';
import { savePageFiles, saveScamFiles } from '../importing/content/save-text-files.server.ts';
import { videoInput } from '../importing/content/save-video-files.server.ts';
import type { SiteKeys } from '../importing/content/site-keys.server.ts';
import { completeQuestions } from '../referrals/cta-definition.ts';
import { saveVideo } from '../videos/save-video.server.ts';
import { findClip } from './find-clip.server.ts';
import { listPublicationNotes, type Piece, type Revision } from './pieces.queries.server.ts';
import { isLate, renderPiece } from './render-piece.server.ts';
import { kindRules, readySchema } from './studio-kinds.ts';
import { describePictures, type LiveConfig, modeOf, prepareRun } from './run-of-revision.server.ts';

type Problem = { path: string; message: string };

/** References to what is not there. */
export function unknownKeys(kind: StudioKind, data: Record<string, unknown>, keys: SiteKeys): Problem[] {
  const check = (path: string, value: unknown, known: Map<string, unknown>, noun: string): Problem[] =>
    [value ?? []]
      .flat()
      .filter((key) => !known.has(String(key)))
      .map((key) => ({ path, message: `There is no ${noun} "${String(key)}".` }));
  if (kind === 'categories')
    return [
      ...check('parent', data.parent, keys.categories, 'category'),
      ...check('related', data.related, keys.categories, 'category'),
    ];
  return [
    ...check('categories', data.categories, keys.categories, 'category'),
    ...check('author', data.author, keys.authors, 'author'),
    ...(kind === 'videos' || kind === 'scams' ? check('article', data.article, keys.articles, 'article') : []),
  ];
}

const newsroom = 'newsroom';

/** A piece that cannot become live as it is. */
class PieceRefused extends AppError {
  constructor(problems: string[]) {
    super(400, 'validation_failed', 'The piece is not ready for readers.', {
      details: problems.slice(0, 20).map((message) => ({ path: '', message: message.slice(0, 300) })),
    });
  }
}

const notInTime = 'The text could not be formatted in time. Nothing was published. Try again in a minute.';

/** Its text was not rendered in time, which may be the machine's fault. */
export class NotInTime extends PieceRefused {
  constructor() {
    super([notInTime]);
  }
}

/**
 * Writes the rows that readers' pages use, from one revision, as the import of its file would.
 * @param publishedAt the date that readers see
 * @returns cache tags to invalidate after the commit
 * @throws AppError 400 where the revision is not complete
 */
export async function writeLive(
  tx: Transaction,
  config: LiveConfig,
  piece: Piece,
  revision: Pick<Revision, 'fields' | 'body'>,
  publishedAt: Date,
): Promise<string[]> {
  const parsed = readySchema(piece.kind, piece.key).safeParse(revision.fields);
  if (!parsed.success)
    throw new PieceRefused(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const file = {
    kind: piece.kind,
    key: piece.key,
    file: `${piece.kind}/${piece.key}`,
    bodyLine: 1,
    body: revision.body,
    data: { ...parsed.data, id: piece.id, status: 'published', publishedAt },
  };
  const { run, described } = await prepareRun(tx, config, piece, revision);
  const unknown = unknownKeys(piece.kind, parsed.data, run.keys);
  if (unknown.length > 0) throw new PieceRefused(unknown.map(({ path, message }) => `${path}: ${message}`));
  const body = describePictures(revision.body, described);
  if (kindRules[piece.kind].hasBody) await renderAhead(config.thread, run, piece, body, parsed.data);
  const write = writers[piece.kind];
  await write({ tx, run, piece, file: { ...file, body } as never, config });
  // The first problems are the losses; the others are notes, which quote the text.
  const { lost } = run.report.counts;
  if (lost > 0) throw new PieceRefused(run.report.problems().slice(0, lost));
  return [...run.cacheTags];
}

/** The writers find the text rendered. @throws AppError 400 where it cannot be, or not in time */
async function renderAhead(
  thread: TextThread | undefined,
  { saving }: ContentRun,
  piece: Piece,
  body: string,
  { lang }: { lang?: PieceLanguage },
): Promise<void> {
  try {
    const rendered = await renderPiece(thread, body, { ...saving, mode: modeOf(piece), lang });
    if (isLate(rendered)) throw new NotInTime();
    saving.ahead = new Map([[aheadKey(body, lang), rendered]]);
  } catch (error) {
    if (!(error instanceof MarkdownRefused)) throw error;
    throw new PieceRefused([`body: ${error.message}`]);
  }
}

type Writing = { tx: Transaction; run: ContentRun; piece: Piece; file: ContentFile; config: LiveConfig };

const accept = (run: ContentRun, piece: Piece, result: Pick<SaveResult, 'outcome' | 'id' | 'reason' | 'cacheTags'>) => {
  if (result.outcome === 'refused') throw new PieceRefused([result.reason ?? 'It was refused.']);
  if (result.outcome === 'taken down') throw gone(kindRules[piece.kind].noun);
  // The row is found by its name first, which may be that of another piece.
  if (result.id !== piece.id)
    throw new PieceRefused([`The name "${piece.key}" belongs to the piece with the number ${result.id}.`]);
  for (const tag of result.cacheTags) run.cacheTags.add(tag);
};

const viaFiles =
  (kind: Exclude<StudioKind, 'feed'>, save: (run: ContentRun) => Promise<void>) =>
  async ({ run, file, piece }: Writing) => {
    (run.folder.files[kind] as Map<string, ContentFile>).set(piece.key, file);
    await save(run);
  };

const writers: Record<StudioKind, (writing: Writing) => Promise<void>> = {
  async articles({ tx, run, piece, file, config }) {
    await release(tx, articles, piece.id);
    const { key, data, body } = file as ContentFile<'articles'>;
    const author = await authorOf(run, data.author, config);
    const whole = { ...file, key, data: { ...data, author: author.key }, body } as ContentFile<'articles'>;
    // The folder is where `translationOf` is followed from.
    run.folder.files.articles.set(key, whole);
    const input = articleInput(run, whole);
    const [result] = await saveArticles(
      tx,
      [
        {
          ...input,
          id: piece.id,
          sourceKey: piece.sourceKey,
          author,
          corrections: await correctionsOf(tx, piece, input.corrections),
        },
      ],
      { ...run.saving, mode: modeOf(piece) },
    );
    accept(run, piece, result!);
    await hold(tx, articles, piece.id);
  },
  async videos({ tx, run, piece, file, config }) {
    await release(tx, videos, piece.id);
    const one = file as ContentFile<'videos'>;
    const author = await authorOf(run, one.data.author, config);
    const { captions, poster, ...clip } = await clipOf(tx, run, config, piece, one.data);
    const named = { captions: one.data.captions ?? captions, poster: one.data.poster ?? poster };
    const whole = { ...one, data: { ...one.data, ...named, author: author.key } };
    run.folder.files.videos.set(piece.key, whole);
    const input = videoInput(run, whole, clip);
    const own = { id: piece.id, sourceKey: piece.sourceKey, author };
    accept(run, piece, await saveVideo(tx, { ...input, ...own }, run.saving));
    await hold(tx, videos, piece.id);
  },
  async webstories({ run, tx, piece, file, config }) {
    await tx
      .update(webstories)
      .set({ isHeld: false, sourceHash: sql`case when status = 'published' then source_hash else '' end` })
      .where(eq(webstories.slug, piece.key));
    const one = file as ContentFile<'webstories'>;
    const author = await authorOf(run, one.data.author, config);
    run.folder.files.webstories.set(piece.key, { ...one, data: { ...one.data, author: author.key } });
    await saveStoryFiles(run);
    await tx.update(webstories).set({ isHeld: true }).where(eq(webstories.slug, piece.key));
  },
  pages: viaFiles('pages', savePageFiles),
  categories: viaFiles('categories', saveTermFiles),
  tags: viaFiles('tags', saveTermFiles),
  authors: viaFiles('authors', saveTermFiles),
  async ctas({ run, file, piece }) {
    run.options.only = ['ctas'];
    const one = file as ContentFile<'ctas'>;
    // As the file's schema does, below whose transform the studio's schema begins.
    const data = { ...one.data, questions: completeQuestions(one.data.questions as never) };
    run.folder.files.ctas.set(piece.key, { ...one, data });
    await saveCtaFiles(run);
  },
  async scams({ tx, run, file, piece }) {
    run.folder.files.scams.set(piece.key, file as ContentFile<'scams'>);
    await saveScamFiles(run);
    await tx
      .update(knownScams)
      .set({ isActive: true, updatedAt: sql`now()` })
      .where(eq(knownScams.key, piece.key));
    for (const tag of ['scams', 'articles']) run.cacheTags.add(tag);
  },
  async feed({ run, file, piece }) {
    if (piece.key === 'rail') run.folder.rail = file.data as never;
    else run.folder.feed = file.data as never;
    await saveFeedFiles(run);
  },
};

// An editor's hold keeps imports from elsewhere away from status and date; the studio itself writes them.
// A hidden row counts as changed, whatever its hash says.
const release = (tx: Transaction, table: typeof articles | typeof videos, id: number) =>
  tx
    .update(table)
    .set({ isHeld: false, sourceHash: sql`case when status = 'published' then source_hash else '' end` })
    .where(eq(table.id, id));
const hold = (tx: Transaction, table: typeof articles | typeof videos, id: number) =>
  tx.update(table).set({ isHeld: true }).where(eq(table.id, id));

/** The author as written, or the newsroom. */
async function authorOf(run: ContentRun, key: string | undefined, { organization }: LiveConfig) {
  const wanted = key ?? newsroom;
  const author = run.keys.authors.get(wanted);
  if (!author && key !== undefined) throw new PieceRefused([`author: there is no author "${key}"`]);
  if (!author) run.keys.authors.set(newsroom, { id: 0, name: organization.name });
  return { key: wanted, name: author?.name ?? organization.name };
}

/** Public change notes stand among the corrections; an exported file may already have them. */
async function correctionsOf(tx: Transaction, piece: Piece, written: { date: string; text: string }[]) {
  const notes = await listPublicationNotes(tx, piece);
  const known = new Set(written.map(({ date, text }) => `${date} ${text}`));
  return [...written, ...notes.filter(({ date, text }) => !known.has(`${date} ${text}`))];
}

async function clipOf(
  tx: Transaction,
  { media }: ContentRun,
  config: LiveConfig,
  piece: Piece,
  data: FileData['videos'],
) {
  const found = await findClip(tx, config, piece, data.video);
  if ('problem' in found) throw new PieceRefused([`video: ${found.problem}`]);
  const { row, ...clip } = found;
  for (const known of [row?.captionsUrl, row?.thumbnail])
    if (known) media.set(known, { url: known, path: known, size: 0 });
  return clip;
}
