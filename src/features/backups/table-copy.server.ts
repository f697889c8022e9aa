import pg from 'pg';

type Table = { schema: string; name: string };
export const nameOf = ({ schema, name }: Table) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Values stay in PostgreSQL's text format: parsing to JavaScript types and back would lose precision. */
const asWritten = { getTypeParser: () => (value: string) => value };
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const cell = (value: string | null) =>
  value === null ? '\\N' : value.replace(/[\\\n\r\t]/g, (sign) => escapes[sign]!);

/**
 * A table's rows as COPY statements for psql, in batches; the client is in a transaction. Generated columns are
 * excluded.
 */
export async function* copyOf(
  client: pg.PoolClient,
  table: Table,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const {
    rows: [found],
  } = await client.query<{ columns: string[] }>(`
    select array_agg(quote_ident(attname) order by attnum) as columns from pg_attribute
    where attrelid = '${nameOf(table)}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  const columns = found!.columns.join(', ');
  yield `copy ${nameOf(table)} (${columns}) from stdin;\n`;
  await client.query(`declare copied no scroll cursor for select ${columns} from ${nameOf(table)}`);
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: 'fetch 500 from copied',
      rowMode: 'array',
      types: asWritten as never,
    });
    if (rows.length === 0) break;
    yield rows.map((row) => `${row.map(cell).join('\t')}\n`).join('');
    onRows(rows.length);
  }
  await client.query('close copied');
  yield '\\.\n';
}

/** Independent of row order and database engine. */
export const checksumOf = (table: Table) =>
  `select coalesce(sum(('x' || left(md5(each::text), 15))::bit(60)::bigint), 0)::text || ' of ' || count(*) from ${nameOf(table)} as each`;
