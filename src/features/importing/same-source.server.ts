import { setImmediate as breathe } from 'node:timers/promises';
import { and, eq, inArray, like, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { articles, redirects, takedowns } from '../../database/schema.ts';
import { WrongUse } from '../../platform/process/command.ts';
import { numberedAddress } from '../articles/numbered-address.ts';
import { oldAddressOf } from '../articles/old-addresses.queries.server.ts';
import type { SaveResult } from '../articles/article-input.ts';
import type { Converted, ImportEntry, ImportSource } from './import-source.ts';
import { isUndated } from '../../platform/wire/undated.ts';
import { normaliseUnicode } from '../../platform/text/normalise-unicode.ts';
import { problem } from '../../platform/wire/problem.ts';

/** What tells whether a stored piece and an entry with the same key are one piece. */
type Traits = {
  title: string;
  publishedAt: Date | null;
  /** Markdown. */
  body: string;
  /** The source's lasting id; null where none is known. */
  sourceId: string | null;
  /** Normalised old addresses made of its slug; none of a draft. */
  addresses: string[];
};
/** `unclear`: it may be an edited piece, and another site's; what most pieces of the export are decides. */
type Sameness = 'same' | 'unclear' | 'other';

/**
 * Compares two pieces with the same key. Titles, addresses, days and texts are edited, but rarely most of them at once.
 * A day alone is no evidence: sites are set up by the same script, and days have no time in many sources.
 * @param keysAreNumbers whether the key is a number, which other sites have too
 */
function compareTraits(stored: Traits, given: Traits, keysAreNumbers: boolean): Sameness {
  const knowsIds = stored.sourceId !== null && given.sourceId !== null;
  if (knowsIds && stored.sourceId === given.sourceId) return 'same';
  const title = sameTitle(stored.title, given.title);
  const address = sameAddress(stored.addresses, given.addresses);
  const text = sameText(stored.body, given.body);
  const all = [title, address, sameDay(stored.publishedAt, given.publishedAt), text];
  const [alike, unlike] = [all.filter((one) => one === true).length, all.filter((one) => one === false).length];
  // A site that moved may have new guids: its text and name, or most of all else, have to outweigh them.
  if (knowsIds) return (text && (title || address)) || alike > unlike + 1 ? 'same' : 'other';
  if (!keysAreNumbers && alike + 1 < unlike) return 'other';
  if (keysAreNumbers && (alike < unlike || !(title || address || text))) return 'other';
  return title || text || (keysAreNumbers && address) ? 'same' : 'unclear';
}

export const sameTitle = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (title: string) => normaliseUnicode(title, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

const sameDay = (one: Date | null, other: Date | null): boolean | null =>
  one === null || other === null || isUndated(one) || isUndated(other) ? null : one.getTime() === other.getTime();

const sameAddress = (some: string[], others: string[]): boolean | null =>
  some.length === 0 || others.length === 0 ? null : some.some((one) => others.includes(one));

const shingle = 3;
const fewest = 8;
const longest = 20_000;

/** Whether texts share runs of words. Null for texts too short to tell. */
function sameText(one: string, other: string): boolean | null {
  const [here, there] = [wordsOf(one), wordsOf(other)];
  if (here.length > 0 && here.join(' ') === there.join(' ')) return true;
  const [some, others] = [runsOf(here), runsOf(there)];
  const smaller = Math.min(some.size, others.size);
  if (smaller < fewest) return null;
  const shared = [...some].filter((run) => others.has(run)).length / smaller;
  return shared >= 0.3 ? true : shared < 0.1 ? false : null;
}

/** Without addresses: those of pictures change when they are fetched. */
const wordsOf = (markdown: string): string[] =>
  markdown
    .slice(0, longest)
    .replace(/\]\([^()\s]{0,2000}/g, ']')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const runsOf = (words: string[]): Set<string> =>
  new Set(words.slice(shingle - 1).map((_, index) => words.slice(index, index + shingle).join(' ')));

type Taken = Extract<Converted, { kind: 'article' }>;
type Compared = { stored: { id: number; title: string }; given: Taken; sameness: Sameness };

const chunk = 100;
/** So many pieces with the same keys tell; of so many entries, since each is converted for it. */
const mostShared = 300;
const mostRead = 2_000;

/**
 * Refuses a source under another one's name: most pieces that share a key with it are others, or may be.
 * @throws WrongUse before anything is written
 */
export async function refuseAnothersName(db: Queryable, source: ImportSource): Promise<void> {
  const compared: Compared[] = [];
  let read = 0;
  if (!(await hasPieces(db, source))) return;
  for await (const pieces of readPieces(source)) {
    compared.push(...(await comparePieces(db, source, pieces)));
    read += pieces.length;
    if (compared.length >= mostShared || read >= mostRead) break;
    await breathe();
  }
  const strangers = compared.filter(({ sameness }) => sameness !== 'same');
  const enough = source.keysAreNumbers ? 1 : 2;
  if (strangers.length < enough || strangers.length * 2 <= compared.length) return;
  const { stored, given } = strangers[0]!;
  throw new WrongUse(
    `${source.name}: another site was imported under the name "${source.site}": "${stored.title}" is there where this file has "${given.article.title}". Nothing was taken. Give this one a name of its own: --site NAME`,
  );
}

/** What can be converted, in chunks, up to where the source is corrupt: the import reports that itself. */
async function* readPieces(source: ImportSource): AsyncGenerator<Taken[]> {
  let pieces: Taken[] = [];
  try {
    for await (const { convert } of source.entries()) {
      const taken = await convertible(convert);
      if (taken) pieces.push(taken);
      if (pieces.length < chunk) continue;
      yield pieces;
      pieces = [];
    }
  } catch (error) {
    if (error instanceof WrongUse) throw error;
  }
  if (pieces.length > 0) yield pieces;
}

async function convertible(convert: ImportEntry['convert']): Promise<Taken | null> {
  try {
    const converted = await convert();
    return converted.kind === 'article' ? converted : null;
  } catch {
    return null;
  }
}

// Keys are older than the names of the formats.
const keyNames: Record<string, string> = { wordpress: 'wxr', schemes: 'scheme' };

const prefixOf = ({ format, site }: ImportSource) => `${keyNames[format] ?? format}:${site}:`;

async function hasPieces(db: Queryable, source: ImportSource): Promise<boolean> {
  const prefix = prefixOf(source);
  const found = await db
    .select({ id: articles.id })
    .from(articles)
    .where(like(articles.sourceKey, `${prefix.replace(/[\\%_]/g, '\\$&')}%`))
    .limit(1);
  return found.length > 0;
}

/** Lets one import at a time compare and write under a name, until the transaction ends. */
export const holdName = (tx: Transaction, { format, site }: ImportSource) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`import ${format}:${site}`}))`);

/** A takedown under a key without the source's name holds again, unless the old address is another piece's. */
export async function adoptTakedowns(tx: Transaction, source: ImportSource, pieces: Taken[]): Promise<void> {
  const { length } = prefixOf(source);
  const byFormerKey = new Map(
    pieces.map(({ article }) => [source.formerPrefix + article.sourceKey.slice(length), article]),
  );
  const former = await tx
    .select()
    .from(takedowns)
    .where(and(eq(takedowns.kind, 'article'), inArray(takedowns.sourceKey, [...byFormerKey.keys()])));
  for (const takedown of former) {
    const { sourceKey, oldPaths } = byFormerKey.get(takedown.sourceKey)!;
    const led = await tx
      .select({ path: redirects.fromPath })
      .from(redirects)
      .where(and(eq(redirects.toKind, 'article'), eq(redirects.toId, Number(takedown.entityId))));
    // A removed piece leaves nothing else to compare. In doubt the takedown holds.
    if (led.length === 0 || oldPaths.some((old) => led.some(({ path }) => path === oldAddressOf(old))))
      await tx
        .insert(takedowns)
        .values({ ...takedown, sourceKey })
        .onConflictDoNothing();
  }
}

/** The stored pieces with the keys of these that are not the same pieces: refused, by key. */
export async function refuseOthersPieces(
  tx: Transaction,
  source: ImportSource,
  pieces: Taken[],
): Promise<Map<string, SaveResult>> {
  const others = (await comparePieces(tx, source, pieces)).filter(({ sameness }) => sameness === 'other');
  const key = problem(source.keysAreNumbers ? 'piece.itsNumber' : 'piece.itsPath');
  return new Map(
    others.map(({ stored: { title }, given }) => [
      given.article.sourceKey,
      {
        outcome: 'refused' as const,
        id: null,
        reason: problem('piece.ofOtherSite', title, key, source.site, '--site NAME'),
        problems: [],
        images: [],
        cacheTags: [],
      },
    ]),
  );
}

/** Keeps the sources' lasting ids of stored pieces, by which later imports know them. */
export async function keepSourceIds(tx: Transaction, pieces: Taken[]): Promise<void> {
  const known = pieces.flatMap(({ article, sourceId }) =>
    sourceId === undefined ? [] : [{ key: article.sourceKey, id: sourceId.replaceAll('\u0000', '').toWellFormed() }],
  );
  if (known.length === 0) return;
  await tx.execute(sql`
    update articles a set source_id = given.id
    from unnest(${sql.param(known.map(({ key }) => key))}::text[], ${sql.param(known.map(({ id }) => id))}::text[]) as given(key, id)
    where a.source_key = given.key and a.source_id is distinct from given.id`);
}

async function comparePieces(db: Queryable, source: ImportSource, pieces: Taken[]): Promise<Compared[]> {
  const byKey = new Map(pieces.map((piece) => [piece.article.sourceKey, piece]));
  if (byKey.size === 0) return [];
  const stored = await db
    .select({
      id: articles.id,
      sourceKey: articles.sourceKey,
      sourceId: articles.sourceId,
      title: articles.title,
      publishedAt: articles.publishedAt,
      body: articles.body,
    })
    .from(articles)
    .where(inArray(articles.sourceKey, [...byKey.keys()]));
  if (stored.length === 0) return [];
  const addresses = await db
    .select({ id: redirects.toId, path: redirects.fromPath })
    .from(redirects)
    .where(
      and(
        eq(redirects.toKind, 'article'),
        inArray(
          redirects.toId,
          stored.map(({ id }) => id),
        ),
        ne(sql`left(${redirects.fromPath}, 4)`, numberedAddress('')),
      ),
    );
  return stored.map((row) => {
    const given = byKey.get(row.sourceKey)!;
    const own = addresses.filter(({ id }) => id === row.id).map(({ path }) => path);
    return {
      stored: row,
      given,
      sameness: compareTraits(
        { ...row, addresses: source.keysAreNumbers ? own : [] },
        traitsOf(given),
        source.keysAreNumbers,
      ),
    };
  });
}

const traitsOf = ({ article, sourceId }: Taken): Traits => ({
  title: article.title.trim(),
  publishedAt: article.publishedAt,
  body: article.body,
  sourceId: sourceId ?? null,
  addresses: article.oldPaths.flatMap((path) =>
    path.startsWith(numberedAddress('')) ? [] : (oldAddressOf(path) ?? []),
  ),
});
