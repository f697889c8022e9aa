import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/connect.server.ts';
import { isAppError } from '../../../platform/wire/errors.ts';
import { MarkdownRefused } from '../../../platform/markdown/render-markdown.server.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import { createWorkQueue } from '../../../platform/process/work-queue.server.ts';
import { renderRevision, writeLive } from '../pieces/derive-live.server.ts';
import type { Ahead } from '../pieces/piece-text.ts';
import type { Piece, Revision } from '../pieces/pieces.queries.server.ts';
import { problemsOf, wordPieceProblem } from '../pieces/problems-of-piece.server.ts';
import { dateFor } from '../pieces/publish-piece.server.ts';
import { renderedBefore } from '../pieces/render-piece.server.ts';
import { liveConfigOf, projectionOf } from '../pieces/projection-of-revision.server.ts';

/** What keeps a revision from being shown as its page. */
export class PreviewNotPossible extends Error {}

const isUnfit = (error: unknown): boolean =>
  (isAppError(error) && error.status < 500) ||
  // A unique key that another piece has: the same language of one group twice, for instance.
  ((error as { cause?: { code?: string } } | null)?.cause?.code ?? '') === '23505';

/**
 * Runs `show` as if the revision were live: in a transaction that derives the readers' rows and is always rolled back,
 * so that queries, conversion and page are the real ones, and nobody else ever sees them.
 * @throws PreviewNotPossible where the revision cannot become live as it is
 */
export async function asIfLive<Result>(
  services: PageServices,
  piece: Piece,
  revision: Revision,
  show: (services: PageServices) => Promise<Result>,
): Promise<Result> {
  // Readers see exactly this already.
  if (piece.state === 'live' && piece.live === revision.number) return show(services);
  return oneByOne.run(randomUUID(), () =>
    renderedBefore(services.pieceTexts, (ahead) => inUndoneTransaction(services, ahead, piece, revision, show)),
  );
}

// A preview holds a connection and locks of the rows that it writes: whoever has a link takes one of them, never all.
const oneByOne = createWorkQueue(1, 8);

async function inUndoneTransaction<Result>(
  services: PageServices,
  ahead: Ahead,
  piece: Piece,
  revision: Revision,
  show: (services: PageServices) => Promise<Result>,
): Promise<Result> {
  const undo = new Error('Previews are never committed.');
  let shown: { result: Result } | undefined;
  try {
    await services.connection.db.transaction(async (tx) => {
      // The transaction's own time: readers' queries compare with it, and it is a moment behind the clock.
      const { rows } = await tx.execute<{ now: string | Date }>(sql`select now()`);
      const now = new Date(rows[0]!.now);
      try {
        const publishedAt = dateFor(revision, piece.firstLiveAt ?? now, now);
        await writeLive(tx, liveConfigOf(services, ahead), piece, revision, publishedAt);
      } catch (error) {
        throw isUnfit(error) ? new PreviewNotPossible('not ready', { cause: error }) : error;
      }
      const connection = { ...services.connection, db: tx as unknown as Database };
      shown = { result: await show({ ...services, connection }) };
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return shown!.result;
}

/** Fallback preview of an incomplete revision: the blocking problems and the rendered body. */
export async function showUnready(services: PageServices, piece: Piece, revision: Revision) {
  const { db } = services.connection;
  const config = liveConfigOf(services);
  const problems = await problemsOf(db, config, piece, revision);
  const reasons = problems.flatMap((found) =>
    found.isBlocking ? [`${found.path}: ${wordPieceProblem(found).message}`] : [],
  );
  try {
    const shown = await projectionOf(db, config, piece, revision);
    const { rendered } = await renderRevision(config, shown, revision, piece.kind);
    return { reasons, bodyHtml: rendered.html };
  } catch (error) {
    if (!(error instanceof MarkdownRefused)) throw error;
    return { reasons, bodyHtml: '' };
  }
}
