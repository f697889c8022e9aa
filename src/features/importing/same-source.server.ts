import { setImmediate as breathe } from 'node:timers/promises';
import { and, eq, inArray, like, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { articles, redirects } from '../../database/schema.ts';
import { WrongUse } from '../../platform/process/command.ts';
import { numberedAddress } from '../articles/numbered-address.ts';
import { oldAddressOf } from '../articles/old-addresses.queries.server.ts';
import type { SaveResult } from '../articles/article-input.ts';
import type { Converted, ImportEntry, ImportSource } from './import-source.ts';
import { compareTraits, type Sameness, type Traits } from './same-piece.ts';
import { problem } from '../../platform/wire/problem.ts';

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
  if (!(await hasPieces(db, articleKeysOf(source)))) return;
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

/** What the keys of a source's articles begin with. */
export const articleKeysOf = ({ format, site }: Pick<ImportSource, 'format' | 'site'>): string =>
  `${keyNames[format] ?? format}:${site}:`;

/** @param prefix as articleKeysOf returns it */
export async function hasPieces(db: Queryable, prefix: string): Promise<boolean> {
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
