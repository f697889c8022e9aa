/** Rows in batches; in JSON they become one array. */
export type Batches<Row = unknown> = AsyncIterable<Row[]>;

const isBatches = (value: unknown): value is Batches =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The JSON text of a value whose plain objects may hold batches: never the whole of it in memory. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  if (isBatches(value)) {
    let before = '[';
    for await (const batch of value) {
      if (batch.length === 0) continue;
      yield before + JSON.stringify(batch).slice(1, -1);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (isPlain(value)) {
    let before = '{';
    for (const [key, inner] of Object.entries(value)) {
      if (inner === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* jsonPieces(inner);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else {
    yield JSON.stringify(value) ?? 'null';
  }
}

/**
 * Reads by keyset pagination.
 * @param read the next rows in the order of their key, after the last row of the batch before
 * @param show what of a row is passed on
 * @param most of all rows
 */
export async function* inKeyset<Row, Shown>(
  size: number,
  read: (after: Row | undefined, size: number) => Promise<Row[]>,
  show: (row: Row) => Shown,
  most = Infinity,
): AsyncGenerator<Shown[]> {
  let after: Row | undefined;
  for (let left = most; left > 0; left -= size) {
    const rows = await read(after, Math.min(size, left));
    yield rows.map(show);
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}

/** Rows with texts that people wrote, which may be long; other rows. */
export const batchOf = { texts: 100, rows: 2_000 };
