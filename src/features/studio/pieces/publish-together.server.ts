import { inArray } from 'drizzle-orm';
import { studioPieces, type StudioKind } from '../../../database/schema.ts';
import { currentLanguage, type Language } from '../../../messages/catalogue.ts';
import { type AppError, detailText, isAppError } from '../../../platform/wire/errors.ts';
import { inLanguage } from '../../../platform/http/request-context.server.ts';
import { type StudioServices, invalidateTags } from './act-on-piece.server.ts';
import { publishPiece, type Publishing } from './publish-piece.server.ts';
import { type Actor, insist, mayPublish } from '../studio.policy.ts';

/** Milliseconds for which pages that have changed may be served as they were. */
const longestStale = 500;

type Chosen = { kind: StudioKind; id: number; revision: number };
export type Outcome = Pick<Chosen, 'kind' | 'id'> & {
  title: string;
  outcome: 'live' | 'scheduled' | 'refused';
  /** Why it was refused. */
  message: string | null;
  at: string | null;
};

/**
 * Publishes several approved pieces, now or at one time. Each is an act of its own: one that is refused holds back no
 * other, and every outcome is told.
 * @param language of the reasons for a refusal
 */
export async function publishTogether(
  services: StudioServices,
  viewer: Actor,
  chosen: Chosen[],
  { at, changeNote }: Pick<Publishing, 'at' | 'changeNote'>,
  language: Language = currentLanguage(),
): Promise<Outcome[]> {
  insist(mayPublish(viewer));
  const titles = await titlesOf(services, chosen);
  const outcomes: Outcome[] = [];
  // Each commit tells the other instances. Waiting for their receipts is for several at once: an instance whose host is
  // gone makes each wait. But caches in front are told three seconds after each act, and must find no stale page here.
  const changed = new Set<string>();
  let since = Infinity;
  const invalidateAll = async () => {
    const tags = [...changed];
    changed.clear();
    since = Infinity;
    await invalidateTags(services.connection, tags);
  };
  const invalidate = async (tags: Iterable<string>) => {
    for (const tag of tags) changed.add(tag);
    if (changed.size > 0) since = Math.min(since, performance.now());
    if (performance.now() - since > longestStale) await invalidateAll();
  };
  try {
    for (const { kind, id, revision } of chosen) {
      const about = { kind, id, title: titles.get(`${kind} ${id}`) ?? '' };
      try {
        const published = await publishPiece(services, viewer, { kind, id }, { revision, at, changeNote }, invalidate);
        const outcome = published.state === 'scheduled' ? 'scheduled' : 'live';
        outcomes.push({ ...about, outcome, message: null, at: published.at });
      } catch (error) {
        if (!isAppError(error) || error.status >= 500) throw error;
        outcomes.push({ ...about, outcome: 'refused', message: inLanguage(language, () => reasonOf(error)), at: null });
      }
    }
  } finally {
    await invalidateAll();
  }
  return outcomes;
}

const reasonOf = (error: AppError): string => [error.message, ...(error.details ?? []).map(detailText)].join(' ');

async function titlesOf({ connection: { db } }: StudioServices, chosen: Chosen[]): Promise<Map<string, string>> {
  const { kind, id, title } = studioPieces;
  const ids = chosen.map((one) => one.id);
  const rows = await db.select({ kind, id, title }).from(studioPieces).where(inArray(id, ids));
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row.title]));
}
