import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/connect.server.ts';
import type { StudioKind } from '../../../database/schema.ts';

type Row = { id: number; html: string; more: string | null };
const batchSize = 500;
const longest = 2_000;
const mostPerPiece = 200;

// What readers see of each kind: HTML, and JSON with addresses in it.
const sources: { kind: StudioKind; rows: (after: number) => ReturnType<typeof sql> }[] = [
  {
    kind: 'articles',
    rows: (after) => sql`select a.id, a.body_html as html,
        jsonb_build_array(a.sources, s.official_url, s.details -> 'apply')::text as more
      from articles a left join schemes s on s.article_id = a.id
      where a.status = 'published' and a.published_at <= now() and a.id > ${after} order by a.id limit ${batchSize}`,
  },
  {
    kind: 'videos',
    rows: (after) => sql`select id, body_html as html, null as more from videos
      where status = 'published' and published_at <= now() and id > ${after} order by id limit ${batchSize}`,
  },
  {
    kind: 'webstories',
    rows: (after) => sql`select id, '' as html, pages::text as more from webstories
      where status = 'published' and published_at <= now() and id > ${after} order by id limit ${batchSize}`,
  },
  {
    kind: 'pages',
    rows: (after) => sql`select p.id, t.body_html as html, null as more
      from studio_pieces p join text_pages t on t.key = p.key
      where p.kind = 'pages' and p.live is not null and p.id > ${after} order by p.id limit ${batchSize}`,
  },
  {
    kind: 'ctas',
    rows: (after) => sql`select id, '' as html, definition::text as more from ctas
      where is_active and id > ${after} order by id limit ${batchSize}`,
  },
];

/** External addresses of a piece, without fragments; our own, and what is no address, are left out. */
export function linksIn({ html, more }: Pick<Row, 'html' | 'more'>, origin: string): string[] {
  const own = new URL(origin).host;
  const written = [
    ...[...html.matchAll(/\shref="(https?:[^"]+)"/gi)].map(([, address]) => address!.replaceAll('&amp;', '&')),
    ...(more === null ? [] : textsIn(JSON.parse(more))),
  ];
  const found = new Set<string>();
  for (const address of written) {
    const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
    if (!url || url.host === own || url.username || url.password) continue;
    url.hash = '';
    if (url.href.length <= longest) found.add(url.href);
  }
  return [...found].slice(0, mostPerPiece);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Notes which live piece uses which external link; links that no live piece uses go, with their history. */
export async function collectLinks({ db }: Connection, origin: string, signal: AbortSignal): Promise<void> {
  for (const { kind, rows } of sources) {
    let after = 0;
    for (;;) {
      signal.throwIfAborted();
      const { rows: pieces } = await db.execute<Row>(rows(after));
      const last = pieces.at(-1)?.id ?? 2_147_483_647;
      const uses = pieces.flatMap((piece) => linksIn(piece, origin).map((url) => ({ id: piece.id, url })));
      await db.transaction(async (tx) => {
        await tx.execute(
          sql`delete from link_uses where kind = ${kind} and piece_id > ${after} and piece_id <= ${last}`,
        );
        if (uses.length === 0) return;
        const [ids, urls] = [uses.map(({ id }) => id), uses.map(({ url }) => url)];
        await tx.execute(sql`insert into link_uses (kind, piece_id, url)
          select ${kind}, * from unnest(${sql.param(ids)}::int[], ${sql.param(urls)}::text[]) on conflict do nothing`);
        await tx.execute(sql`insert into checked_links (url, host)
          select * from unnest(${sql.param(urls)}::text[], ${sql.param(urls.map((url) => new URL(url).host))}::text[])
          on conflict do nothing`);
      });
      if (pieces.length < batchSize) break;
      after = last;
    }
  }
  await db.execute(sql`delete from checked_links l where not exists (select 1 from link_uses u where u.url = l.url)`);
}
